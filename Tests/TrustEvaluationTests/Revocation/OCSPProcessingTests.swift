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
    func `is good if the response identifies it by any known digest`(digest: TestDigest) throws {
        #expect(try reasons(digest: digest) == Self.good)
    }

    @Test func `has no status if the response identifies it by an unknown digest`() throws {
        #expect(try reasons(digest: .sha224) == Self.invalid)
    }

    @Test func `is revoked with date and reason if the response contains that status`() throws {
        var revocation = revocation
        try revocation.addResponse(.revoked(at: .reference.adding(days: -2), reason: .keyCompromise))
        let reason = try #require(try revocation.verdict().reasons.first)
        #expect(reason.summary == "error revocation.revoked 0")
        #expect(reason.fact("reason") == .text("keyCompromise"))
        #expect(reason.fact("revokedAt") == .text("2025-12-30T00:00:00Z"))
        #expect(reason.fact("method") == .text("ocsp"))
        #expect(reason.fact("responder") == .text("CN=Issuing"))
    }

    @Test func `is revoked by the status revoked, even with the reason removeFromCRL of delta CRLs`() throws {
        let status = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -2), reason: .removeFromCRL)
        #expect(try reasons(status) == ["error revocation.revoked 0"])
    }

    @Test func `has the status unknown if the response contains that status`() throws {
        #expect(try reasons(.unknown) == ["warning revocation.unknown 0"])
    }

    @Test(
        arguments: [
            (-86700, ["notice notice.revocation 0"]), (-86701, ["warning revocation.stale 0"]),
            (6 * 86400, ["notice notice.revocation 0"]), (6 * 86400 + 1, ["warning revocation.stale 0"]),
        ] as [(Int64, [String])]
    )
    func `is good from five minutes before thisUpdate to nextUpdate, both inclusive`(
        seconds: Int64,
        expected: [String]
    ) throws {
        var revocation = revocation
        revocation.instant = .reference.adding(seconds: seconds)
        try revocation.addResponse()
        #expect(try revocation.reasons() == expected)
    }

    @Test func `remains revoked after the response expired, unless it was only on hold`() throws {
        func reasons(_ reason: TestRevocationReason?) throws -> [String] {
            try self.reasons(.revoked(at: .reference.adding(days: -9), reason: reason)) {
                $0.responses[0].nextUpdate = .reference.adding(seconds: -1)
            }
        }
        #expect(try reasons(.superseded) == ["error revocation.revoked 0"])
        #expect(try reasons(nil) == ["error revocation.revoked 0"])
        #expect(try reasons(.certificateHold) == ["warning revocation.stale 0"])
    }

    @Test func `has no status under a response with an unknown critical extension`() throws {
        let unknown = TestExtension.raw("1.2.3.4", critical: true, value: DERWriter.null)
        #expect(try reasons { $0.extensions.append(unknown) } == Self.invalid)
        #expect(try reasons { $0.responses[0].extensions.append(unknown) } == Self.invalid)
    }

    @Test func `has no status under a response about another certificate or issuer`() throws {
        #expect(
            try reasons { $0.responses[0].certificateID.serialNumber = [99] }
                == ["warning revocation.responseInvalid", "warning revocation.unavailable 0"]
        )
        #expect(try reasons { $0.responses[0].certificateID.issuerKeyHash[0] ^= 1 } == Self.invalid)
        #expect(try reasons { $0.responses[0].certificateID.issuerNameHash[0] ^= 1 } == Self.invalid)
    }

    @Test func `has no status under an error response, whose error is reported`() throws {
        var revocation = revocation
        try revocation.addResponse { $0.status = .tryLater }
        #expect(try revocation.reasons() == ["warning revocation.unavailable", "warning revocation.unavailable 0"])
        #expect(try revocation.message() == "An OCSP responder returned the error tryLater.")
    }

    @Test func `is good under a response that identifies the issuer by its key`() throws {
        #expect(try reasons { $0.responder = try .byKey(self.revocation.issuer.certificate) } == Self.good)
    }

    @Test func `has no status under a response that is not signed by the responder it names`() throws {
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
        "CN=api.example.com is not revoked according to the OCSP response from CN=Responder."

    private static func refused(_ why: String) -> String {
        "The OCSP response from CN=Responder is signed by CN=Responder, \(why)."
    }

    @Test func `may respond with a certificate for OCSP signing from the issuer (RFC 6960 §4.2.2.2)`() throws {
        #expect(try message() == Self.good)
        #expect(try message { $0.keyUsage = nil } == Self.good)
    }

    @Test func `may not respond without the purpose OCSP signing, even with any purpose`() throws {
        let why = Self.refused("whose certificate does not have the extended key usage OCSPSigning")
        #expect(try message { $0.extendedKeyUsages = [] } == why)
        #expect(try message { $0.extendedKeyUsages = [.serverAuthentication] } == why)
        #expect(try message { $0.extendedKeyUsages = ["2.5.29.37.0"] } == why)
    }

    @Test func `may not respond for another issuer, even one with the same name`() throws {
        let why = Self.refused("whose certificate was not issued by CN=Issuing")
        #expect(try message(by: revocation.hierarchy.root) == why)
    }

    @Test func `may not respond if a renewed key of the issuer certified it (RFC 6960 §4.2.2.2)`() throws {
        let renewed = try revocation.hierarchy.root.issueAuthority("Issuing")
        #expect(
            try message(by: renewed)
                == Self.refused(
                    "whose certificate was issued by CN=Issuing with another key than the evaluated certificate"
                )
        )
        let unidentified = try message(by: renewed) { $0.extensions.remove(.authorityKeyIdentifier) }
        let key = "the key of CN=Issuing that signed the evaluated certificate"
        #expect(unidentified == Self.refused("whose certificate is not signed with \(key)"))
        var revocation = revocation
        try revocation.addResponse(.good, responder: renewed.certificate)
        #expect(
            try revocation.message()
                == "The OCSP response from CN=Issuing is signed by CN=Issuing, but with another key than the evaluated "
                + "certificate."
        )
        var alone = self.revocation
        try alone.addResponse(.good, responder: renewed.certificate) { $0.certificates = [] }
        #expect(try alone.message() == "The OCSP response from CN=Issuing is not signed with \(key).")
    }

    @Test func `may not respond outside its validity`() throws {
        let why = Self.refused("whose certificate is not valid at the time of evaluation")
        #expect(try message { $0.notAfter = .reference.adding(seconds: -1) } == why)
        #expect(try message { $0.notBefore = .reference.adding(seconds: 1) } == why)
    }

    @Test func `may not respond if its key usage or a critical extension forbids it`() throws {
        #expect(
            try message { $0.keyUsage = .keyEncipherment } == Self.refused("whose key usage lacks digitalSignature")
        )
        #expect(
            try message { $0.extensions.append(.raw("1.2.3.4", critical: true, value: DERWriter.null)) }
                == Self.refused("whose certificate has the unsupported critical extension 1.2.3.4")
        )
    }

    @Test func `is not found if the response does not include its certificate`() throws {
        var revocation = revocation
        let responder = try revocation.issuer.issueResponder("Responder")
        try revocation.addResponse(.good, responder: responder) { $0.certificates = [] }
        #expect(
            try revocation.message()
                == "The OCSP response from CN=Responder names a responder that is not the certificate's issuer, and "
                + "does not include the responder's certificate."
        )
    }

    @Test func `limits the verdict's validity to that of its own certificate`() throws {
        var revocation = revocation
        let responder = try revocation.issuer.issueResponder { $0.notAfter = .reference.adding(days: 1) }
        try revocation.addResponse(.good, responder: responder)
        #expect(try revocation.verdict().validUntil == .reference.adding(seconds: 86400))
    }
}
