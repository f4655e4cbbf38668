import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

/// DSA keys that inherit the parameters of the issuer's key (RFC 3279 section 2.3.2, NIST PKITS 4.1.5).
@Suite struct `A DSA key without parameters` {
    private static let key = Result { try TestKey.shared(.dsa(1024), "inherited") }
    private static let otherKey = Result { try TestKey.shared(.dsa(1024), "other") }

    private let root: TestAuthority

    init() throws {
        root = try TestAuthority.root("Root", key: Self.key.get())
    }

    /// Returns the SubjectPublicKeyInfo of a DSA key with absent parameters or NULL.
    private static func stripped(_ key: TestKey, parameters: [UInt8] = []) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.sequence(TestObjectIdentifier("1.2.840.10040.4.1").der, parameters),
            DERWriter.bitString(key.publicKey)
        )
    }

    /// An intermediate CA with such a key.
    private func authority(
        _ name: String = "Issuing",
        under issuer: TestAuthority? = nil,
        key: TestKey? = nil,
        parameters: [UInt8] = []
    ) throws -> TestAuthority {
        let key = try key ?? Self.key.get()
        return try (issuer ?? root).issueAuthority(name, key: key) {
            $0.subjectPublicKeyInfo = Self.stripped(key, parameters: parameters)
        }
    }

    private func completed(_ path: [TestCertificate]) throws -> [Certificate] {
        let certificates = try path.map { try read($0.der)[0] }
        return try #require(OpenSSLSignatureVerifier()).completingKeys(of: certificates)
    }

    /// Returns the indexes of certificates with invalid signatures after their keys are completed.
    private func unsigned(_ path: [TestCertificate]) throws -> [Int] {
        let certificates = try completed(path)
        let verifier = try #require(OpenSSLSignatureVerifier())
        return try certificates.indices.dropLast().filter { depth in
            try !verifier.isSigned(certificates[depth], by: certificates[depth + 1])
        }
    }

    @Test(arguments: [[], [0x05, 0x00]] as [[UInt8]])
    func `inherits those of the issuer's key (RFC 5280 §6.1.4 (f))`(parameters: [UInt8]) throws {
        let issuing = try authority(parameters: parameters)
        let lower = try authority("Lower", under: issuing, parameters: parameters)
        let path = [try lower.issueLeaf("api.example.com"), lower.certificate, issuing.certificate, root.certificate]
        #expect(try completed(path).map(\.facts.publicKey.bits) == [256, 1024, 1024, 1024])
        let found = try unsigned(path)
        #expect(found == [])
    }

    @Test func `may be that of a leaf`() throws {
        let leaf = try root.issueLeaf("api.example.com") { $0.subjectPublicKeyInfo = Self.stripped(try Self.key.get()) }
        let found = try unsigned([leaf, root.certificate])
        #expect(found == [])
    }

    @Test func `may be that of a self-issued certificate without key identifiers`() throws {
        let issuing = try root.issueAuthority("Root", key: Self.key.get()) {
            $0.subjectPublicKeyInfo = Self.stripped(try Self.key.get())
            $0.authorityKeyIdentifier = nil
        }
        let leaf = try issuing.issueLeaf("api.example.com")
        let found = try unsigned([leaf, issuing.certificate, root.certificate])
        #expect(found == [])
    }

    @Test func `signs evidence like certificates`() throws {
        let issuing = try authority()
        let path = try completed([issuing.certificate, root.certificate])
        let list = try readLists(issuing.revocationList().der)[0]
        #expect(try OpenSSLEvidenceVerifier().isSigned(list, by: path[0]))
        #expect(try !OpenSSLEvidenceVerifier().isSigned(list, by: read(issuing.certificate.der)[0]))
        let forged = try readLists(issuing.revocationList { $0.signature.isCorrupt = true }.der)[0]
        #expect(try !OpenSSLEvidenceVerifier().isSigned(forged, by: path[0]))
    }

    @Test func `has no valid signatures with other parameters`() throws {
        let issuing = try authority(key: Self.otherKey.get())
        let path = [try issuing.issueLeaf("api.example.com"), issuing.certificate, root.certificate]
        let found = try unsigned(path)
        #expect(found == [0])
    }

    @Test func `does not hide a forged certificate`() throws {
        let issuing = try root.issueAuthority("Issuing", key: Self.key.get()) {
            $0.subjectPublicKeyInfo = Self.stripped(try Self.key.get())
            $0.signature.isCorrupt = true
        }
        let leaf = try issuing.issueLeaf("api.example.com")
        let found = try unsigned([leaf, issuing.certificate, root.certificate])
        #expect(found == [1])
        let honest = try authority()
        let forged = try honest.issueLeaf("api.example.com") { $0.signature.isCorrupt = true }
        let alsoFound = try unsigned([forged, honest.certificate, root.certificate])
        #expect(alsoFound == [0])
    }

    @Test func `remains incomplete without inherited parameters, or after a key of another type`() throws {
        let issuing = try authority()
        #expect(try completed([issuing.certificate]).map(\.facts.publicKey.bits) == [nil])
        let elliptic = try root.issueAuthority("Elliptic")
        let lower = try authority(under: elliptic)
        let path = try completed([lower.certificate, elliptic.certificate, root.certificate])
        #expect(path.map(\.facts.publicKey.bits) == [nil, 256, 1024])
    }
}
