import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `An OCSP response` {
    private let authority: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "ocsp root"))
        leaf = try authority.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "ocsp leaf"))
    }

    private func response(
        _ status: TestOCSPCertificateStatus = .good,
        responder: TestCertificate? = nil,
        edit: TestAuthority.OCSPResponseEdit = { _ in }
    ) throws -> [UInt8] {
        try authority.ocspResponse(for: leaf, status: status, responder: responder, edit: edit).der
    }

    private func facts(
        _ status: TestOCSPCertificateStatus = .good,
        edit: TestAuthority.OCSPResponseEdit = { _ in }
    ) throws -> OCSPAnswerFacts {
        try #require(try readResponse(response(status, edit: edit)).answer).facts
    }

    @Test func `has a responder, times and the identifier of a certificate`() throws {
        let facts = try facts()
        #expect(facts.responderID == .name(try read(authority.certificate.der)[0].facts.subject))
        #expect(facts.producedAt.description == "2025-12-31T00:00:00Z")
        let single = try #require(facts.responses.first)
        #expect(single.status == .good)
        #expect(single.thisUpdate.description == "2025-12-31T00:00:00Z")
        #expect(single.nextUpdate?.description == "2026-01-07T00:00:00Z")
        #expect(single.certificateID.hashAlgorithm == .sha1)
        #expect(single.certificateID.serialNumber == leaf.template.serialNumber)
        let byKey = try self.facts { $0.responder = try .byKey(self.authority.certificate) }
        #expect(byKey.responderID == .keyHash(try authority.key.identifier()))
    }

    @Test func `has the status of the certificate`() throws {
        #expect(
            try facts(.revoked(at: .reference, reason: .keyCompromise)).responses[0].status
                == .revoked(
                    at: Instant(secondsSince1970: TestInstant.reference.secondsSince1970),
                    reason: .keyCompromise
                )
        )
        #expect(
            try facts(.revoked(at: .reference)).responses[0].status
                == .revoked(at: Instant(secondsSince1970: TestInstant.reference.secondsSince1970), reason: nil)
        )
        #expect(try facts(.unknown).responses[0].status == .unknown)
        #expect(
            responseRefusal(try response(.verbatim([0x83, 0])))?
                .hasSuffix(": the certificate's status has an unknown form") == true
        )
    }

    @Test func `includes the responder's certificate`() throws {
        let responder = try authority.issueResponder()
        let answer = try #require(try readResponse(response(responder: responder)).answer)
        #expect(answer.certificates.map(\.der) == [responder.der])
    }

    @Test func `has unsupported critical extensions, but ignores nonces`() throws {
        let facts = try facts {
            $0.nonce = [1, 2, 3]
            $0.extensions.append(.raw("1.2.3.4", critical: true, value: DERWriter.null))
            $0.responses[0].extensions.append(.raw("1.2.3.5", critical: true, value: DERWriter.null))
        }
        #expect(facts.unknownCriticalExtensions == [OID(1, 2, 3, 4)])
        #expect(facts.responses[0].unknownCriticalExtensions == [OID(1, 2, 3, 5)])
    }

    @Test(
        arguments: [
            (.malformedRequest, "malformedRequest"), (.internalError, "internalError"), (.tryLater, "tryLater"),
            (.signatureRequired, "sigRequired"), (.unauthorized, "unauthorized"),
            (TestOCSPResponseStatus(rawValue: 4), "4"),
        ] as [(TestOCSPResponseStatus, String)]
    )
    func `has an error status without an answer (RFC 6960 §4.2.1)`(status: TestOCSPResponseStatus, name: String) throws
    {
        let read = try readResponse(response { $0.status = status })
        #expect(read.status.description == name)
        #expect(read.answer == nil)
    }

    @Test func `is rejected if a part is missing, of another type, or malformed`() throws {
        let refusals = [
            try response { $0.hasAnswer = false }: "the response's bytes are missing",
            try response { $0.type = "1.2.3" }: "the response has the unknown type 1.2.3",
            try response { $0.version = 2 }: "the response has the unsupported version 2",
            try response { $0.responder = .verbatim(DERWriter.null) }: "the responder ID has an unknown form",
            try response { $0.producedAtEncoding = .utc }: "producedAt is not a GeneralizedTime",
            try response { $0.responses[0].nextUpdateEncoding = .text("20260101000000.5Z", generalized: true) }:
                "nextUpdate is not in the form that RFC 5280 requires",
        ]
        for (der, reason) in refusals {
            #expect(responseRefusal(der)?.hasSuffix(": " + reason) == true, "\(responseRefusal(der) ?? "-")")
        }
        #expect(responseRefusal(Array("text".utf8)) == "noEvidence - -: the input is not DER")
        let der = try response()
        #expect(responseRefusal(der + [0]) == "malformedEvidence - \(der.count): 1 byte follows the response")
        #expect(responseRefusal(der, limits: EvidenceLimits(bytesEach: 9))?.hasPrefix("pieceTooLarge") == true)
    }

    @Test func `is rejected at the offset of a malformed certificate`() throws {
        let responder = try authority.issueResponder { $0.serialNumber = [] }
        let der = try response(responder: responder)
        let text = try #require(responseRefusal(der))
        #expect(text.hasSuffix(": in certificate 0 of the response, the serial number has no content"))
        let offset = text.split(separator: " ")[2].dropLast()
        #expect(Int(offset).map { $0 > 100 && $0 < der.count } == true)
    }

    @Test func `has a bounded number of certificates`() throws {
        let responder = try authority.issueResponder()
        let der = try response(responder: responder) { $0.certificates = Array(repeating: responder, count: 11) }
        #expect(responseRefusal(der)?.hasSuffix(": there are more than 10 certificates, a fixed bound") == true)
    }

    @Test func `is rejected if truncated at any byte, and parsed or rejected if damaged`() throws {
        let der = try response(.revoked(at: .reference, reason: .superseded), responder: authority.issueResponder()) {
            $0.nonce = [1]
        }
        for count in 0..<der.count {
            #expect(responseRefusal(Array(der.prefix(count))) != nil, "\(count)")
        }
        #expect(responseRefusal(der) == nil)
        var random = SeededGenerator(seed: 12)
        var refused = 0
        for _ in 0..<4000 where responseRefusal(damaged(der, &random)) != nil { refused += 1 }
        #expect(refused > 0)
    }
}
