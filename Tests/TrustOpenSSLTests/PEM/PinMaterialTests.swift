import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

/// Returns the pin materials in bytes: `certificate` or `key`, and the pin.
private func materials(_ bytes: [UInt8], limits: CertificateLimits = CertificateLimits()) throws -> [String] {
    try OpenSSLCertificateReader().pinMaterials(in: bytes, limits: limits).map { material in
        switch material {
        case .certificate: "certificate \(material.keyFingerprint.pin)"
        case .publicKey(let fingerprint): "key \(fingerprint.pin)"
        }
    }
}

private func materials(_ text: String) throws -> [String] {
    try materials(Array(text.utf8))
}

/// Returns the error of unreadable bytes as `code: clause`.
private func pinRefusal(_ bytes: [UInt8], limits: CertificateLimits = CertificateLimits()) -> String? {
    do throws(CertificateReadingError) {
        _ = try OpenSSLCertificateReader().pinMaterials(in: bytes, limits: limits)
        return nil
    } catch {
        return "\(error.code): \(error)"
    }
}

private func pin(_ key: TestKey) throws -> String {
    "sha256/" + TestPEM.base64(try TestDigest.sha256.hash(key.subjectPublicKeyInfo))
}

@Suite struct `Pin material` {
    private let root: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "pin root"))
        leaf = try root.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "pin leaf"))
    }

    @Test(arguments: [
        TestKeyKind.rsa(2048), .rsaPSS(2048), .ecdsaP256, .ecdsaP521, .ed25519, .ed448, .dsa(1024),
    ])
    func `may be a public key of any type in PEM or DER`(kind: TestKeyKind) throws {
        let key = try TestKey.shared(kind, "pin")
        let expected = ["key " + (try pin(key))]
        #expect(try materials(key.publicKeyPEM) == expected)
        #expect(try materials(key.subjectPublicKeyInfo) == expected)
    }

    @Test(arguments: [512, 2048, 4096])
    func `may be a PKCS #1 RSA key, with the pin of its SubjectPublicKeyInfo (RFC 3279 §2.3.1)`(
        bits: Int
    ) throws {
        let key = try TestKey.shared(.rsa(bits), "pin")
        #expect(try materials(TestPEM.encode("RSA PUBLIC KEY", key.publicKey)) == ["key " + (try pin(key))])
    }

    @Test func `may be a mix of certificates, bundles and keys, in the order of the text`() throws {
        let other = try TestKey.shared(.ed25519, "pin")
        let trusted = TestTrustedCertificate(leaf, alias: "mine")
        let text = "a\n" + other.publicKeyPEM + leaf.pem + TestPKCS7([root.certificate]).pem + trusted.pem
        let (leafPin, rootPin) = (try pin(leaf.key), try pin(root.key))
        #expect(
            try materials(text) == [
                "key " + (try pin(other)), "certificate \(leafPin)", "certificate \(rootPin)", "certificate \(leafPin)",
            ]
        )
        #expect(try materials(leaf.der) == ["certificate \(leafPin)"])
        #expect(try materials(TestPKCS7([leaf]).der) == ["certificate \(leafPin)"])
        #expect(try read(text).map(\.der) == [leaf.der, root.certificate.der, leaf.der])
    }

    @Test func `is rejected with position and offset if a key is not exactly one SubjectPublicKeyInfo`() throws {
        let der = leaf.subjectPublicKeyInfo
        let longer = TestPEM.encode("PUBLIC KEY", der + [0])
        #expect(
            pinRefusal(Array((leaf.pem + longer).utf8))
                == "malformedPublicKey: public key 1, byte \(der.count): 1 byte follows the public key"
        )
        let cut = Array(der.dropLast())
        #expect(
            pinRefusal(Array(TestPEM.encode("PUBLIC KEY", cut).utf8))
                == "malformedPublicKey: public key 0, byte 0: the public key has a length of 89 bytes, more than the remaining 88"
        )
        #expect(pinRefusal(der + [0]) == "malformedPublicKey: public key 0, byte 91: 1 byte follows the public key")
        let certificate = TestPEM.encode("PUBLIC KEY", leaf.der)
        #expect(pinRefusal(Array(certificate.utf8))?.hasPrefix("malformedPublicKey: public key 0, byte ") == true)
        let noKey = TestPEM.encode("RSA PUBLIC KEY", der)
        #expect(pinRefusal(Array(noKey.utf8))?.hasPrefix("malformedPublicKey: public key 0, byte ") == true)
    }

    @Test func `is rejected at the first invalid byte of a key's PEM`() throws {
        let offset = leaf.pem.utf8.count
        let broken = "-----BEGIN PUBLIC KEY-----\nM!\n-----END PUBLIC KEY-----\n"
        #expect(
            pinRefusal(Array((leaf.pem + broken).utf8))
                == "malformedPublicKey: public key 1, byte \(offset + 28): the block is not base64"
        )
        #expect(
            pinRefusal(Array("-----BEGIN RSA PUBLIC KEY-----\n".utf8))
                == "malformedPublicKey: public key 0, byte 0: the block has no END RSA PUBLIC KEY line"
        )
    }

    @Test func `is rejected unread if it is a private key`() throws {
        let text = leaf.key.publicKeyPEM + (try leaf.key.privateKeyPEM())
        #expect(pinRefusal(Array(text.utf8))?.hasPrefix("privateKey: byte ") == true)
    }

    @Test func `is rejected if empty, and is bounded in number and size`() throws {
        let nothing = "noCertificate: there is neither a certificate nor a public key"
        #expect(pinRefusal(Array(TestPEM.encode("EC PARAMETERS", [6, 0]).utf8)) == nothing)
        #expect(pinRefusal([]) == "noCertificate: the input is neither PEM nor DER")
        let text = Array((leaf.key.publicKeyPEM + leaf.pem).utf8)
        #expect(
            pinRefusal(text, limits: CertificateLimits(count: 1))
                == "tooManyCertificates: there are more than 1 certificates"
        )
        #expect(
            pinRefusal(text, limits: CertificateLimits(bytesEach: 90))
                == "certificateTooLarge: certificate 0: the public key has 91 bytes, more than 90"
        )
    }

    @Test func `is parsed past malformed blocks`() throws {
        let text = TestPEM.encode("PUBLIC KEY", [0x30, 0]) + leaf.pem + TestPEM.encode("CERTIFICATE", [0x30, 0])
        let (materials, failures) = OpenSSLCertificateReader().readablePinMaterials(
            in: Array((text + root.key.publicKeyPEM).utf8),
            limits: CertificateLimits()
        )
        #expect(materials.map(\.keyFingerprint.pin) == [try pin(leaf.key), try pin(root.key)])
        #expect(failures.map(\.code) == [.malformedPublicKey, .malformedCertificate])
        #expect(failures.map(\.certificate) == [0, 2])
    }
}
