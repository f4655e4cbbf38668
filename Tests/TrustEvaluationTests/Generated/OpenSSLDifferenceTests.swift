import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@Suite struct `Generated chains, evaluated by openssl as well` {
    private let openssl: OpenSSLProgram

    init() throws {
        openssl = try OpenSSLProgram()
    }

    @Test(arguments: [UInt64(11), 12]) func `come to other verdicts only where a rule says so`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let chain = try GeneratedChain(&random)
            let isTrusted = try chain.engineCase().verdict().outcome == .trusted
            let isVerified = try isVerified(chain)
            let differing = chain.faults.filter { $0.differs(under: chain.profile) }
            #expect(isTrusted == isVerified || !differing.isEmpty, "\(chain.profile) \(chain.faults)")
        }
    }

    @Test func `differ for each rule that is said to make a difference`() throws {
        var random = SeededGenerator(seed: 13)
        for fault in PlannedFault.all(intermediates: 2) {
            let chain = try GeneratedChain(of: [fault], intermediates: 2, under: .server, &random)
            let isTrusted = try chain.engineCase().verdict().outcome == .trusted
            #expect(try (isTrusted != isVerified(chain)) == fault.differs(under: .server), "\(fault)")
        }
    }

    /// OpenSSL's own verdict on the chain without what is sent along, with all that can be asked of it.
    private func isVerified(_ chain: GeneratedChain) throws -> Bool {
        let kinds = Set(chain.faults.map(\.kind))
        let missing = Set(chain.faults.filter { $0.kind == .removedIntermediate }.map(\.depth))
        let (leaf, root) = (chain.path[0], chain.path[chain.path.count - 1])
        let untrusted = chain.path.indices.dropFirst().filter { !missing.contains($0) }.map { chain.path[$0] }
        let host =
            kinds.contains(.wrongAddress)
            ? ["-verify_ip", "192.0.2.1"] : ["-verify_hostname", "api.example.com"]
        let outcome = try openssl.verify(
            leaf,
            root: kinds.contains(.untrustedRoot) ? try TestAuthority.root("Stranger").certificate : root,
            untrusted: untrusted,
            options: ["-purpose", "sslserver", "-auth_level", chain.profile == .rfc5280 ? "0" : "1"] + host
                + (chain.profile == .rfc5280Strict || chain.profile == .webpki ? ["-x509_strict"] : [])
                + (kinds.contains(.noExplicitPolicy) ? ["-policy_check", "-explicit_policy"] : [])
                + (kinds.contains(.weakKey) ? ["-auth_level", "2"] : [])
        )
        return outcome.status == 0
    }
}

extension PlannedFault {
    /// Whether OpenSSL comes to another verdict by this fault alone.
    fileprivate func differs(under profile: Profile) -> Bool {
        switch kind {
        // It takes the common name where there is no alternative name of the kind; RFC 9525 section 6.3 forbids that.
        case .noAlternativeName: true
        // It reads only the extensions that it acts on; RFC 5280 section 4.2 allows none to stand twice, and browsers none
        // that is malformed.
        case .malformedExtension, .duplicateExtension: true
        // It takes critical key identifiers for unknown; they bind a relying party to nothing, so only conforming authorities
        // are held to RFC 5280 sections 4.2.1.1 and 4.2.1.2.
        case .criticalKeyIdentifier: profile == .server || profile == .rfc5280
        // It is not told of these, which are demands of the policy.
        case .tooDeep, .tooLongLived, .otherPins, .revoked, .unknownRevocation: true
        // It does not look at these demands on conforming authorities.
        case .zeroSerialNumber, .generalizedTime, .misplacedNameConstraints: profile != .server && profile != .rfc5280
        // The CA/Browser Forum's rules are not its business.
        case .criticalPurpose, .foreignCommonName: profile == .webpki
        default: false
        }
    }
}
