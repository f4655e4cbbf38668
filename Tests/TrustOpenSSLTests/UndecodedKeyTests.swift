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

/// Whether a key was decoded shows where OpenSSL cannot: trying to makes it unusable.
@Suite struct `The key of a certificate that another issued` {
    /// A point of the right form and length that is not on its curve.
    private static let undecodable = DERWriter.sequence(
        DERWriter.sequence(
            TestObjectIdentifier("1.2.840.10045.2.1").der,
            TestObjectIdentifier("1.2.840.10045.3.1.7").der
        ),
        DERWriter.bitString([4] + [UInt8](repeating: 1, count: 64))
    )

    private let root: TestAuthority
    private let issuing: TestAuthority

    init() throws {
        root = try TestAuthority.root("Root")
        issuing = try root.issueAuthority("Issuing") { $0.subjectPublicKeyInfo = Self.undecodable }
    }

    private func wasTried(_ certificate: Certificate) throws -> Bool {
        try !#require(certificate.handle as? X509Handle).key.isQuicklyDecoded
    }

    @Test func `is not decoded by reading, whatever the certificates are for`() throws {
        let leaf = try root.issueLeaf("api.example.com") { $0.subjectPublicKeyInfo = Self.undecodable }
        for reader in [
            OpenSSLCertificateReader(), .ofSigners, OpenSSLCertificateReader(cache: CertificateCache(entries: 8)),
        ] {
            for certificate in [leaf, issuing.certificate] {
                let read = try reader.certificates(in: certificate.der, limits: CertificateLimits())[0]
                #expect(try !wasTried(read))
                // It shows where it was.
                #expect(try #require(read.handle as? X509Handle).key.decoded() == nil)
                #expect(try wasTried(read))
            }
        }
    }

    @Test func `is not decoded by judging the path that it ends`() throws {
        let leaf = try root.issueLeaf("api.example.com") { $0.subjectPublicKeyInfo = Self.undecodable }
        let path = try [leaf, root.certificate].map { try read($0.der)[0] }
        let validator = try #require(OpenSSLPathValidator())
        let anchors = AnchorSet(name: "test", certificates: [path[1]], owner: .system)
        let judgement = validator.validate(
            CandidatePath(certificates: validator.completingKeys(of: path), end: .anchor(anchors)),
            at: Instant(secondsSince1970: TestInstant.reference.secondsSince1970)
        )
        #expect(judgement.failure == nil)
        #expect(judgement.violations.isEmpty)
        #expect(try !wasTried(path[0]))
    }

    @Test func `is decoded as soon as it is to have signed another`() throws {
        let path = try [issuing.issueLeaf("api.example.com"), issuing.certificate].map { try read($0.der)[0] }
        #expect(try !wasTried(path[1]))
        #expect(try !#require(OpenSSLPathValidator()).isSigned(path[0], by: path[1]))
        #expect(try wasTried(path[1]))
        let leaf = try #require(path[0].handle as? X509Handle)
        #expect(try leaf.key.isQuicklyDecoded && leaf.key.decoded() != nil)
    }

    @Test func `is decoded once, for all signatures that it made`() throws {
        let issuing = try root.issueAuthority("Issuing")
        let issuer = try read(issuing.certificate.der)[0]
        let key = try #require(issuer.handle as? X509Handle).key
        let validator = try #require(OpenSSLPathValidator())
        #expect(try validator.isSigned(read(try issuing.issueLeaf("a.example.com").der)[0], by: issuer))
        let decoded = try #require(try key.decoded())
        #expect(try validator.isSigned(read(try issuing.issueLeaf("b.example.com").der)[0], by: issuer))
        #expect(try key.decoded() === decoded)
    }
}
