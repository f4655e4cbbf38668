import SecretMemory
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `Signing keys` {
    private static let kinds: [(TestKeyKind, SigningKeyType, Int)] = [
        (.rsa(2048), .rsa, 2048), (.ecdsaP256, .ecdsaP256, 256), (.ecdsaP384, .ecdsaP384, 384),
        (.ecdsaP521, .ecdsaP521, 521), (.ed25519, .ed25519, 256),
    ]
    private static let message = Array("a message of a client".utf8)

    private func key(_ kind: TestKeyKind) throws -> (TestKey, SigningKey) {
        let test = try TestKey.shared(kind, "signing")
        return (test, try SigningKey(pkcs8: secret(test.privateKeyDER())))
    }

    @Test func `have the type, the size and the public key of their file`() throws {
        for (kind, type, bits) in Self.kinds {
            let (test, key) = try key(kind)
            #expect(key.type == type)
            #expect(key.bits == bits)
            #expect(key.publicKey == test.subjectPublicKeyInfo)
            #expect(key.matches(test.subjectPublicKeyInfo[...]))
            #expect(!key.matches(try TestKey.generate(kind).subjectPublicKeyInfo[...]))
        }
        #expect(SecureHeap.protection != .unavailable)
    }

    @Test func `sign with every suitable algorithm so that openssl verifies the signature`() throws {
        let openssl = try TrustTestSupport.OpenSSLProgram()
        for (kind, type, _) in Self.kinds {
            let (test, key) = try key(kind)
            for algorithm in type.algorithms {
                let signature = try key.sign(Self.message, with: algorithm)
                let arguments = algorithm.verification(
                    key: try openssl.file("public.pem", test.publicKeyPEM),
                    message: try openssl.file("message", Self.message),
                    signature: try openssl.file("signature", signature)
                )
                let outcome = try openssl.run(arguments)
                #expect(outcome.status == 0, "\(type) \(algorithm): \(outcome.text)")
                let damaged = try openssl.file("message", Self.message + [0])
                #expect(try openssl.run(arguments.map { $0 == damaged ? damaged : $0 }).status != 0)
            }
        }
    }

    @Test func `sign the digest of a message like the message`() throws {
        for (kind, type, _) in Self.kinds where type != .ed25519 {
            let (_, key) = try key(kind)
            for (algorithm, digest) in zip(type.algorithms, [TestDigest.sha256, .sha384, .sha512]) {
                let signature = try key.sign(digest: digest.hash(Self.message), with: algorithm)
                #expect(key.verifies(signature, of: Self.message, with: algorithm))
                #expect(!key.verifies(signature, of: Self.message + [0], with: algorithm))
            }
        }
    }

    @Test func `reject algorithms of other key types`() throws {
        for (kind, type, _) in Self.kinds {
            let (_, key) = try key(kind)
            for algorithm in SigningAlgorithm.allCases where !type.algorithms.contains(algorithm) {
                #expect(throws: SigningError.unsuitableAlgorithm(algorithm, type)) {
                    try key.sign(Self.message, with: algorithm)
                }
                #expect(throws: SigningError.unsuitableAlgorithm(algorithm, type)) {
                    try key.sign(digest: [UInt8](repeating: 0, count: 32), with: algorithm)
                }
            }
        }
    }

    @Test func `reject digests of a wrong length, and every digest for Ed25519`() throws {
        let (_, key) = try key(.ecdsaP256)
        #expect(throws: SigningError.digestLength(found: 31, expected: 32)) {
            try key.sign(digest: [UInt8](repeating: 0, count: 31), with: .ecdsaWithSHA256)
        }
        let (_, edwards) = try self.key(.ed25519)
        #expect(throws: SigningError.digestNotSupported(.ed25519)) {
            try edwards.sign(digest: [UInt8](repeating: 0, count: 64), with: .ed25519)
        }
    }

    @Test func `of unsupported types and sizes are rejected by name`() throws {
        let unsupported: [(TestKeyKind, String)] = [
            (.rsa(1024), "RSA with 1024 bits"), (.rsaPSS(2048), "rsassaPss"), (.ecdsaSecp256k1, "EC on secp256k1"),
            (.ecdsaP224, "EC on secp224r1"), (.ed448, "ED448"), (.dsa(1024), "dsaEncryption"),
        ]
        for (kind, name) in unsupported {
            let file = try secret(TestKey.shared(kind, "unsupported").privateKeyDER())
            let error = #expect(throws: PrivateKeyError.self) { try SigningKey(pkcs8: file) }
            #expect(error?.code == .unsupportedKey)
            #expect(error?.reason.contains("unsupported type \(name);") == true, "\(error?.reason ?? "")")
        }
    }

    /// The DER ends with the public key, so the damaged key has a valid point of another key or none.
    @Test func `that contradict their public key are rejected`() throws {
        let (one, other) = (try TestKey.generate(.ecdsaP256), try TestKey.generate(.ecdsaP256))
        let file = try Array(one.privateKeyDER().dropLast(64) + other.privateKeyDER().suffix(64))
        #expect(try code { _ = try SigningKey(pkcs8: secret(file)) } == .malformed)
    }

    /// Other tests use much less of the heap at the same time.
    @Test(arguments: [(TestKeyKind.rsa(2048), 896), (.ecdsaP521, 66), (.ed25519, 32)])
    func `have their private numbers in the secure heap of OpenSSL`(kind: TestKeyKind, bytes: Int) throws {
        let file = try secret(TestKey.shared(kind, "signing").privateKeyDER())
        let keys = try (0..<200).map { _ in try SigningKey(pkcs8: file) }
        withExtendedLifetime(keys) { #expect(SecureHeap.used >= 200 * bytes, "\(SecureHeap.used)") }
    }

    @Test func `truncated at any length are malformed`() throws {
        for kind in [TestKeyKind.rsa(2048), .ecdsaP256, .ed25519] {
            let file = try TestKey.shared(kind, "signing").privateKeyDER()
            for count in stride(from: 0, to: file.count, by: kind == .rsa(2048) ? 37 : 1) {
                #expect(try code { _ = try SigningKey(pkcs8: secret(file.prefix(count))) } == .malformed)
            }
        }
    }
}
