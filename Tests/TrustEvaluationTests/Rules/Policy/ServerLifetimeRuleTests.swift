import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The server lifetime rule` {
    private static let september2020 = TestInstant(year: 2020, month: 9, day: 1)
    private static let july2019 = TestInstant(year: 2019, month: 7, day: 1)
    private static let refusal = ["error time.validityTooLong 0"]

    private func ruleCase(
        from notBefore: TestInstant,
        days: Int64,
        seconds: Int64 = 0,
        owner: AnchorSet.Owner = .policy(systemRoots: nil)
    ) throws -> RuleCase {
        let hierarchy = try Hierarchy(leaf: {
            $0.notBefore = notBefore
            $0.notAfter = notBefore.adding(days: days, seconds: seconds)
        })
        var ruleCase = hierarchy.ruleCase
        ruleCase.requirements = PathRequirements(profile: .appleSSL, anchors: [])
        ruleCase.owner = owner
        return ruleCase
    }

    @Test(
        arguments: [
            (september2020, 398, 0, []), (september2020, 398, 1, refusal), (september2020, 825, 0, refusal),
            (september2020.adding(seconds: -1), 825, 0, []), (september2020.adding(seconds: -1), 825, 1, refusal),
            (july2019.adding(seconds: -1), 3650, 0, []),
            (.reference, 398, 0, []), (.reference, 398, 1, refusal),
        ] as [(TestInstant, Int64, Int64, [String])]
    )
    func `allows 398 days under the system's roots since 2020-09-01 (HT211025), and 825 before`(
        notBefore: TestInstant,
        days: Int64,
        seconds: Int64,
        expected: [String]
    ) throws {
        let ruleCase = try ruleCase(from: notBefore, days: days, seconds: seconds, owner: .system)
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == expected)
    }

    @Test(
        arguments: [
            (july2019, 825, 0, []), (july2019, 825, 1, refusal),
            (july2019.adding(seconds: -1), 825, 1, []), (july2019.adding(seconds: -1), 3650, 0, []),
            (september2020, 399, 0, []), (.reference, 825, 0, []), (.reference, 825, 1, refusal),
        ] as [(TestInstant, Int64, Int64, [String])]
    )
    func `allows 825 days under other roots since 2019-07-01 (HT210176)`(
        notBefore: TestInstant,
        days: Int64,
        seconds: Int64,
        expected: [String]
    ) throws {
        let ruleCase = try ruleCase(from: notBefore, days: days, seconds: seconds)
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == expected)
    }

    @Test func `applies the limit of system roots to a root of both system and policy`() throws {
        var ruleCase = try ruleCase(from: .reference, days: 399)
        let root = try #require(ruleCase.path.last).read()
        ruleCase.owner = .policy(systemRoots: AnchorSet(name: "system", certificates: [root], owner: .system))
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == Self.refusal)
        ruleCase.owner = .policy(systemRoots: AnchorSet(name: "system", certificates: [], owner: .system))
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == [])
    }

    @Test func `applies to a leaf that is a system anchor, but not to one that is an anchor of the policy`() throws {
        var ruleCase = try ruleCase(from: .reference, days: 3650)
        ruleCase.path = Array(ruleCase.path.prefix(1))
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == nil)
        ruleCase.owner = .system
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == Self.refusal)
    }

    @Test func `does not apply to other profiles and purposes, or without an anchor or a valid validity period`() throws
    {
        var ruleCase = try ruleCase(from: .reference, days: 3650)
        ruleCase.requirements.purpose = .clientAuth
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == nil)
        ruleCase.requirements.purpose = .any
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == Self.refusal)
        for profile in Profile.allCases where profile != .appleSSL {
            ruleCase.requirements = PathRequirements(profile: profile, anchors: [])
            #expect(try ruleCase.findings(of: ServerLifetimeRule()) == nil)
        }
        ruleCase.requirements = PathRequirements(profile: .appleSSL, anchors: [])
        ruleCase.isAnchored = false
        #expect(try ruleCase.findings(of: ServerLifetimeRule()) == nil)
        var unreadable = try Hierarchy(leaf: { $0.notAfterEncoding = .text("never") }).ruleCase
        unreadable.requirements = ruleCase.requirements
        #expect(try unreadable.findings(of: ServerLifetimeRule()) == nil)
    }
}
