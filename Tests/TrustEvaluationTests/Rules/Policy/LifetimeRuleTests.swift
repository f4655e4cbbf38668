import Testing
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The lifetime rule` {
    @Test(
        arguments: [(nil, nil), (90 * 86400 + 1, []), (90 * 86400, ["error time.validityTooLong 0"])]
            as [(Int64?, [String]?)]
    )
    func `limits the lifetime of the leaf, including both ends`(allowed: Int64?, expected: [String]?) throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.maximumLifetime = allowed
        #expect(try ruleCase.findings(of: LifetimeRule()) == expected)
    }

    @Test func `does not apply to a malformed validity period`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.notAfterEncoding = .text("never") }).ruleCase
        ruleCase.requirements.maximumLifetime = 1
        #expect(try ruleCase.findings(of: LifetimeRule()) == nil)
    }
}
