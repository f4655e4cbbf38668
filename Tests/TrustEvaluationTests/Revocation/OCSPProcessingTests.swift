import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `A certificate under an OCSP response` {
    private static let good = ["notice notice.revocation 0"]
    private static let invalid = ["warning revocation.responseInvalid 0"]

    private let revocation: RevocationCase

    init() throws {
        revocation = try RevocationCase()
    }

    private func reasons(
        _ status: TestOCSPCertificateStatus = .good,
        responder: TestCertificate? = nil,
        digest: TestDigest = .sha1,
        edit: TestAuthority.OCSPResponseEdit = { _ in }
    ) throws -> [String] {
        var revocation = revocation
        try revocation.addResponse(status, responder: responder, digest: digest, edit: edit)
        return try revocation.reasons()
    }

    @Test(arguments: [TestDigest.sha1, .sha256, .sha384, .sha512])
    func `that names it by any known digest is good`(digest: TestDigest) throws {
        #expect(try reasons(digest: digest) == Self.good)
    }

    @Test func `that names it by an unknown digest knows nothing`() throws {
        #expect(try reasons(digest: .sha224) == Self.invalid)
    }

    @Test func `that says so is revoked, with date and reason`() throws {
        var revocation = revocation
        try revocation.addResponse(.revoked(at: .reference.adding(days: -2), reason: .keyCompromise))
        let reason = try #require(try revocation.verdict().reasons.first)
        #expect(reason.summary == "error revocation.revoked 0")
        #expect(reason.fact("reason") == .text("keyCompromise"))
        #expect(reason.fact("revokedAt") == .text("2025-12-30T00:00:00Z"))
        #expect(reason.fact("method") == .text("ocsp"))
        #expect(reason.fact("responder") == .text("CN=Issuing"))
    }

    @Test func `that says revoked revokes, also with the reason removeFromCRL, which only delta CRLs have`() throws {
        let status = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -2), reason: .removeFromCRL)
        #expect(try reasons(status) == ["error revocation.revoked 0"])
    }

    @Test func `that does not know it is unknown`() throws {
        #expect(try reasons(.unknown) == ["warning revocation.unknown 0"])
    }

    @Test(
        arguments: [
            (-86400, ["notice notice.revocation 0"]), (-86401, ["warning revocation.stale 0"]),
            (6 * 86400, ["notice notice.revocation 0"]), (6 * 86400 + 1, ["warning revocation.stale 0"]),
        ] as [(Int64, [String])]
    )
    func `is good from thisUpdate to nextUpdate, both included`(seconds: Int64, expected: [String]) throws {
        var revocation = revocation
        revocation.instant = .reference.adding(seconds: seconds)
        try revocation.addResponse()
        #expect(try revocation.reasons() == expected)
    }

    @Test(
        arguments: [(0, ["notice notice.revocation 0"]), (1, ["warning revocation.stale 0"])] as [(Int64, [String])]
    )
    func `without nextUpdate is good for a day`(seconds: Int64, expected: [String]) throws {
        var revocation = revocation
        revocation.instant = .reference.adding(seconds: seconds)
        try revocation.addResponse { $0.responses[0].nextUpdate = nil }
        #expect(try revocation.reasons() == expected)
    }

    @Test func `that has ended stays revoked, unless it was only on hold`() throws {
        func reasons(_ reason: TestRevocationReason?) throws -> [String] {
            try self.reasons(.revoked(at: .reference.adding(days: -9), reason: reason)) {
                $0.responses[0].nextUpdate = .reference.adding(seconds: -1)
            }
        }
        #expect(try reasons(.superseded) == ["error revocation.revoked 0"])
        #expect(try reasons(nil) == ["error revocation.revoked 0"])
        #expect(try reasons(.certificateHold) == ["warning revocation.stale 0"])
    }

    @Test func `with a critical extension that is not understood knows nothing`() throws {
        let unknown = TestExtension.raw("1.2.3.4", critical: true, value: DERWriter.null)
        #expect(try reasons { $0.extensions.append(unknown) } == Self.invalid)
        #expect(try reasons { $0.responses[0].extensions.append(unknown) } == Self.invalid)
    }

    @Test func `that is about another certificate, or another issuer's, knows nothing`() throws {
        #expect(
            try reasons { $0.responses[0].certificateID.serialNumber = [99] }
                == ["warning revocation.responseInvalid", "warning revocation.unavailable 0"]
        )
        #expect(try reasons { $0.responses[0].certificateID.issuerKeyHash[0] ^= 1 } == Self.invalid)
        #expect(try reasons { $0.responses[0].certificateID.issuerNameHash[0] ^= 1 } == Self.invalid)
    }

    @Test func `that gives no answer says why`() throws {
        var revocation = revocation
        try revocation.addResponse { $0.status = .tryLater }
        #expect(try revocation.reasons() == ["warning revocation.unavailable", "warning revocation.unavailable 0"])
        #expect(try revocation.message() == "An OCSP responder gave no answer but tryLater.")
    }

    @Test func `that names its issuer by key is good`() throws {
        #expect(try reasons { $0.responder = try .byKey(self.revocation.issuer.certificate) } == Self.good)
    }

    @Test func `that is not signed by whom it names knows nothing`() throws {
        #expect(try reasons { $0.signature.isCorrupt = true } == Self.invalid)
        #expect(try reasons { $0.signature.key = self.revocation.leaf.key } == Self.invalid)
        #expect(try reasons { $0.responder = .name(.commonName("Stranger")) } == Self.invalid)
        #expect(try reasons { $0.signature.digest = .sha1 } == Self.invalid)
    }
}

@Suite struct `A delegated OCSP responder` {
    private let revocation: RevocationCase

    init() throws {
        revocation = try RevocationCase()
    }

    private func message(
        by authority: TestAuthority? = nil,
        _ edit: @escaping TestAuthority.Edit = { _ in }
    ) throws -> String? {
        var revocation = revocation
        let responder = try (authority ?? revocation.issuer).issueResponder("Responder", edit: edit)
        try revocation.addResponse(.good, responder: responder)
        return try revocation.message()
    }

    private static let good =
        "CN=api.example.com is not revoked, according to the OCSP response of CN=Responder."

    private static func refused(_ why: String) -> String {
        "The OCSP response of CN=Responder is signed by CN=Responder, \(why)."
    }

    @Test func `with a certificate of the issuer for OCSP signing may answer (RFC 6960 §4.2.2.2)`() throws {
        #expect(try message() == Self.good)
        #expect(try message { $0.keyUsage = nil } == Self.good)
    }

    @Test func `without the purpose OCSP signing may not, and any purpose is not enough`() throws {
        let why = Self.refused("whose certificate is not for OCSP signing")
        #expect(try message { $0.extendedKeyUsages = [] } == why)
        #expect(try message { $0.extendedKeyUsages = [.serverAuthentication] } == why)
        #expect(try message { $0.extendedKeyUsages = ["2.5.29.37.0"] } == why)
    }

    @Test func `of another issuer, even of the same name, may not`() throws {
        let why = Self.refused("who has no certificate of the issuer")
        #expect(try message(by: revocation.hierarchy.root) == why)
        #expect(try message(by: try TestAuthority.root("Issuing")) == why)
    }

    @Test func `outside its validity may not`() throws {
        let why = Self.refused("whose certificate is not valid at the time of evaluation")
        #expect(try message { $0.notAfter = .reference.adding(seconds: -1) } == why)
        #expect(try message { $0.notBefore = .reference.adding(seconds: 1) } == why)
    }

    @Test func `whose key may not sign, or whose certificate is not understood, may not`() throws {
        #expect(
            try message { $0.keyUsage = .keyEncipherment } == Self.refused("whose key usage lacks digitalSignature")
        )
        #expect(
            try message { $0.extensions.append(.raw("1.2.3.4", critical: true, value: DERWriter.null)) }
                == Self.refused("whose certificate has the critical extension 1.2.3.4, which is not understood")
        )
    }

    @Test func `whose certificate is not in the response is not found`() throws {
        var revocation = revocation
        let responder = try revocation.issuer.issueResponder("Responder")
        try revocation.addResponse(.good, responder: responder) { $0.certificates = [] }
        #expect(
            try revocation.message()
                == "The OCSP response of CN=Responder is neither the issuer's own, nor does it hold its responder's certificate."
        )
    }

    @Test func `bounds the verdict by its own certificate`() throws {
        var revocation = revocation
        let responder = try revocation.issuer.issueResponder { $0.notAfter = .reference.adding(days: 1) }
        try revocation.addResponse(.good, responder: responder)
        #expect(try revocation.verdict().validUntil == .reference.adding(seconds: 86400))
    }
}
