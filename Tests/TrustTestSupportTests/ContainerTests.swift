import Testing
import TrustTestSupport

@Suite struct `A container in openssl` {
    private let openssl: OpenSSLProgram
    private let root: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        openssl = try OpenSSLProgram()
        root = try TestAuthority.root("Test Root")
        leaf = try root.issueLeaf("api.example.com")
    }

    @Test(arguments: ["PEM", "DER"])
    func `PKCS 7 has its certificates in the given order`(form: String) throws {
        let bundle = TestPKCS7([leaf, root.certificate])
        let path = try openssl.file("bundle", form == "PEM" ? Array(bundle.pem.utf8) : bundle.der)
        let outcome = try openssl.run(["pkcs7", "-inform", form, "-print_certs", "-in", path])
        #expect(outcome.status == 0, "\(outcome.text)")
        let first = try #require(outcome.text.firstRange(of: leaf.pem))
        let second = try #require(outcome.text.firstRange(of: root.certificate.pem))
        #expect(first.upperBound < second.lowerBound)
    }

    @Test func `PKCS 7 can be empty`() throws {
        let path = try openssl.file("bundle.p7b", TestPKCS7([]).pem)
        let outcome = try openssl.run(["pkcs7", "-print_certs", "-in", path])
        #expect(outcome.status == 0 && !outcome.text.contains("BEGIN"), "\(outcome.text)")
    }

    @Test func `TRUSTED CERTIFICATE has trust settings`() throws {
        let trusted = TestTrustedCertificate(
            root.certificate,
            trusted: [.serverAuthentication],
            rejected: [.emailProtection],
            alias: "Our root"
        )
        let path = try openssl.file("trusted.pem", trusted.pem)
        let text = try openssl.run(["x509", "-noout", "-text", "-in", path]).text
        #expect(text.contains("Trusted Uses:\n  TLS Web Server Authentication"), "\(text)")
        #expect(text.contains("Rejected Uses:\n  E-mail Protection"))
        #expect(text.contains("Alias: Our root"))
    }

    @Test func `TRUSTED CERTIFICATE can omit trust settings`() throws {
        let path = try openssl.file("trusted.pem", TestTrustedCertificate(root.certificate).pem)
        let outcome = try openssl.run(["x509", "-noout", "-text", "-in", path])
        #expect(outcome.status == 0 && outcome.text.contains("No Trusted Uses."), "\(outcome.text)")
    }

    @Test func `PEM equals the output of openssl for the same DER`() throws {
        let path = try openssl.file("leaf.der", leaf.der)
        #expect(try openssl.run(["x509", "-inform", "DER", "-in", path]).text == leaf.pem)
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
    func `base64 has the padding of RFC 4648 §10`(text: String, encoded: String) {
        #expect(TestPEM.base64(Array(text.utf8)) == encoded)
    }

    @Test func `PEM can have other line lengths and endings`() {
        let text = TestPEM.encode("X", [0, 0, 0], lineLength: 2, lineEnding: "\r\n")
        #expect(text == "-----BEGIN X-----\r\nAA\r\nAA\r\n-----END X-----\r\n")
    }

    @Test func `fingerprint and key pin equal those of openssl`() throws {
        let path = try openssl.file("leaf.pem", leaf.pem)
        let hexadecimal = try leaf.fingerprint().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let printed = try openssl.run(["x509", "-noout", "-fingerprint", "-sha256", "-in", path]).text
        #expect(printed.contains(hexadecimal.joined(separator: ":").uppercased()))

        let key = try openssl.file("key.der", leaf.subjectPublicKeyInfo)
        #expect(try openssl.run(["x509", "-noout", "-pubkey", "-in", path]).text == leaf.key.publicKeyPEM)
        let digest = try leaf.keyPin().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try openssl.run(["dgst", "-sha256", key]).text.contains(digest))
    }
}
