import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

/// Decoding is visible for keys that OpenSSL rejects, since it makes them unusable.
@Suite struct `The key of a certificate` {
    /// An RSA key that is restricted to an unknown digest, which only OpenSSL detects.
    private static func undecodable(_ key: TestKey) -> [UInt8] {
        let digest = DERWriter.explicit(0, DERWriter.sequence(TestObjectIdentifier("1.2.3.4").der))
        let algorithm = DERWriter.sequence(
            TestObjectIdentifier("1.2.840.113549.1.1.10").der,
            DERWriter.sequence(digest)
        )
        return DERWriter.sequence(algorithm, DERWriter.bitString(key.publicKey))
    }

    private let root: TestAuthority
    private let issuing: TestAuthority
    private let verifier: OpenSSLSignatureVerifier

    init() throws {
        root = try TestAuthority.root("Root")
        let key = try TestKey.shared(.rsa(2048))
        issuing = try root.issueAuthority("Issuing", key: key) { $0.subjectPublicKeyInfo = Self.undecodable(key) }
        verifier = try #require(OpenSSLSignatureVerifier())
    }

    private func key(of certificate: Certificate) throws -> PublicKeyHandle {
        try #require(certificate.openSSL).key
    }

    @Test func `is not decoded by parsing`() throws {
        let cached = OpenSSLCertificateReader(cache: CertificateCache(entries: 8))
        for reader in [OpenSSLCertificateReader(), cached] {
            let certificate = try reader.certificates(in: issuing.certificate.der, limits: CertificateLimits())[0]
            #expect(try !key(of: certificate).isUnusable)
            #expect(try key(of: certificate).decoded() == nil)
            #expect(try key(of: certificate).isUnusable)
        }
    }

    @Test func `is decoded only to verify a signature of its type`() throws {
        let path = try [issuing.issueLeaf("api.example.com"), issuing.certificate, root.certificate].map {
            try read($0.der)[0]
        }
        #expect(try verifier.isSigned(path[1], by: path[2]))
        #expect(try !key(of: path[1]).isUnusable)
        #expect(try !verifier.isSigned(path[0], by: path[1]))
        #expect(try key(of: path[1]).isUnusable)
        #expect(verifier.defect(of: path[0], signedBy: path[1]) == .unusableKey(limit: nil))
    }

    @Test func `is decoded once for all of its signatures`() throws {
        let issuing = try root.issueAuthority("Issuing")
        let issuer = try read(issuing.certificate.der)[0]
        #expect(try verifier.isSigned(read(try issuing.issueLeaf("a.example.com").der)[0], by: issuer))
        let decoded = try #require(try key(of: issuer).decoded())
        #expect(try verifier.isSigned(read(try issuing.issueLeaf("b.example.com").der)[0], by: issuer))
        #expect(try key(of: issuer).decoded() === decoded)
    }

    @Test func `may be a compressed point`() throws {
        let key = try TestKey.generate(.ecdsaP256)
        let compressed = [2 | key.publicKey[64] & 1] + key.publicKey[1...32]
        let root = try TestAuthority.root("Root", key: key) { root in
            root.subjectPublicKeyInfo = DERWriter.sequence(
                DERWriter.sequence(
                    TestObjectIdentifier("1.2.840.10045.2.1").der,
                    TestObjectIdentifier("1.2.840.10045.3.1.7").der
                ),
                DERWriter.bitString(compressed)
            )
        }
        let path = try [root.issueLeaf("api.example.com"), root.certificate].map { try read($0.der)[0] }
        #expect(try verifier.isSigned(path[0], by: path[1]))
    }

    @Test(arguments: [
        TestKeyKind.rsa(2048), .ecdsaP256, .ecdsaP384, .ecdsaP521, .ed25519, .ed448, .dsa(2048),
    ])
    func `verifies only what it signed`(kind: TestKeyKind) throws {
        let root = try TestAuthority.root("Root", key: .shared(kind))
        let namesake = try TestAuthority.root("Root", key: .shared(kind, "namesake"))
        let leaf = try read(root.issueLeaf("api.example.com").der)[0]
        let issuers = try [root, namesake].map { try read($0.certificate.der)[0] }
        #expect(try verifier.isSigned(leaf, by: issuers[0]))
        #expect(try !verifier.isSigned(leaf, by: issuers[1]))
        #expect(verifier.defect(of: leaf, signedBy: issuers[1]) == .wrong)
    }
}
