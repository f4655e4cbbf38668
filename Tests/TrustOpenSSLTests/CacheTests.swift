import BoundedCache
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL
@testable import X509Parsing

@Suite struct `The caches` {
    @Test func `keep certificates by all of their bytes`() throws {
        let cache = CertificateCache(entries: 8)
        let reader = OpenSSLCertificateReader(cache: cache)
        let root = try TestAuthority.root("Root")
        let first = try reader.certificates(in: root.certificate.der, limits: CertificateLimits())[0]
        let again = try reader.certificates(in: Array(root.certificate.pem.utf8), limits: CertificateLimits())[0]
        #expect(first === again)
        let other = try reader.certificates(in: root.reissued().certificate.der, limits: CertificateLimits())[0]
        #expect(other.facts.fingerprint != first.facts.fingerprint)
        #expect(cache.figures.hits == 1)
        #expect(cache.figures.entries == 2)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 14, 15, 16, 100, 1000]) func `find contents by each byte and the length`(
        length: Int
    ) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 1) }
        var keys: Set = [ContentKey(bytes: bytes), ContentKey(bytes: bytes + [0]), ContentKey(bytes: [0] + bytes)]
        for position in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[position] ^= 1 << bit
                keys.insert(ContentKey(bytes: other))
            }
        }
        #expect(keys.count == (length == 0 ? 2 : 3) + 8 * length)
        #expect(Set(keys.map(\.hashValue)).count == keys.count)
        #expect(keys.contains(ContentKey(bytes: Array(bytes))))
    }

    @Test func `keep issuer names by all of their bytes, but no long or malformed names`() throws {
        let issuers = IssuerNames(certificates: 8)
        let root = try TestAuthority.root("Root")
        func issuer(of leaf: TestCertificate) throws -> DistinguishedName {
            let parsed = try CertificateParser.parse(leaf.der, readIssuer: issuers.read)
            let alone = try CertificateParser.parse(leaf.der)
            #expect(parsed.issuer.der == alone.issuer.der)
            #expect(parsed.subject == alone.subject)
            #expect(parsed.end == alone.end)
            return parsed.issuer
        }
        let first = try issuer(of: root.issueLeaf("a.example.com"))
        #expect(try issuer(of: root.issueLeaf("b.example.com")) === first)
        // Matching names may have different encodings.
        let other = try issuer(of: TestAuthority.root("ROOT").issueLeaf("a.example.com"))
        #expect(other == first && other !== first && other.der != first.der)
        let long = try TestAuthority.root(String(repeating: "a", count: 600))
        let second = try issuer(of: long.issueLeaf("a.example.com"))
        #expect(try issuer(of: long.issueLeaf("a.example.com")) !== second)
        let leaf = try root.issueLeaf("a.example.com").der
        for position in leaf.indices.prefix(200) {
            var broken = leaf
            broken[position] ^= 0x21
            #expect(Self.fault(of: broken, issuers) == Self.fault(of: broken, nil))
        }
    }

    private static func fault(of der: [UInt8], _ issuers: IssuerNames?) -> DERError? {
        do throws(DERError) {
            if let issuers {
                _ = try CertificateParser.parse(der, readIssuer: issuers.read)
            } else {
                _ = try CertificateParser.parse(der)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test func `keep no malformed and no very long certificates`() throws {
        let cache = CertificateCache(entries: 8)
        let reader = OpenSSLCertificateReader(cache: cache)
        let root = try TestAuthority.root("Root")
        for _ in 0..<2 {
            #expect(throws: CertificateReadingError.self) {
                try reader.certificates(in: root.certificate.der.dropLast(), limits: CertificateLimits())
            }
        }
        let long = try root.issueLeaf("api.example.com") {
            $0.subjectAlternativeNames += (0..<2000).map { .dns("host\($0).example") }
        }
        #expect(try reader.certificates(in: long.der, limits: CertificateLimits()).count == 1)
        #expect(cache.figures.entries == 0)
    }

    @Test func `are bounded by memory, with a weight for short names above their encoded length`() throws {
        let cache = CertificateCache(entries: 64)
        let leaf = try TestAuthority.root("Root").issueLeaf("a.example.com") {
            $0.subjectAlternativeNames = Array(repeating: .dns("a"), count: 3000)
        }
        _ = try OpenSSLCertificateReader(cache: cache).certificates(in: leaf.der, limits: CertificateLimits())
        #expect(leaf.der.count < 12000)
        #expect((24000...30000).contains(cache.figures.weight))
    }

    @Test(arguments: [true, false]) func `keep valid and invalid signatures by certificate and key`(isTrue: Bool) throws
    {
        let signatures = SignatureCache(entries: 8)
        let validator = try #require(OpenSSLSignatureVerifier(signatures: signatures))
        let root = try TestAuthority.root("Root")
        let leaf = try read(root.issueLeaf("api.example.com") { $0.signature.isCorrupt = !isTrue }.der)[0]
        let issuer = try read(root.certificate.der)[0]
        let namesake = try read(TestAuthority.root("Root").certificate.der)[0]
        for _ in 0..<3 {
            #expect(try validator.isSigned(leaf, by: issuer) == isTrue)
            #expect(try !validator.isSigned(leaf, by: namesake))
        }
        #expect(signatures.figures.hits == 4)
        #expect(signatures.figures.entries == 2)
        // Another certificate with the same key has the same results.
        let renewed = try read(root.reissued().certificate.der)[0]
        #expect(try validator.isSigned(leaf, by: renewed) == isTrue)
        #expect(signatures.figures.hits == 5)
    }

    @Test func `keep no library failures, so the signature is checked again`() throws {
        let signatures = SignatureCache(entries: 8)
        let root = try TestAuthority.root("Root")
        let leaf = try read(root.issueLeaf("api.example.com").der)[0]
        let issuer = try read(root.certificate.der)[0]
        #expect(throws: LibraryFailure.self) {
            try signatures.isSigned(leaf, by: issuer) { () throws(LibraryFailure) in throw LibraryFailure("no memory") }
        }
        #expect(signatures.figures.entries == 0)
        #expect(try signatures.isSigned(leaf, by: issuer) { true })
    }

    @Test func `keep no results of keys with inherited parameters`() throws {
        let key = try TestKey.shared(.dsa(2048))
        let stripped = DERWriter.sequence(
            DERWriter.sequence(TestObjectIdentifier("1.2.840.10040.4.1").der),
            DERWriter.bitString(key.publicKey)
        )
        let root = try TestAuthority.root("Root", key: key)
        let issuing = try root.issueAuthority("Issuing", key: key) { $0.subjectPublicKeyInfo = stripped }
        let leaf = try issuing.issueLeaf("api.example.com")
        let path = try [leaf, issuing.certificate, root.certificate].map { try read($0.der)[0] }
        let signatures = SignatureCache(entries: 8)
        let validator = try #require(OpenSSLSignatureVerifier(signatures: signatures))
        let whole = validator.completingKeys(of: path)
        for _ in 0..<2 { #expect(try validator.isSigned(whole[0], by: whole[1])) }
        #expect(signatures.figures.entries == 0)
    }
}
