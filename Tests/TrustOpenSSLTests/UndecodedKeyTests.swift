import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

/// A key is decoded at once only where OpenSSL has to know its kind to tell a root, which it is then taken for.
@Suite struct `The key of a certificate that is its own issuer` {
    private func isDecoded(_ certificate: TestCertificate, by reader: OpenSSLCertificateReader) throws -> Bool {
        let read = try reader.certificates(in: certificate.der, limits: CertificateLimits())
        return try #require(read[0].handle as? X509Handle).reference.isTakenForSelfSigned
    }

    @Test func `is decoded where the certificate may stand in a path`() throws {
        let root = try TestAuthority.root("Root").certificate
        #expect(try isDecoded(root, by: OpenSSLCertificateReader()))
        #expect(try !isDecoded(root, by: .ofSigners), "640 may come with OCSP responses")
    }

    @Test func `is not decoded where that takes a root to be found`() throws {
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
        #expect(try !isDecoded(root.certificate, by: OpenSSLCertificateReader()))
        let leaf = try root.issueLeaf("api.example.com")
        let reader = OpenSSLCertificateReader()
        let path = try [leaf, root.certificate].map { certificate in
            try reader.certificates(in: certificate.der, limits: CertificateLimits())[0]
        }
        #expect(try #require(OpenSSLPathValidator()).isSigned(path[0], by: path[1]))
    }
}
