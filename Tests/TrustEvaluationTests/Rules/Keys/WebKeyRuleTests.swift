import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The web key rule` {
    private func findings(_ kind: TestKeyKind, ofRoot: Bool = false) throws -> [String]? {
        let root = try TestAuthority.root("Root", key: ofRoot ? .shared(kind) : nil)
        let leaf = try root.issueLeaf("api.example.com", key: ofRoot ? nil : .shared(kind))
        return try RuleCase([leaf, root.certificate]).findings(of: WebKeyRule())
    }

    @Test(arguments: [
        (TestKeyKind.rsa(2048), true), (.rsa(2056), true), (.rsa(2052), false), (.rsaPSS(2048), false),
        (.ecdsaP256, true), (.ecdsaP384, true), (.ecdsaP521, true), (.ecdsaSecp256k1, false), (.ecdsaP192, false),
        (.ed25519, false), (.dsa(2048), false),
    ])
    func `requires key types of the Baseline Requirements (§6.1.5) in leaf and root`(
        kind: TestKeyKind,
        isRight: Bool
    ) throws {
        #expect(try findings(kind) == (isRight ? [] : ["error webpki.keyForbidden 0"]))
        #expect(try findings(kind, ofRoot: true) == (isRight ? [] : ["error webpki.keyForbidden 1"]))
    }
}
