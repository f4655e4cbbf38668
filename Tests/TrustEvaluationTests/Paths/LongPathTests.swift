import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `A path of forty CAs` {
    @Test func `is evaluated completely, with the constraints of the topmost CA`() throws {
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "long root")) {
            $0.extensions.append(.nameConstraints(excluded: [.dns("evil.example")]))
        }
        var issuer = root
        var chain: [TestCertificate] = []
        for number in 1...39 {
            issuer = try issuer.issueAuthority("CA \(number)", key: .shared(.ecdsaP256, "long \(number % 2)"))
            chain.insert(issuer.certificate, at: 0)
        }
        for (name, expected) in [("api.example.com", []), ("api.evil.example", ["error constraint.name 0"])] {
            let leaf = try issuer.issueLeaf(name)
            var engineCase = EngineCase([leaf] + chain, anchors: [root.certificate])
            engineCase.host = .none
            engineCase.edit = { $0.validateHost = false }
            let (verdict, paths) = try engineCase.evaluation()
            #expect(paths == 1)
            #expect(verdict.pathDER.count == 41)
            #expect(verdict.summaries.filter { $0.hasPrefix("error") } == expected)
        }
    }
}
