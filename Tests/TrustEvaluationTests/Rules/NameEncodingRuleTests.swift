import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The name encoding rule` {
    private let rule = NameEncodingRule()
    private static let spellings: [TestName] = [
        .commonName("Issuing", as: .printable), .commonName("ISSUING"), .commonName(" Issuing  "),
    ]

    @Test func `accepts names as the issuers have them (Baseline Requirements §7.1.4.1)`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: rule) == [])
    }

    @Test(arguments: spellings)
    func `wants the same bytes, where path validation wants the same name`(issuer: TestName) throws {
        var ruleCase = try Hierarchy(leaf: { $0.issuer = issuer }).ruleCase
        #expect(try ruleCase.findings(of: rule) == ["error webpki.nameEncoding 0"])
        for profile in Profile.allCases {
            ruleCase.requirements.profile = profile
            #expect(PathEvaluation(try ruleCase.context()).isAccepted == (profile != .webpki))
        }
    }

    @Test func `wants of roots that they name themselves alike`() throws {
        let root = try Hierarchy(root: { $0.issuer = .commonName("ROOT") })
        #expect(try root.ruleCase.findings(of: rule) == ["error webpki.nameEncoding 2"])
    }

    @Test func `has nothing to compare where the issuer is not at hand`() throws {
        var ruleCase = RuleCase([try Hierarchy().leaf])
        ruleCase.isAnchored = false
        #expect(try ruleCase.findings(of: rule) == [])
    }
}
