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
}
