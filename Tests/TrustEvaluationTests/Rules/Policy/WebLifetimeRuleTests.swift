import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The web lifetime rule` {
    private static let march2018 = TestInstant(year: 2018, month: 3, day: 1)
    private static let september2020 = TestInstant(year: 2020, month: 9, day: 1)
    private static let march2026 = TestInstant(year: 2026, month: 3, day: 15)
    private static let march2027 = TestInstant(year: 2027, month: 3, day: 15)
    private static let march2029 = TestInstant(year: 2029, month: 3, day: 15)
    private static let refusal = ["error webpki.validityTooLong 0"]

    private func ruleCase(from notBefore: TestInstant, seconds: Int64) throws -> RuleCase {
        var ruleCase = try Hierarchy(leaf: {
            $0.notBefore = notBefore
            $0.notAfter = notBefore.adding(days: 0, seconds: seconds - 1)
        }).ruleCase
        ruleCase.requirements.profile = .webpki
        return ruleCase
    }

    @Test(
        arguments: [
            (march2018, 825), (september2020.adding(seconds: -1), 825), (september2020, 398), (.reference, 398),
            (march2026.adding(seconds: -1), 398), (march2026, 200), (march2027.adding(seconds: -1), 200),
            (march2027, 100), (march2029.adding(seconds: -1), 100), (march2029, 47),
            (TestInstant(year: 2040, month: 1, day: 1), 47),
        ] as [(TestInstant, Int64)]
    )
    func `limits the validity, both ends included, by the date of issue (Baseline Requirements §6.3.2)`(
        notBefore: TestInstant,
        days: Int64
    ) throws {
        #expect(try ruleCase(from: notBefore, seconds: days * 86400).findings(of: WebLifetimeRule()) == [])
        let finding = try #require(
            try ruleCase(from: notBefore, seconds: days * 86400 + 1).full(WebLifetimeRule()).first
        )
        #expect(finding.summary == "error webpki.validityTooLong 0")
        #expect(finding.message.contains("is valid for \(days + 1) days; certificates issued since "))
        #expect(finding.message.hasSuffix("may be valid for \(days)."))
        #expect(finding.fact("maximumSeconds") == .number(Int(days * 86400)))
    }

    @Test func `does not limit certificates issued before 2018-03-01`() throws {
        let old = try ruleCase(from: Self.march2018.adding(seconds: -1), seconds: 3650 * 86400)
        #expect(try old.findings(of: WebLifetimeRule()) == [])
    }

    @Test func `does not apply to other purposes and without a valid validity period`() throws {
        var client = try ruleCase(from: .reference, seconds: 3650 * 86400)
        client.requirements.purpose = .clientAuth
        #expect(try client.findings(of: WebLifetimeRule()) == nil)
        let malformed = try Hierarchy(leaf: { $0.notAfterEncoding = .text("never") }).ruleCase
        #expect(try malformed.findings(of: WebLifetimeRule()) == nil)
    }

    @Test(arguments: Profile.allCases) func `is an error under webpki, and elsewhere if the policy wants it`(
        profile: Profile
    ) throws {
        var ruleCase = try ruleCase(from: .reference, seconds: 399 * 86400)
        ruleCase.requirements = PathRequirements(profile: profile, purpose: .serverAuth, anchors: [])
        func severity() throws -> Severity? {
            PathEvaluation(try ruleCase.context()).findings.first { $0.code == .webpkiValidityTooLong }?.severity
        }
        #expect(try severity() == (profile == .webpki ? .error : nil))
        ruleCase.requirements.severities = [.webpkiValidityTooLong: .error]
        #expect(try severity() == .error)
        ruleCase.requirements.severities = [.webpkiValidityTooLong: .warning]
        #expect(try severity() == .warning)
        ruleCase.requirements.severities = [.webpkiValidityTooLong: .ignore]
        #expect(try severity() == nil)
    }
}

@Suite struct `The limits of short-lived certificates` {
    private static let march2024 = TestInstant(year: 2024, month: 3, day: 15)
    private static let march2026 = TestInstant(year: 2026, month: 3, day: 15)

    @Test(
        arguments: [
            (march2024.adding(seconds: -1), nil), (march2024, 10), (march2026.adding(seconds: -1), 10), (march2026, 7),
        ] as [(TestInstant, Int64?)]
    )
    func `follow the date of issue under webpki (Baseline Requirements §1.6.1)`(
        notBefore: TestInstant,
        days: Int64?
    ) throws {
        let leaf = try Hierarchy(leaf: {
            $0.notBefore = notBefore
            $0.notAfter = notBefore.adding(days: days ?? 1, seconds: -1)
        }).leaf.read().facts
        var requirements = PathRequirements(profile: .webpki, anchors: [])
        requirements.revocation = RevocationRequirements()
        #expect(requirements.shortLived(leaf) == days.map { $0 * 86400 })
        #expect(exemption(of: leaf, requirements) == (days == nil ? nil : .shortLived))
        requirements.revocation?.shortLived = 3600
        #expect(exemption(of: leaf, requirements) == nil)
        for profile in Profile.allCases where profile != .webpki {
            requirements = PathRequirements(profile: profile, anchors: [])
            requirements.revocation = RevocationRequirements()
            #expect(exemption(of: leaf, requirements) == nil)
        }
    }

    @Test func `exclude a longer validity, and CA certificates`() throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.notAfter = $0.notBefore.adding(days: 1) },
            leaf: { $0.notAfter = $0.notBefore.adding(days: 10) }
        )
        var requirements = PathRequirements(profile: .webpki, anchors: [])
        requirements.revocation = RevocationRequirements()
        #expect(exemption(of: try hierarchy.leaf.read().facts, requirements) == nil)
        #expect(exemption(of: try hierarchy.intermediate.certificate.read().facts, requirements) == nil)
    }

    private func exemption(
        of certificate: CertificateFacts,
        _ requirements: PathRequirements
    ) -> RevocationRequirements.Exemption? {
        requirements.revocation?.exemption(of: certificate, shortLived: requirements.shortLived(certificate))
    }
}
