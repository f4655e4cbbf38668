import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@Suite struct `Generated chains, also evaluated by openssl` {
    private let openssl: OpenSSLProgram

    init() throws {
        openssl = try OpenSSLProgram()
    }

    @Test(arguments: [UInt64(11), 12]) func `have other verdicts only because of listed rules`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let chain = try GeneratedChain(&random)
            let isTrusted = try chain.engineCase().verdict().outcome == .trusted
            let isVerified = try isVerified(chain)
            let differing = chain.faults.filter { $0.differs(under: chain.profile) }
            #expect(isTrusted == isVerified || !differing.isEmpty, "\(chain.profile) \(chain.faults)")
        }
    }

    @Test func `have other verdicts for each listed rule`() throws {
        var random = SeededGenerator(seed: 13)
        for fault in PlannedFault.all(intermediates: 2) {
            let chain = try GeneratedChain(of: [fault], intermediates: 2, under: .server, &random)
            let isTrusted = try chain.engineCase().verdict().outcome == .trusted
            #expect(try (isTrusted != isVerified(chain)) == fault.differs(under: .server), "\(fault)")
        }
    }

    /// Returns OpenSSL's verdict on the chain without additional certificates, with all checks it supports.
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
    /// Whether OpenSSL has another verdict because of this fault alone.
    fileprivate func differs(under profile: Profile) -> Bool {
        switch kind {
        // OpenSSL uses the common name if there is no alternative name of the kind; RFC 9525 section 6.3 forbids that.
        case .noAlternativeName: true
        // OpenSSL parses only the extensions that it uses. RFC 5280 section 4.2 forbids duplicates, and browsers reject
        // malformed ones.
        case .malformedExtension, .duplicateExtension: true
        // OpenSSL handles critical key identifiers as unknown. RFC 5280 sections 4.2.1.1 and 4.2.1.2 only require CAs
        // to make them non-critical.
        case .criticalKeyIdentifier: profile == .server || profile == .rfc5280
        // These are requirements of the policy, which OpenSSL does not have.
        case .tooDeep, .tooLongLived, .otherPins, .revoked, .unknownRevocation: true
        // OpenSSL does not check these requirements on conforming CAs.
        case .zeroSerialNumber, .generalizedTime, .misplacedNameConstraints: profile != .server && profile != .rfc5280
        // OpenSSL does not check the CA/Browser Forum's rules.
        case .criticalPurpose, .foreignCommonName: profile == .webpki
        default: false
        }
    }
}
