import SecretMemory
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `PKCS #12 files` {
    private let openssl: TrustTestSupport.OpenSSLProgram
    private let root: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        openssl = try TrustTestSupport.OpenSSLProgram()
        root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        leaf = try root.issueLeaf("client.example", key: .shared(.ecdsaP256, "leaf"))
    }

    private func requireUsable(_ contents: PKCS12Contents) throws {
        let signature = try contents.key.sign([1, 2, 3], with: .ecdsaWithSHA256)
        #expect(contents.key.verifies(signature, of: [1, 2, 3], with: .ecdsaWithSHA256))
    }

    /// The context with RC2 is freed before the key signs.
    @Test(arguments: [
        "", "-keypbe AES-128-CBC -certpbe AES-128-CBC", "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1",
        "-legacy -keypbe PBE-SHA1-RC2-40 -certpbe PBE-SHA1-RC2-40", "-legacy", "-keypbe NONE -certpbe NONE", "-nomac",
        "-legacy -keypbe PBE-SHA1-RC2-128 -certpbe PBE-SHA1-RC2-128", "-iter 1",
    ])
    func `are read with every supported encryption`(options: String) throws {
        let file = try openssl.pkcs12(leaf, others: [root.certificate], passphrase: "pass wörd", options)
        let contents = try readPKCS12(file, "pass wörd")
        #expect(contents.key.publicKey == leaf.subjectPublicKeyInfo)
        #expect(contents.certificates == [leaf.der, root.certificate.der])
        try requireUsable(contents)
    }

    @Test func `are read without a passphrase`() throws {
        let file = try openssl.pkcs12(leaf, passphrase: "")
        try requireUsable(readPKCS12(file, nil))
        try requireUsable(readPKCS12(file, ""))
    }

    /// RFC 7292 appendix B: an empty passphrase is two zero octets (as openssl writes it) or no octets.
    @Test(arguments: [
        "", "-nomac", "-nomac -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES",
        "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES",
        "-nomac -legacy", "-nomac -keypbe PBE-SHA1-3DES -certpbe NONE", "-nomac -keypbe NONE -certpbe PBE-SHA1-3DES",
    ])
    func `with an empty passphrase are read in both encodings, also without an authentication code`(
        options: String
    ) throws {
        let file = try openssl.pkcs12(leaf, others: [root.certificate], passphrase: "", options)
        for passphrase in [nil, ""] {
            let contents = try readPKCS12(file, passphrase)
            #expect(contents.certificates == [leaf.der, root.certificate.der])
            try requireUsable(contents)
        }
    }

    @Test func `without an authentication code report a missing passphrase`() throws {
        for options in ["-nomac", "-nomac -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES"] {
            let file = try openssl.pkcs12(leaf, passphrase: "right", options)
            for passphrase in [nil, ""] {
                let code = try code { _ = try readPKCS12(file, passphrase) }
                #expect(code == .passphraseMissing || code == .malformed, "\(options)")
            }
        }
    }

    /// OpenSSL verifies PBMAC1 from version 3.4 on.
    @Test func `with PBMAC1 are verified, or the error names it (RFC 9579)`() throws {
        let items: [TestPKCS12.Item] = [.key(try leaf.key.privateKeyDER()), .certificate(leaf.der)]
        let file = try TestPKCS12(items, pbmac1: "secret", openssl).der
        do {
            try requireUsable(readPKCS12(file, "secret"))
            #expect(try code { _ = try readPKCS12(file, "wrong") } == .wrongPassphrase)
        } catch let error as PrivateKeyError {
            #expect(error.code == .unsupportedAlgorithm)
            #expect(error.reason.contains("PBMAC1"), "\(error.reason)")
        }
    }

    @Test func `report a wrong or missing passphrase`() throws {
        for options in ["", "-legacy", "-nomac", "-legacy -nomac"] {
            let file = try openssl.pkcs12(leaf, passphrase: "right", options)
            #expect(try code { _ = try readPKCS12(file, "wrong") } == .wrongPassphrase, "\(options)")
        }
        let file = try openssl.pkcs12(leaf, passphrase: "right")
        #expect(try code { _ = try readPKCS12(file, nil) } == .passphraseMissing)
        #expect(try code { _ = try readPKCS12(file, "") } == .passphraseMissing)
    }

    @Test func `with unsupported encryption name it`() throws {
        let file = try openssl.pkcs12(
            leaf,
            passphrase: "x",
            "-legacy -keypbe PBE-SHA1-RC4-128 -certpbe PBE-SHA1-RC4-128"
        )
        let error = #expect(throws: PrivateKeyError.self) { try readPKCS12(file, "x") }
        #expect(error?.code == .unsupportedAlgorithm)
        #expect(error?.reason.contains("RC4 with 128 bits") == true)
    }

    @Test func `truncated at any length are malformed`() throws {
        let file = try openssl.pkcs12(leaf, passphrase: "secret")
        for count in 0..<file.count {
            #expect(try code { _ = try readPKCS12(Array(file.prefix(count))) } == .malformed, "\(count)")
        }
        let error = #expect(throws: PrivateKeyError.self) { try readPKCS12(Array(file.prefix(file.count - 1))) }
        #expect(error?.reason.hasPrefix("is truncated") == true)
    }

    @Test func `with random or damaged bytes fail with an error`() throws {
        var random = SeededGenerator(seed: 12)
        let file = try openssl.pkcs12(leaf, passphrase: "secret", "-iter 10")
        let open = TestPKCS12([.key(try leaf.key.privateKeyDER()), .certificate(leaf.der)]).der
        for _ in 0..<200 {
            let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(try code { _ = try readPKCS12(noise) } == .malformed)
            for input in [file, open] {
                let damaged = damaged(input, &random)
                // Damage outside of the protected contents, such as in a friendly name, may have no effect.
                if let contents = try? readPKCS12(damaged) { #expect(!contents.certificates.isEmpty) }
            }
        }
    }

    @Test func `without a key or a certificate are rejected`() throws {
        let key = try leaf.key.privateKeyDER()
        #expect(try code { _ = try readPKCS12(TestPKCS12([.certificate(leaf.der)]).der) } == .noPrivateKey)
        #expect(try code { _ = try readPKCS12(TestPKCS12([.key(key)]).der) } == .noCertificate)
        let other = try root.issueLeaf("other.example")
        #expect(
            try code { _ = try readPKCS12(TestPKCS12([.key(key), .certificate(other.der)]).der) }
                == .certificateMismatch
        )
    }

    @Test func `with several keys use the one with a certificate`() throws {
        let other = try TestKey.generate(.ecdsaP256)
        let items: [TestPKCS12.Item] = [
            .key(try other.privateKeyDER()), .certificate(root.certificate.der), .certificate(leaf.der),
            .key(try leaf.key.privateKeyDER()),
        ]
        #expect(
            try code { _ = try readPKCS12(TestPKCS12(items + [.key(try root.key.privateKeyDER())]).der) } == .ambiguous
        )
        let contents = try readPKCS12(TestPKCS12(items).der)
        #expect(contents.key.publicKey == leaf.subjectPublicKeyInfo)
        #expect(contents.certificates == [leaf.der, root.certificate.der])
    }

    @Test func `with several certificates for the key use the one with its local key identifier`() throws {
        let renewed = try root.issueLeaf("client.example", key: leaf.key)
        let key = try leaf.key.privateKeyDER()
        #expect(
            try code {
                _ = try readPKCS12(TestPKCS12([.key(key), .certificate(leaf.der), .certificate(renewed.der)]).der)
            } == .ambiguous
        )
        let named = TestPKCS12([
            .key(key, localKeyID: [1]), .certificate(leaf.der, localKeyID: [2]),
            .certificate(renewed.der, localKeyID: [1]),
        ])
        #expect(try readPKCS12(named.der).certificates == [renewed.der, leaf.der])
    }

    @Test func `with too many iterations or items are rejected before any work`() throws {
        let items: [TestPKCS12.Item] = [.key(try leaf.key.privateKeyDER()), .certificate(leaf.der)]
        #expect(try code { _ = try readPKCS12(TestPKCS12(items, iterations: 10_000_001).der) } == .tooExpensive)
        #expect(try code { _ = try readPKCS12(TestPKCS12(items, iterations: 1000).der) } == .wrongPassphrase)
        let many = [TestPKCS12.Item](repeating: .certificate(leaf.der), count: 257)
        #expect(try code { _ = try readPKCS12(TestPKCS12(many).der) } == .malformed)
    }

    @Test func `share one limit of iterations among all their keys`() throws {
        let encrypted = try openssl.binaryKey(
            leaf.key,
            "pkcs8 -topk8 -scrypt -scrypt_N 16384 -scrypt_r 8 -scrypt_p 1 -passout pass:secret"
        )
        // The parallelization parameter of the second key is changed from 1 to 76. Its cost of 9961472 is below the limit
        // for a file, but not together with the cost of the first key, 131072.
        let cost: [UInt8] = [0x02, 0x02, 0x40, 0x00, 0x02, 0x01, 0x08, 0x02, 0x01, 0x01]
        var expensive = encrypted
        let start = try #require(encrypted.firstRange(of: cost)).upperBound - 1
        expensive[start] = 76
        #expect(try code { _ = try readPKCS12(TestPKCS12([.shroudedKey(encrypted)]).der) } == .noCertificate)
        let both = TestPKCS12([.shroudedKey(encrypted), .shroudedKey(expensive)])
        #expect(try code { _ = try readPKCS12(both.der) } == .tooExpensive)
    }
}
