import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The name encoding rule` {
    private let rule = NameEncodingRule()
    private static let spellings: [TestName] = [
        .commonName("Issuing", as: .printable), .commonName("ISSUING"), .commonName(" Issuing  "),
    ]

    @Test func `accepts names that are identical to the issuers' names (Baseline Requirements §7.1.4.1)`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: rule) == [])
    }

    @Test(arguments: spellings)
    func `requires identical bytes, unlike path validation`(issuer: TestName) throws {
        var ruleCase = try Hierarchy(leaf: { $0.issuer = issuer }).ruleCase
        #expect(try ruleCase.findings(of: rule) == ["error webpki.nameEncoding 0"])
        for profile in Profile.allCases where !profile.demands.requiresSVID {
            ruleCase.requirements.profile = profile
            #expect(PathEvaluation(try ruleCase.context()).isAccepted == (profile != .webpki))
        }
    }

    @Test func `requires identical issuer and subject names in roots`() throws {
        let root = try Hierarchy(root: { $0.issuer = .commonName("ROOT") })
        #expect(try root.ruleCase.findings(of: rule) == ["error webpki.nameEncoding 2"])
    }

    @Test func `does not compare names without an issuer`() throws {
        var ruleCase = RuleCase([try Hierarchy().leaf])
        ruleCase.isAnchored = false
        #expect(try ruleCase.findings(of: rule) == [])
    }
}
