import Testing
import TrustTestSupport

@Suite struct `A test chain in openssl verify` {
    private let openssl: OpenSSLProgram

    init() throws {
        openssl = try OpenSSLProgram()
    }

    @Test func `is accepted in strict mode for its host and purpose`() throws {
        let root = try TestAuthority.root("Test Root")
        let issuing = try root.issueAuthority("Test Issuing") { $0.pathLength = 0 }
        let leaf = try issuing.issueLeaf("api.example.com")

        let outcome = try openssl.verify(
            leaf,
            root: root.certificate,
            untrusted: [issuing.certificate],
            options: ["-x509_strict", "-purpose", "sslserver", "-verify_hostname", "api.example.com"]
        )
        #expect(outcome.status == 0, "\(outcome.text)")
    }

    @Test func `is rejected for another host`() throws {
        let root = try TestAuthority.root("Test Root")
        let leaf = try root.issueLeaf("api.example.com")
        let outcome = try openssl.verify(
            leaf,
            root: root.certificate,
            options: ["-verify_hostname", "www.example.com"]
        )
        #expect(outcome.text.contains("hostname mismatch"), "\(outcome.text)")
    }

    @Test(arguments: [
        (TestInstant.reference.adding(days: -30), ""),
        (TestInstant.reference.adding(days: -30, seconds: -1), "certificate is not yet valid"),
        (TestInstant.reference.adding(days: 60, seconds: -1), ""),
        // RFC 5280 section 4.1.2.5 includes notAfter itself; OpenSSL does not.
        (TestInstant.reference.adding(days: 60), "certificate has expired"),
    ])
    func `is valid from notBefore and, in OpenSSL, until just before notAfter`(
        instant: TestInstant,
        complaint: String
    ) throws {
        let root = try TestAuthority.root("Test Root")
        let leaf = try root.issueLeaf("api.example.com")
        let outcome = try openssl.verify(leaf, root: root.certificate, at: instant)
        #expect((outcome.status == 0) == complaint.isEmpty, "\(outcome.text)")
        #expect(complaint.isEmpty || outcome.text.contains(complaint), "\(outcome.text)")
    }

    @Test func `is rejected if it exceeds a path length of 0`() throws {
        let root = try TestAuthority.root("Test Root")
        let issuing = try root.issueAuthority("Test Issuing") { $0.pathLength = 0 }
        let below = try issuing.issueAuthority("Test Below")
        let outcome = try openssl.verify(
            try below.issueLeaf("api.example.com"),
            root: root.certificate,
            untrusted: [issuing.certificate, below.certificate]
        )
        #expect(outcome.text.contains("path length constraint exceeded"), "\(outcome.text)")
    }

    @Test(arguments: Forgery.allCases)
    func `is rejected with a forged signature`(forgery: Forgery) throws {
        let root = try TestAuthority.root("Test Root")
        let stranger = try TestKey.generate(.ecdsaP256)
        let leaf = try root.issueLeaf("api.example.com") { forgery.apply(&$0.signature, stranger: stranger) }
        let outcome = try openssl.verify(leaf, root: root.certificate)
        #expect(outcome.text.contains("certificate signature failure"), "\(outcome.text)")
    }

    @Test func `is accepted through a cross-signed CA`() throws {
        let first = try TestAuthority.root("First Root")
        let second = try TestAuthority.root("Second Root")
        let issuing = try first.issueAuthority("Test Issuing")
        let leaf = try issuing.issueLeaf("api.example.com")
        let cross = try issuing.crossSigned(by: second)

        let outcome = try openssl.verify(leaf, root: second.certificate, untrusted: [cross])
        #expect(outcome.status == 0, "\(outcome.text)")
        let without = try openssl.verify(leaf, root: second.certificate, untrusted: [issuing.certificate])
        #expect(without.status != 0)
    }

    @Test func `is accepted with a reissued root and rejected with another root key`() throws {
        let root = try TestAuthority.root("Test Root") { $0.notAfter = .reference.adding(days: -1) }
        let leaf = try root.issueLeaf("api.example.com")
        let again = try root.reissued { $0.notAfter = .reference.adding(days: 1) }
        let namesake = try TestAuthority.root("Test Root")

        #expect(try openssl.verify(leaf, root: root.certificate).text.contains("certificate has expired"))
        #expect(try openssl.verify(leaf, root: again.certificate).status == 0)
        #expect(try openssl.verify(leaf, root: namesake.certificate).status != 0)
    }

    @Test func `is accepted or rejected with a signed part encoded by the test`() throws {
        let root = try TestAuthority.root("Test Root")
        let template = try CertificateTemplate.leaf("api.example.com", key: .generate(.ed25519), issuer: root.template)
        let truePart = try TestCertificate(signing: template.signedPart, as: template)
        let malformed = try TestCertificate(signing: DERWriter.sequence(DERWriter.null), as: template)

        #expect(try openssl.verify(truePart, root: root.certificate).status == 0)
        #expect(try openssl.verify(malformed, root: root.certificate).text.contains("Unable to load certificate"))
    }
}

enum Forgery: CaseIterable {
    case corrupt
    case strangersKey
    case verbatim
    case outerClaim
    case innerClaim

    func apply(_ signature: inout SignatureTemplate, stranger: TestKey) {
        switch self {
        case .corrupt: signature.isCorrupt = true
        case .strangersKey: signature.key = stranger
        case .verbatim: signature.verbatim = [1, 2, 3]
        case .outerClaim: signature.outerClaim = .ecdsa(.sha384)
        case .innerClaim: signature.innerClaim = .ecdsa(.sha384)
        }
    }
}
