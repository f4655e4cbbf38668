import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL
@testable import X509Parsing

@Suite struct `Named curves` {
    private static let kinds: [TestKeyKind] = [
        .ecdsaP192, .ecdsaP224, .ecdsaP256, .ecdsaP384, .ecdsaP521, .ecdsaSecp256k1, .ecdsaBrainpool(256),
        .ecdsaBrainpool(384), .ecdsaBrainpool(512),
    ]

    @Test func `are the same in the parser and the OpenSSL adapter, and are all tested here`() {
        #expect(Set(KeyParameters.groups.keys) == Set(PublicKeyParser.curveBits.keys))
        #expect(KeyParameters.groups.count == Self.kinds.count)
    }

    @Test(arguments: kinds) func `verify only what a key on them signed`(kind: TestKeyKind) throws {
        let root = try TestAuthority.root("Root", key: .shared(kind, "curve"))
        let stranger = try TestAuthority.root("Stranger", key: .shared(kind, "stranger"))
        let leaf = try read(try root.issueLeaf("api.example.com").der)[0]
        let issuers = try [root, stranger].map { try read($0.certificate.der)[0] }
        guard case .ellipticCurve(let curve?) = issuers[0].facts.publicKey.kind else {
            Issue.record("the key is of the kind \(issuers[0].facts.publicKey.kind)")
            return
        }
        #expect(KeyParameters.groups[curve] != nil)
        #expect(issuers[0].facts.publicKey.bits == PublicKeyParser.curveBits[curve])
        let verifier = try #require(OpenSSLSignatureVerifier())
        #expect(try verifier.isSigned(leaf, by: issuers[0]))
        #expect(try verifier.isSigned(issuers[0], by: issuers[0]))
        #expect(try !verifier.isSigned(leaf, by: issuers[1]))
        #expect(verifier.defect(of: leaf, signedBy: issuers[1]) == .wrong)
    }

    @Test func `have a point check, all of them`() {
        #expect(Set(WeierstrassCurve.named.keys) == Set(PublicKeyParser.curveBits.keys))
    }

    @Test(arguments: kinds) func `have the points that OpenSSL accepts, compressed or not (SEC 1 §2.3.4)`(
        kind: TestKeyKind
    ) throws {
        var generator = SeededGenerator(seed: 1)
        let info = try TestKey.shared(kind, "curve").subjectPublicKeyInfo
        let facts = try PublicKeyParser.wholeFacts(info)
        guard case .ellipticCurve(let curve?) = facts.kind, let bits = PublicKeyParser.octets(ofKeyIn: info[...]) else {
            Issue.record("the key is not on a named curve")
            return
        }
        let reader = DERReader(info)
        let algorithm = reader.copy(reader.inside(reader.elements[0]).elements[0].whole)
        let whole = Array(bits)
        let compressed = [2] + whole[1...whole.count / 2]
        var results: Set<Bool> = []
        for point in [whole, compressed, [3] + compressed.dropFirst()] {
            for round in 0..<6 {
                var changed = point
                // The first round keeps the point, and the second one has coordinates beyond the field.
                if round == 1 { for position in 1..<changed.count { changed[position] = 0xFF } }
                if round > 1 { changed[Int.random(in: 1..<changed.count, using: &generator)] ^= 1 << UInt8(round % 8) }
                let key = DERWriter.sequence(algorithm, DERWriter.bitString(changed))
                let isPoint = try PublicKeyParser.wholeFacts(key).defect == nil
                #expect(try isPoint == (DecodedKey.decoding(key[...], .ellipticCurve(curve)) != nil), "\(changed)")
                results.insert(isPoint)
            }
        }
        #expect(results == [true, false])
    }
}
