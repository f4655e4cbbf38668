import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The form of a CRL used by a verdict` {
    private let revocation: RevocationCase

    init() throws {
        revocation = try RevocationCase()
    }

    /// Returns the findings about the form of a CRL under a profile, without the CRL's name.
    private func deviations(
        under profile: Profile = .rfc5280Strict,
        _ edit: TestAuthority.RevocationListEdit
    ) throws -> [String] {
        var revocation = revocation
        revocation.profile = profile
        try revocation.addList(edit)
        let findings = try revocation.verdict().reasons.filter { $0.code == .strictCRLForm }
        #expect(findings.allSatisfy { $0.severity == .error && $0.depth == 0 })
        let name = "The CRL issued by CN=Issuing (CRL number "
        #expect(findings.allSatisfy { $0.message.hasPrefix(name) && $0.message.hasSuffix(".") })
        return findings.map { String($0.message.dropFirst(name.count).drop { $0 != " " }.dropFirst().dropLast()) }
    }

    @Test func `is correct for CRLs of conforming issuers (RFC 5280 §5)`() throws {
        #expect(try deviations { _ in } == [])
        #expect(
            try deviations {
                $0.revoke(serialNumber: [5], reason: .superseded) { $0.invalidityDate = .reference }
                $0.nextUpdate = .reference.adding(days: 30 * 365)
            } == []
        )
    }

    @Test func `omits version 1 (RFC 5280 §5.1.2.1)`() throws {
        let written = try deviations {
            $0.version = 1
            $0.writesVersion1 = true
        }
        #expect(written.count == 1)
        #expect(written.first?.contains("encodes version 1, for which the version field must be absent") == true)
        let left = try deviations { $0.version = 1 }
        #expect(left.first?.contains("encodes version 1") == false)
    }

    @Test func `identifies the issuer's key (RFC 5280 §5.2.1)`() throws {
        let missing = ["does not identify its issuer's key"]
        #expect(try deviations { $0.authorityKeyIdentifier = nil } == missing)
        let byNumber = TestExtension.authorityKeyIdentifier(issuer: .commonName("Root"), serialNumber: [1])
        #expect(try deviations { $0.extensions.set(byNumber) } == missing)
        #expect(
            try deviations { list in
                list.extensions.set(.authorityKeyIdentifier(list.authorityKeyIdentifier, critical: true))
            } == ["has a critical authority key identifier"]
        )
    }

    @Test func `includes nextUpdate (RFC 5280 §5.1.2.5)`() throws {
        #expect(try deviations { $0.nextUpdate = nil } == ["has no nextUpdate"])
    }

    @Test func `has version 2 if the CRL or an entry has extensions (RFC 5280 §5.1.2.1)`() throws {
        #expect(try deviations { $0.version = 1 } == ["has extensions but is a version 1 CRL"])
    }

    @Test func `uses UTCTime through 2049 for all times (RFC 5280 §5.1.2.4 to §5.1.2.6)`() throws {
        let edits: [TestAuthority.RevocationListEdit] = [
            { $0.thisUpdateEncoding = .generalized }, { $0.nextUpdateEncoding = .generalized },
            { $0.revoke(serialNumber: [5]) { $0.dateEncoding = .generalized } },
        ]
        for edit in edits { #expect(try deviations(edit) == ["has a GeneralizedTime before 2050"]) }
    }

    @Test func `omits an empty list of entries (RFC 5280 §5.1.2.6)`() throws {
        #expect(try deviations { $0.writesEmptyEntries = true } == ["has an empty list of entries"])
    }

    @Test func `has a non-critical CRL number of at most 20 octets (RFC 5280 §5.2.3)`() throws {
        func deviations(_ content: [UInt8]) throws -> [String] {
            try self.deviations { $0.extensions.set(.crlNumber(content: content)) }
        }
        let rest = [UInt8](repeating: 0xFF, count: 19)
        #expect(try deviations([0x7F] + rest) == [])
        #expect(try deviations([0x00, 0xFF] + rest) == [])
        #expect(try deviations([0x01, 0x00] + rest) == ["has a CRL number longer than 20 octets"])
        #expect(
            try self.deviations { $0.extensions.set(.crlNumber(1, critical: true)) } == ["has a critical CRL number"]
        )
    }

    @Test func `has a critical, non-empty issuing distribution point (RFC 5280 §5.2.5)`() throws {
        var users = TestIssuingDistributionPoint()
        #expect(
            try deviations { $0.issuingDistributionPoint = users } == [
                "has an issuing distribution point without any field"
            ]
        )
        users.onlyContainsUserCertificates = true
        #expect(try deviations { $0.issuingDistributionPoint = users } == [])
        #expect(
            try deviations { $0.extensions.append(.issuingDistributionPoint(users, critical: false)) } == [
                "has an issuing distribution point that is not critical"
            ]
        )
    }

    @Test func `has non-critical reason codes and critical certificate issuers (RFC 5280 §5.3.1, §5.3.3)`() throws {
        #expect(
            try deviations {
                $0.revoke(serialNumber: [5]) { $0.extensions.append(.reasonCode(.superseded, critical: true)) }
            } == ["has an entry with a critical reason code"]
        )
        let issuer = [TestGeneralName.directory(.commonName("Other"))]
        #expect(
            try deviations {
                $0.revoke(serialNumber: [5]) { $0.extensions.append(.certificateIssuer(issuer, critical: false)) }
            } == ["has an entry with a certificate issuer that is not critical"]
        )
    }

    @Test func `has the signature parameters that the algorithm's standard requires (RFC 5758 §3.2)`() throws {
        let identifier = TestObjectIdentifier("1.2.840.10045.4.3.2").der
        let claim = TestSignatureAlgorithm.claim(DERWriter.sequence(identifier, DERWriter.null))
        #expect(
            try deviations {
                $0.signature.innerClaim = claim
                $0.signature.outerClaim = claim
            } == ["is signed with an algorithm that has the parameters NULL, but they must be absent"]
        )
    }

    @Test func `is reported once with all deviations`() throws {
        #expect(
            try deviations {
                $0.nextUpdate = nil
                $0.writesEmptyEntries = true
            } == ["has no nextUpdate, and it has an empty list of entries"]
        )
    }

    @Test func `is checked for a delta and its base`() throws {
        var revocation = revocation
        revocation.profile = .rfc5280Strict
        try revocation.addList {
            $0.crlNumber = 5
            $0.writesEmptyEntries = true
        }
        try revocation.addList {
            $0.crlNumber = 6
            $0.deltaBaseNumber = 5
            $0.nextUpdate = nil
        }
        let findings = try revocation.verdict().reasons.filter { $0.code == .strictCRLForm }
        #expect(
            findings.map(\.message) == [
                "The delta CRL issued by CN=Issuing (CRL number 6) has no nextUpdate.",
                "The CRL issued by CN=Issuing (CRL number 5) has an empty list of entries.",
            ]
        )
    }

    @Test(
        arguments: [
            (.server, false), (.rfc5280, false), (.basicX509, false), (.appleSSL, false), (.rfc5280Strict, true),
            (.webpki, true),
        ] as [(Profile, Bool)]
    )
    func `is an error under the strict profiles, and not reported elsewhere or for a revocation`(
        profile: Profile,
        isDemanded: Bool
    ) throws {
        #expect(try deviations(under: profile) { $0.nextUpdate = nil } == (isDemanded ? ["has no nextUpdate"] : []))
        let leaf = revocation.leaf
        #expect(
            try deviations(under: profile) {
                $0.nextUpdate = nil
                $0.revoke(leaf)
            } == []
        )
    }

    /// Returns an extension with an encoded `critical FALSE`.
    private static func uncritical(_ type: TestObjectIdentifier, _ value: [UInt8]) -> TestExtension {
        let der = DERWriter.sequence(type.der, DERWriter.boolean(false), DERWriter.octetString(value))
        return TestExtension(type, der: der)
    }

    @Test func `omits default values (X.690 §11.5)`() throws {
        let wrong = ["encodes a default value, which DER omits"]
        #expect(try deviations { $0.extensions.set(Self.uncritical("2.5.29.20", DERWriter.integer(7))) } == wrong)
        #expect(try deviations { $0.extensions.append(Self.uncritical("1.2.3.4", DERWriter.null)) } == wrong)
        #expect(
            try deviations {
                $0.revoke(serialNumber: [5]) {
                    $0.extensions.append(Self.uncritical("2.5.29.21", DERWriter.enumerated(4)))
                }
            } == wrong
        )
        for flag: UInt8 in [0x81, 0x82, 0x84, 0x85] {
            let user = DERWriter.element(0x81, [0xFF])
            let fields = flag == 0x81 ? DERWriter.element(flag, [0]) + DERWriter.element(0x84, [0xFF]) : user
            let value = DERWriter.sequence(fields, flag == 0x81 ? [] : DERWriter.element(flag, [0]))
            let point = TestExtension.raw("2.5.29.28", critical: true, value: value)
            #expect(try deviations { $0.extensions.append(point) } == wrong, "\(flag)")
        }
    }

    @Test func `omits trailing zeros of reason flags (X.690 §11.2.2)`() throws {
        let value = DERWriter.sequence(DERWriter.element(0x83, [0x00, 0x7F, 0x80]))
        let right = DERWriter.sequence(DERWriter.element(0x83, [0x07, 0x7F, 0x80]))
        let wrong = ["has reason flags that end with zeros, which DER omits"]
        for (value, expected) in [(value, wrong), (right, [])] {
            let point = TestExtension.raw("2.5.29.28", critical: true, value: value)
            let found = try deviations { $0.extensions.append(point) }
            #expect(found == expected)
        }
    }
}
