import Testing
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The lifetime rule` {
    @Test(
        arguments: [(nil, nil), (90 * 86400 + 1, []), (90 * 86400, ["error time.validityTooLong 0"])]
            as [(Int64?, [String]?)]
    )
    func `holds the leaf to the policy, both ends included`(allowed: Int64?, expected: [String]?) throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.maximumLifetime = allowed
        #expect(try ruleCase.findings(of: LifetimeRule()) == expected)
    }

    @Test func `does not apply to a validity that cannot be read`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.notAfterEncoding = .text("never") }).ruleCase
        ruleCase.requirements.maximumLifetime = 1
        #expect(try ruleCase.findings(of: LifetimeRule()) == nil)
    }
}
