import Testing
import TrustTestSupport

@Suite struct `The fields of an OCSP response in openssl ocsp` {
    private let openssl: OpenSSLProgram
    private let root: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        openssl = try OpenSSLProgram()
        root = try TestAuthority.root("Test Root")
        leaf = try root.issueLeaf("api.example.com") { $0.serialNumber = [0x12, 0x34] }
    }

    private func text(_ edit: TestAuthority.OCSPResponseEdit) throws -> String {
        try openssl.text(try root.ocspResponse(for: leaf, edit: edit)).text
    }

    @Test func `are by default those of one good certificate with its issuer as the responder`() throws {
        let text = try text { _ in }
        #expect(text.contains("OCSP Response Status: successful (0x0)"))
        #expect(text.contains("Response Type: Basic OCSP Response"))
        #expect(text.contains("Version: 1 (0x0)"))
        #expect(text.contains("Responder Id: CN = Test Root"))
        #expect(text.contains("Produced At: Dec 31 00:00:00 2025 GMT"))
        #expect(text.contains("Hash Algorithm: sha1"))
        #expect(text.contains("Serial Number: 1234"))
        #expect(text.contains("Cert Status: good"))
        #expect(text.contains("This Update: Dec 31 00:00:00 2025 GMT"))
        #expect(text.contains("Next Update: Jan  7 00:00:00 2026 GMT"))
        #expect(!text.contains("Extensions") && !text.contains("BEGIN CERTIFICATE"))
    }

    @Test(arguments: [
        (TestOCSPResponseStatus.malformedRequest, "malformedrequest (1)"), (.internalError, "internalerror (2)"),
        (.tryLater, "trylater (3)"), (.signatureRequired, "sigrequired (5)"), (.unauthorized, "unauthorized (6)"),
        (TestOCSPResponseStatus(rawValue: 4), "(UNKNOWN) (4)"),
    ])
    func `can have an error status without responseBytes (RFC 6960 §4.2.1)`(
        status: TestOCSPResponseStatus,
        shown: String
    ) throws {
        let text = try text { $0.status = status }
        #expect(text.contains("Responder Error: \(shown)"), "\(text)")
        #expect(try root.ocspResponse(for: leaf) { $0.status = status }.der == [0x30, 3, 0x0A, 1, status.rawValue])
    }

    @Test func `can have or omit responseBytes against their status`() throws {
        #expect(try root.ocspResponse(for: leaf) { $0.hasAnswer = false }.der == [0x30, 3, 0x0A, 1, 0])
        let refused = try root.ocspResponse(for: leaf) { template in
            template.status = .tryLater
            template.hasAnswer = true
        }
        #expect(refused.der.count > 100)
    }

    @Test func `can have another type, version, time and responder`() throws {
        #expect(try text { $0.type = "1.2.3.4.5" }.contains("(unknown response type)"))
        let text = try text { template in
            template.version = 2
            template.producedAt = TestInstant(year: 2025, month: 6, day: 1)
            template.responder = .name(.commonName("Nobody"))
        }
        #expect(text.contains("Version: 2 (0x1)"), "\(text)")
        #expect(text.contains("Responder Id: CN = Nobody"))
        #expect(text.contains("Produced At: Jun  1 00:00:00 2025 GMT"))
    }

    @Test func `can identify the responder by its key`() throws {
        let identifier = try root.key.identifier().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let text = try text { $0.responder = try .byKey(root.certificate) }
        #expect(text.contains("Responder Id: \(identifier.joined().uppercased())"), "\(text)")
        #expect(try self.text { $0.responder = .verbatim([0xA2, 4, 4, 2, 0xAB, 0xCD]) }.contains("Responder Id: ABCD"))
    }

    @Test func `can have the status revoked, with time and reason, or unknown`() throws {
        let instant = TestInstant(year: 2025, month: 6, day: 1)
        let revoked = try openssl.text(
            try root.ocspResponse(for: leaf, status: .revoked(at: instant, reason: .keyCompromise))
        ).text
        #expect(revoked.contains("Cert Status: revoked\n    Revocation Time: Jun  1 00:00:00 2025 GMT"), "\(revoked)")
        #expect(revoked.contains("Revocation Reason: keyCompromise (0x1)"))
        let silent = try openssl.text(try root.ocspResponse(for: leaf, status: .revoked(at: instant))).text
        #expect(silent.contains("Cert Status: revoked") && !silent.contains("Reason"), "\(silent)")
        let unknown = try openssl.text(try root.ocspResponse(for: leaf, status: .unknown)).text
        #expect(unknown.contains("Cert Status: unknown"))
        #expect(try openssl.text(try root.ocspResponse(for: leaf, status: .verbatim([0x85, 0]))).status != 0)
    }

    @Test func `can include several single responses with separate times and extensions, and a nonce`() throws {
        let other = try root.issueLeaf("www.example.com") { $0.serialNumber = [0x56] }
        let response = try root.ocspResponse(for: leaf, other) { template in
            template.responses[0].nextUpdate = nil
            template.responses[0].thisUpdate = TestInstant(year: 2025, month: 6, day: 1)
            template.responses[1].extensions.append(.raw("1.2.3.4.5", value: Array("free".utf8)))
            template.nonce = [0xAB, 0xCD]
        }
        let text = try openssl.text(response).text
        let answers = text.split(separator: "Serial Number: ").dropFirst().prefix(2)
        let first = try #require(answers.first)
        let second = try #require(answers.last)
        #expect(answers.count == 2 && first.hasPrefix("1234") && second.hasPrefix("56"), "\(text)")
        #expect(first.contains("This Update: Jun  1 00:00:00 2025 GMT") && !first.contains("Next Update"))
        #expect(second.contains("Response Single Extensions") && second.contains("1.2.3.4.5: \n                free"))
        #expect(second.contains("OCSP Nonce: \n            0402ABCD"), "\(text)")
    }
}
