import Testing
import TrustTestSupport

@testable import TrustOpenSSL
@testable import X509Parsing

@Suite struct `Binary private keys` {
    private let openssl: TrustTestSupport.OpenSSLProgram
    private let root: TestAuthority

    init() throws {
        openssl = try TrustTestSupport.OpenSSLProgram()
        root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
    }

    @Test func `are recognized in every format that openssl writes`() throws {
        let rsa = try TestKey.shared(.rsa(2048), "binary key")
        let encrypted = "pkcs8 -topk8 -passout pass:secret"
        let forms: [([UInt8], String)] = [
            (try openssl.pkcs12(root.certificate), "a PKCS #12 file"),
            (try rsa.privateKeyDER(), "a private key (PKCS #8)"),
            (try openssl.binaryKey(rsa, "rsa -traditional"), "a private key (PKCS #1)"),
            (try openssl.binaryKey(root.key, "ec"), "a private key (SEC 1)"),
            (try openssl.binaryKey(rsa, encrypted), "an encrypted private key (PKCS #8)"),
            (try openssl.binaryKey(rsa, encrypted + " -v1 PBE-SHA1-3DES"), "an encrypted private key (PKCS #8)"),
        ]
        for (bytes, form) in forms {
            #expect(PrivateKeyForm.name(of: bytes) == form)
            #expect(PrivateKeyForm.name(of: Array(bytes.prefix(64))) == form)
            #expect(
                refusal(bytes)?.hasPrefix("privateKey - -: \(form) was sent where certificates are expected") == true
            )
        }
    }

    @Test func `are recognized in BER with indefinite lengths`() throws {
        let content: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01, 0xA0, 0x80]
        #expect(PrivateKeyForm.name(of: [0x30, 0x80, 0x02, 0x01, 0x03, 0x30, 0x80] + content) == "a PKCS #12 file")
    }

    @Test func `are distinguished from certificates, bundles and public keys`() throws {
        let rsa = try TestKey.shared(.rsa(2048), "binary key")
        let others: [[UInt8]] = [
            root.certificate.der, TestPKCS7([root.certificate]).der, rsa.subjectPublicKeyInfo,
            root.key.subjectPublicKeyInfo, rsa.publicKey, try root.revocationList().der, [], [0x30],
            Array("0 text".utf8),
        ]
        for bytes in others { #expect(PrivateKeyForm.name(of: bytes) == nil) }
        for length in 0..<64 {
            #expect(PrivateKeyForm.name(of: Array(root.certificate.der.prefix(length))) == nil)
        }
    }
}
