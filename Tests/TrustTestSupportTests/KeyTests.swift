import Testing
import TrustTestSupport

@Suite struct `A key` {
    private static let kinds: [(TestKeyKind, TestSignatureAlgorithm?, String)] = [
        (.rsa(1024), nil, "sha256WithRSAEncryption"),
        (.rsa(2048), nil, "Public-Key: (2048 bit)"),
        (.rsa(2048), .rsa(.md5), "md5WithRSAEncryption"),
        (.rsa(2048), .rsa(.sha1), "sha1WithRSAEncryption"),
        (.rsa(2048), .rsa(.sha224), "sha224WithRSAEncryption"),
        (.rsa(2048), .rsa(.sha384), "sha384WithRSAEncryption"),
        (.rsa(2048), .rsa(.sha512), "sha512WithRSAEncryption"),
        (.rsa(2048), .rsaPSS(.sha256), "Salt Length: 0x20"),
        (.rsa(2048), .rsaPSS(.sha1, saltLength: 20), "Hash Algorithm: sha1 (default)"),
        (.rsa(2048), .rsaPSS(.sha512, saltLength: 64), "mgf1 with sha512"),
        (.rsa(1024, exponent: 3), nil, "Exponent: 3 (0x3)"),
        (.rsaPSS(2048), nil, "Public Key Algorithm: rsassaPss"),
        (.ecdsaP192, .ecdsa(.sha1), "ecdsa-with-SHA1"),
        (.ecdsaP224, .ecdsa(.sha224), "ASN1 OID: secp224r1"),
        (.ecdsaP256, nil, "ASN1 OID: prime256v1"),
        (.ecdsaP384, .ecdsa(.sha384), "ecdsa-with-SHA384"),
        (.ecdsaP521, .ecdsa(.sha512), "ASN1 OID: secp521r1"),
        (.ecdsaSecp256k1, nil, "ASN1 OID: secp256k1"),
        (.ed25519, nil, "ED25519 Public-Key:"),
        (.ed448, nil, "ED448 Public-Key:"),
        (.dsa(1024), .dsa(.sha256), "dsa_with_SHA256"),
    ]

    @Test(arguments: kinds)
    func `of each type signs a chain that openssl accepts and describes`(
        kind: TestKeyKind,
        algorithm: TestSignatureAlgorithm?,
        description: String
    ) throws {
        let openssl = try OpenSSLProgram()
        let root = try TestAuthority.root("Test Root", key: .shared(kind)) { $0.signature.algorithm = algorithm }
        let leaf = try root.issueLeaf("api.example.com") { $0.signature.algorithm = algorithm }

        let outcome = try openssl.verify(
            leaf,
            root: root.certificate,
            options: ["-check_ss_sig", "-auth_level", "0"]
        )
        #expect(outcome.status == 0, "\(outcome.text)")
        let text = try openssl.text(root.certificate).text
        #expect(text.contains(description), "\(text)")
    }

    @Test func `is shared by type and label`() throws {
        let first = try TestKey.shared(.rsa(1024), "a")
        #expect(try TestKey.shared(.rsa(1024), "a") === first)
        #expect(try TestKey.shared(.rsa(1024), "b").publicKey != first.publicKey)
    }

    @Test(arguments: [TestKeyKind.rsa(1024), .ecdsaP256, .ed25519])
    func `has a private key that openssl can read and that matches the public key`(kind: TestKeyKind) throws {
        let openssl = try OpenSSLProgram()
        let key = try TestKey.shared(kind)
        let path = try openssl.file("key.pem", try key.privateKeyPEM())
        let outcome = try openssl.run(["pkey", "-in", path, "-pubout"])
        #expect(outcome.text == key.publicKeyPEM)
    }

    @Test func `reports OpenSSL's error if it cannot be generated or cannot sign`() throws {
        let tooSmall = #expect(throws: OpenSSLFailure.self) { try TestKey.generate(.rsa(64)) }
        #expect(tooSmall?.description.contains("key size too small") == true)
        let key = try TestKey.generate(.ed25519)
        #expect(throws: OpenSSLFailure.self) { try key.sign([1], with: .ecdsa(.sha256)) }
    }

    @Test func `computes the digest of FIPS 180-2 appendix B.1`() throws {
        let digest = try TestDigest.sha256.hash(Array("abc".utf8))
        #expect(digest.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
        #expect(digest.count == 32)
    }
}
