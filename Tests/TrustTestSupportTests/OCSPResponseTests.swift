import Testing
import TrustTestSupport

@Suite struct `A test OCSP response in openssl ocsp` {
    private let openssl: OpenSSLProgram
    private let root: TestAuthority
    private let issuing: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        openssl = try OpenSSLProgram()
        root = try TestAuthority.root("Test Root")
        issuing = try root.issueAuthority("Test Issuing")
        leaf = try issuing.issueLeaf("api.example.com")
    }

    /// Verifies a response for the leaf with the root.
    private func evaluate(_ response: TestOCSPResponse, digest: TestDigest = .sha1) throws -> String {
        try openssl.evaluate(response, about: leaf, issuer: issuing.certificate, root: root.certificate, digest: digest)
            .text
    }

    @Test(arguments: [
        (TestOCSPCertificateStatus.good, "leaf.pem: good"), (.unknown, "leaf.pem: unknown"),
        (.revoked(at: .reference, reason: .superseded), "leaf.pem: revoked"),
    ])
    func `is accepted from the issuer with any status`(
        status: TestOCSPCertificateStatus,
        shown: String
    ) throws {
        let text = try evaluate(try issuing.ocspResponse(for: leaf, status: status))
        #expect(text.contains("Response verify OK") && text.contains(shown), "\(text)")
    }

    @Test(arguments: [TestDigest.sha1, .sha256, .sha384, .sha512])
    func `identifies its certificate by any digest`(digest: TestDigest) throws {
        let response = try issuing.ocspResponse(for: leaf, digest: digest) { $0.signature.digest = digest }
        let text = try evaluate(response, digest: digest)
        #expect(text.contains("Response verify OK") && text.contains("leaf.pem: good"), "\(text)")
    }

    @Test(arguments: Misnaming.allCases)
    func `has no status of a certificate that it does not identify`(misnaming: Misnaming) throws {
        let response = try issuing.ocspResponse(for: leaf) { misnaming.apply(&$0.responses[0].certificateID) }
        let text = try evaluate(response)
        #expect(text.contains("No Status found") && !text.contains("leaf.pem: good"), "\(text)")
    }

    @Test(arguments: [false, true])
    func `is accepted from an included delegated responder, by name and by key`(byKey: Bool) throws {
        let responder = try issuing.issueResponder()
        let response = try issuing.ocspResponse(for: leaf, responder: responder) { template in
            if byKey { template.responder = try .byKey(responder) }
        }
        let text = try evaluate(response)
        #expect(text.contains("Response verify OK") && text.contains("leaf.pem: good"), "\(text)")
        #expect(try openssl.text(responder).text.contains("OCSP No Check"))
    }

    @Test func `is rejected from a responder without the purpose OCSPSigning (RFC 6960 §4.2.2.2)`() throws {
        let responder = try issuing.issueResponder { $0.extendedKeyUsages = [.serverAuthentication] }
        let text = try evaluate(try issuing.ocspResponse(for: leaf, responder: responder))
        #expect(text.contains("missing ocspsigning usage"), "\(text)")
    }

    @Test func `is rejected from an expired delegated responder`() throws {
        let responder = try issuing.issueResponder { $0.notAfter = .reference.adding(days: -1) }
        let text = try evaluate(try issuing.ocspResponse(for: leaf, responder: responder))
        #expect(text.contains("certificate has expired"), "\(text)")
    }

    @Test func `is rejected from the delegated responder of another issuer`() throws {
        let responder = try root.issueAuthority("Other Issuing").issueResponder()
        let text = try evaluate(try issuing.ocspResponse(for: leaf, responder: responder))
        #expect(text.contains("Response Verify Failure"), "\(text)")
        let sibling = try root.issueResponder()
        let second = try evaluate(try issuing.ocspResponse(for: leaf, responder: sibling))
        #expect(second.contains("Response Verify Failure"), "\(second)")
    }

    @Test func `is rejected from a delegated responder that it does not include`() throws {
        let responder = try issuing.issueResponder()
        let text = try evaluate(try issuing.ocspResponse(for: leaf, responder: responder) { $0.certificates = [] })
        #expect(text.contains("signer certificate not found"), "\(text)")
    }

    @Test(arguments: Forgery.allCases.filter { $0 != .innerClaim })
    func `is rejected with a forged signature`(forgery: Forgery) throws {
        let responder = try issuing.issueResponder()
        let stranger = try TestKey.generate(.ecdsaP256)
        let response = try issuing.ocspResponse(for: leaf, responder: responder) { template in
            forgery.apply(&template.signature, stranger: stranger)
        }
        let text = try evaluate(response)
        #expect(text.contains("signature failure"), "\(text)")
    }

    @Test func `is rejected if its bytes are changed after signing`() throws {
        let response = try issuing.ocspResponse(for: leaf)
        let serial = try #require(response.der.firstRange(of: leaf.template.serialNumber))
        let changed = response.mutated { $0[serial.upperBound - 1] ^= 1 }
        #expect(try evaluate(changed).contains("signature failure"))
        #expect(try evaluate(response.mutated { $0.removeLast() }).contains("Error reading OCSP response"))
    }

    @Test func `is accepted or rejected with a signed part encoded by the test`() throws {
        let template = try issuing.ocspResponse(for: leaf).template
        let truePart = try TestOCSPResponse(signing: template.signedPart, as: template)
        let malformed = try TestOCSPResponse(signing: DERWriter.sequence(DERWriter.null), as: template)
        #expect(try evaluate(truePart).contains("Response verify OK"))
        #expect(try evaluate(malformed).contains("Error parsing response"))
    }
}

enum Misnaming: CaseIterable {
    case serialNumber
    case issuerName
    case issuerKey
    case digest

    func apply(_ certificateID: inout TestOCSPCertificateID) {
        switch self {
        case .serialNumber: certificateID.serialNumber = [1]
        case .issuerName: certificateID.issuerNameHash[0] ^= 1
        case .issuerKey: certificateID.issuerKeyHash[0] ^= 1
        case .digest: certificateID.digest = .sha256
        }
    }
}
