import SecretMemory
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL
@testable import X509Parsing

@Suite struct `Private keys in PEM` {
    private let openssl: TrustTestSupport.OpenSSLProgram
    private let rsa: TestKey
    private let curve: TestKey

    init() throws {
        openssl = try TrustTestSupport.OpenSSLProgram()
        rsa = try TestKey.shared(.rsa(2048), "signing")
        curve = try TestKey.shared(.ecdsaP384, "signing")
    }

    @Test func `are read in every format`() throws {
        let forms: [(TestKey, String)] = [
            (rsa, "rsa -traditional"), (curve, "ec"), (rsa, "pkcs8 -topk8 -nocrypt"),
            (rsa, "pkcs8 -topk8 -passout pass:secret"), (curve, "pkcs8 -topk8 -scrypt -passout pass:secret"),
            (curve, "pkcs8 -topk8 -v1 PBE-SHA1-3DES -passout pass:secret"),
            (curve, "pkcs8 -topk8 -v1 PBE-SHA1-RC2-40 -provider legacy -provider default -passout pass:secret"),
            (rsa, "rsa -traditional -aes256 -passout pass:secret"), (curve, "ec -aes128 -passout pass:secret"),
        ]
        for (key, command) in forms {
            let pem = try openssl.pemKey(key, command)
            let read = try readKey("Bag Attributes\n" + pem, "secret")
            #expect(read.publicKey == key.subjectPublicKeyInfo, "\(command)")
        }
    }

    /// OpenSSL would ask for a missing passphrase on the terminal.
    @Test func `report a wrong or missing passphrase without asking for one`() throws {
        for command in ["rsa -traditional -aes256 -passout pass:secret", "pkcs8 -topk8 -passout pass:secret"] {
            let pem = try openssl.pemKey(rsa, command)
            #expect(try code { _ = try readKey(pem, nil) } == .passphraseMissing, "\(command)")
            #expect(try code { _ = try readKey(pem, "wrong") } == .wrongPassphrase, "\(command)")
            #expect(try code { _ = try readKey(pem, String(repeating: "x", count: 5000)) } != nil, "\(command)")
        }
    }

    @Test func `are required, and must not be several`() throws {
        #expect(try code { _ = try readKey("") } == .noPrivateKey)
        #expect(try code { _ = try readKey(curve.publicKeyPEM) } == .noPrivateKey)
        let pem = try curve.privateKeyPEM()
        #expect(try readKey(curve.publicKeyPEM + pem).publicKey == curve.subjectPublicKeyInfo)
        #expect(try code { _ = try readKey(pem + rsa.privateKeyPEM()) } == .ambiguous)
    }

    @Test func `are rejected if they are damaged`() throws {
        let pem = try curve.privateKeyPEM()
        for count in stride(from: 30, to: pem.utf8.count - 2, by: 7) {
            let found = try code { _ = try readKey(String(pem.prefix(count))) }
            #expect(found == .malformed || found == .noPrivateKey, "\(count)")
        }
        let broken = TestPEM.encode("PRIVATE KEY", Array(try curve.privateKeyDER().dropLast(3)))
        #expect(try code { _ = try readKey(broken) } == .malformed)
        let dsa = TestPEM.encode("DSA PRIVATE KEY", [0x30, 0x00])
        #expect(try code { _ = try readKey(dsa) } == .unsupportedKey)
    }

    @Test func `have costs of decryption that are known before it`() throws {
        func encryption(_ options: String) throws -> PasswordEncryption {
            let file = try openssl.binaryKey(curve, "pkcs8 -topk8 -passout pass:secret \(options)")
            // The first element of an EncryptedPrivateKeyInfo is its algorithm.
            let start = file[1] == 0x82 ? 4 : 3
            let header = file[start + 1] & 0x80 == 0 ? 2 : 3
            let count = header == 2 ? Int(file[start + 1]) : Int(file[start + 2])
            return try PasswordEncryption.parse(Array(file[start..<start + header + count]))
        }
        #expect(try encryption("-iter 4321") == PasswordEncryption(scheme: .pbes2, cost: 4321))
        let scrypt = try encryption("-scrypt -scrypt_N 1024 -scrypt_r 4 -scrypt_p 2")
        #expect(scrypt == PasswordEncryption(scheme: .pbes2, cost: 8192))
        #expect(try encryption("-v1 PBE-SHA1-3DES -iter 77") == PasswordEncryption(scheme: .tripleDES, cost: 77))
    }
}
