import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The form of a CRL on which a verdict rests` {
    private let revocation: RevocationCase

    init() throws {
        revocation = try RevocationCase()
    }

    /// What is told of the form of a CRL under a profile, after the CRL's name.
    private func complaints(
        under profile: Profile = .rfc5280Strict,
        _ edit: TestAuthority.RevocationListEdit
    ) throws -> [String] {
        var revocation = revocation
        revocation.profile = profile
        try revocation.addList(edit)
        let findings = try revocation.verdict().reasons.filter { $0.code == .strictCRLForm }
        #expect(findings.allSatisfy { $0.severity == .error && $0.depth == 0 })
        let name = "The CRL of CN=Issuing (number "
        #expect(findings.allSatisfy { $0.message.hasPrefix(name) && $0.message.hasSuffix(".") })
        return findings.map { String($0.message.dropFirst(name.count).drop { $0 != " " }.dropFirst().dropLast()) }
    }

    @Test func `is good as conforming issuers make it (RFC 5280 §5)`() throws {
        #expect(try complaints { _ in } == [])
        #expect(
            try complaints {
                $0.revoke(serialNumber: [5], reason: .superseded) { $0.invalidityDate = .reference }
                $0.nextUpdate = .reference.adding(days: 30 * 365)
            } == []
        )
    }

    @Test func `wants version 1 left out (RFC 5280 §5.1.2.1)`() throws {
        let written = try complaints {
            $0.version = 1
            $0.writesVersion1 = true
        }
        #expect(written.count == 1)
        #expect(written.first?.contains("encodes version 1, for which the version field must be absent") == true)
        let left = try complaints { $0.version = 1 }
        #expect(left.first?.contains("encodes version 1") == false)
    }

    @Test func `wants the issuer's key identified (RFC 5280 §5.2.1)`() throws {
        let missing = ["does not identify its issuer's key"]
        #expect(try complaints { $0.authorityKeyIdentifier = nil } == missing)
        let byNumber = TestExtension.authorityKeyIdentifier(issuer: .commonName("Root"), serialNumber: [1])
        #expect(try complaints { $0.extensions.set(byNumber) } == missing)
        #expect(
            try complaints { list in
                list.extensions.set(.authorityKeyIdentifier(list.authorityKeyIdentifier, critical: true))
            } == ["has a critical authority key identifier"]
        )
    }

    @Test func `wants a nextUpdate (RFC 5280 §5.1.2.5)`() throws {
        #expect(try complaints { $0.nextUpdate = nil } == ["has no nextUpdate"])
    }

    @Test func `wants version 2 with extensions, of the list or of entries (RFC 5280 §5.1.2.1)`() throws {
        #expect(try complaints { $0.version = 1 } == ["has extensions but is of version 1"])
    }

    @Test func `wants UTCTime through 2049 in all its times (RFC 5280 §5.1.2.4 to §5.1.2.6)`() throws {
        let edits: [TestAuthority.RevocationListEdit] = [
            { $0.thisUpdateEncoding = .generalized }, { $0.nextUpdateEncoding = .generalized },
            { $0.revoke(serialNumber: [5]) { $0.dateEncoding = .generalized } },
        ]
        for edit in edits { #expect(try complaints(edit) == ["has a GeneralizedTime before 2050"]) }
    }

    @Test func `wants no list of entries where there is none (RFC 5280 §5.1.2.6)`() throws {
        #expect(try complaints { $0.writesEmptyEntries = true } == ["has an empty list of entries"])
    }

    @Test func `wants numbers of 20 octets, not critical (RFC 5280 §5.2.3)`() throws {
        func complaints(_ content: [UInt8]) throws -> [String] {
            try self.complaints { $0.extensions.set(.crlNumber(content: content)) }
        }
        let rest = [UInt8](repeating: 0xFF, count: 19)
        #expect(try complaints([0x7F] + rest) == [])
        #expect(try complaints([0x00, 0xFF] + rest) == [])
        #expect(try complaints([0x01, 0x00] + rest) == ["has a number of more than 20 octets"])
        #expect(
            try self.complaints { $0.extensions.set(.crlNumber(1, critical: true)) } == ["has a critical number"]
        )
    }

    @Test func `wants issuing distribution points critical and not empty (RFC 5280 §5.2.5)`() throws {
        var users = TestIssuingDistributionPoint()
        #expect(
            try complaints { $0.issuingDistributionPoint = users } == [
                "has an issuing distribution point without any field"
            ]
        )
        users.onlyContainsUserCertificates = true
        #expect(try complaints { $0.issuingDistributionPoint = users } == [])
        #expect(
            try complaints { $0.extensions.append(.issuingDistributionPoint(users, critical: false)) } == [
                "has an issuing distribution point that is not critical"
            ]
        )
    }

    @Test func `wants reasons of entries not critical, and issuers critical (RFC 5280 §5.3.1, §5.3.3)`() throws {
        #expect(
            try complaints {
                $0.revoke(serialNumber: [5]) { $0.extensions.append(.reasonCode(.superseded, critical: true)) }
            } == ["has an entry with a critical reason code"]
        )
        let issuer = [TestGeneralName.directory(.commonName("Other"))]
        #expect(
            try complaints {
                $0.revoke(serialNumber: [5]) { $0.extensions.append(.certificateIssuer(issuer, critical: false)) }
            } == ["has an entry with a certificate issuer that is not critical"]
        )
    }

    @Test func `wants the parameters of its signature's algorithm as its standard does (RFC 5758 §3.2)`() throws {
        let identifier = TestObjectIdentifier("1.2.840.10045.4.3.2").der
        let claim = TestSignatureAlgorithm.claim(DERWriter.sequence(identifier, DERWriter.null))
        #expect(
            try complaints {
                $0.signature.innerClaim = claim
                $0.signature.outerClaim = claim
            } == ["is signed with an algorithm that has the parameters NULL, which should be absent"]
        )
    }

    @Test func `is told once, with all that is wrong`() throws {
        #expect(
            try complaints {
                $0.nextUpdate = nil
                $0.writesEmptyEntries = true
            } == ["has no nextUpdate, and it has an empty list of entries"]
        )
    }

    @Test func `is looked at in a delta and its base`() throws {
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
                "The delta CRL of CN=Issuing (number 6) has no nextUpdate.",
                "The CRL of CN=Issuing (number 5) has an empty list of entries.",
            ]
        )
    }

    @Test(
        arguments: [
            (.server, false), (.rfc5280, false), (.basicX509, false), (.appleSSL, false), (.rfc5280Strict, true),
            (.webpki, true),
        ] as [(Profile, Bool)]
    )
    func `is an error under the strict profiles and not told elsewhere, nor of a revocation`(
        profile: Profile,
        isDemanded: Bool
    ) throws {
        #expect(try complaints(under: profile) { $0.nextUpdate = nil } == (isDemanded ? ["has no nextUpdate"] : []))
        let leaf = revocation.leaf
        #expect(
            try complaints(under: profile) {
                $0.nextUpdate = nil
                $0.revoke(leaf)
            } == []
        )
    }
}
