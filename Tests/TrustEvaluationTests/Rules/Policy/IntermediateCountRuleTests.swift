import Testing
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The intermediate count rule` {
    @Test(arguments: [(nil, nil), (2, []), (1, []), (0, ["error chain.tooLong"])] as [(Int?, [String]?)])
    func `compares a path with one intermediate with the policy`(allowed: Int?, expected: [String]?) throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.maximumIntermediates = allowed
        #expect(try ruleCase.findings(of: IntermediateCountRule()) == expected)
    }

    @Test func `ignores self-issued intermediates and a leaf that is the anchor`() throws {
        let root = try TestAuthority.root("Root")
        let rollover = try root.issueAuthority("Root")
        let leaf = try rollover.issueLeaf("api.example.com")
        var ruleCase = RuleCase([leaf, rollover.certificate, root.certificate])
        ruleCase.requirements.maximumIntermediates = 0
        #expect(try ruleCase.findings(of: IntermediateCountRule()) == [])
        ruleCase.path = [leaf]
        #expect(try ruleCase.findings(of: IntermediateCountRule()) == [])
    }
}
