import Testing
import TrustTestSupport

/// The client in `Deploy/examples/gnutls-client`, which signs with typed TLS 1.3 content only.
@Suite(
    .enabled(
        if: ExampleClients.hasGnuTLS,
        "requires cc and the Debian packages libgnutls28-dev, libcurl4-gnutls-dev, libjansson-dev and pkg-config"
    )
)
struct `GnuTLS client with an identity of the daemon` {
    @Test(arguments: [TestKeyKind.rsa(2048), .ecdsaP256, .ecdsaP384, .ed25519])
    func `authenticates to servers with its CA only`(_ kind: TestKeyKind) throws {
        let scene = try SigningClientScene(kind)
        let accepted = try scene.runGnuTLSClient(to: scene.server())
        #expect(accepted.status == 0)
        #expect(accepted.text.contains("HTTP/1.0 200 ok"), "\(accepted.text)")
        #expect(accepted.text.contains("New, TLSv1.3,") && accepted.text.contains("Subject: CN=partner"))
        let rejected = try scene.runGnuTLSClient(to: scene.server(anchors: "other.pem"))
        #expect(rejected.status == 1)
        #expect(rejected.text == "gnutls-client: the server rejected: CA is unknown\n")
    }

    @Test(arguments: ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"])
    func `hashes the handshake with the digest of the cipher suite (RFC 8446 section 4.4.1)`(_ suite: String) throws {
        let scene = try SigningClientScene(.ecdsaP256)
        let answer = try scene.runGnuTLSClient(to: scene.server(["-ciphersuites", suite]))
        #expect(answer.text.contains("New, TLSv1.3, Cipher is \(suite)"), "\(answer.text)")
    }

    @Test func `rejects a server of another CA, a HelloRetryRequest and TLS 1.2`() throws {
        let scene = try SigningClientScene(.ecdsaP256)
        let impostor = try scene.runGnuTLSClient(to: scene.server(), anchors: "other.pem")
        #expect(impostor.status == 1)
        #expect(impostor.text.contains("handshake: Error in the certificate verification"), "\(impostor.text)")
        let retry = try scene.runGnuTLSClient(to: scene.server(["-groups", "P-384"]))
        #expect(retry.status == 1)
        #expect(retry.text.contains("the server sent a HelloRetryRequest"), "\(retry.text)")
        let older = try scene.runGnuTLSClient(to: scene.server(["-no_tls1_3"]))
        #expect(older.status == 1)
        #expect(older.text.contains("handshake: "), "\(older.text)")
    }
}

/// The client in `Deploy/examples/go-client`, which signs digests.
@Suite(.enabled(if: ExampleClients.hasGo, "requires the Debian package golang-go"))
struct `Go client with an identity of the daemon` {
    @Test(arguments: [TestKeyKind.rsa(2048), .ecdsaP256, .ecdsaP384, .ed25519], ["1.2", "1.3"])
    func `authenticates to servers with its CA only`(_ kind: TestKeyKind, _ version: String) throws {
        let scene = try SigningClientScene(kind, signsDigests: true)
        let accepted = try scene.runGoClient(to: scene.server(), maximumVersion: version)
        #expect(accepted.status == 0)
        #expect(accepted.text.contains("New, TLSv\(version),"), "\(accepted.text)")
        #expect(accepted.text.contains("Subject: CN=partner"))
        let rejected = try scene.runGoClient(to: scene.server(anchors: "other.pem"), maximumVersion: version)
        #expect(rejected.status == 1)
        #expect(rejected.text.contains("tls: unknown certificate authority"), "\(rejected.text)")
    }

    @Test(arguments: ["RSA+SHA256", "RSA+SHA512", "RSA-PSS+SHA384"])
    func `signs with the padding and the digest that the server requests`(_ algorithm: String) throws {
        let scene = try SigningClientScene(.rsa(2048), signsDigests: true)
        let server = try scene.server(["-client_sigalgs", algorithm])
        let answer = try scene.runGoClient(to: server, maximumVersion: "1.2")
        #expect(answer.text.contains("Subject: CN=partner"), "\(answer.text)")
    }

    @Test(arguments: ["1.2", "1.3"])
    func `prints the problem if the identity does not sign digests`(_ version: String) throws {
        let scene = try SigningClientScene(.ecdsaP256)
        let answer = try scene.runGoClient(to: scene.server(), maximumVersion: version)
        #expect(answer.status == 1)
        #expect(answer.text.contains("anchord: 403 Forbidden: "), "\(answer.text)")
    }
}
