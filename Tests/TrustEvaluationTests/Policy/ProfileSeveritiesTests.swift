import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The table of severities` {
    private static let groups = ["strict.", "webpki."]

    /// The codes that are ignored except under the strict profiles.
    private static func isUntold(_ code: ReasonCode) -> Bool {
        code.name.hasPrefix("webpki.") || [.strictCRLNumberMissing, .strictCRLForm].contains(code)
    }

    @Test(arguments: ReasonCode.all.filter { code in groups.contains { code.name.hasPrefix($0) } }.map(\.name))
    func `has a row for each requirement on CAs`(name: String) throws {
        let code = try #require(ReasonCode(name: name))
        let row = try #require(code.severities)
        for profile in Profile.allCases { #expect(row[profile] != nil) }
        #expect(row[.server] == (Self.isUntold(code) ? .ignore : .warning))
        #expect(row[.rfc5280] != .error && row[.basicX509] != .error && row[.appleSSL] != .error)
    }

    @Test func `makes strict.* errors under the strict profiles, and webpki.* under webpki`() {
        for code in ReasonCode.all where Self.groups.contains(where: { code.name.hasPrefix($0) }) {
            let row = code.severities
            let isOfTheWeb = code.name.hasPrefix("webpki.")
            let excused: [ReasonCode: SeverityOverride] = [
                .strictNameConstraintsNotCritical: .ignore, .webpkiKeyUsageNotCritical: .warning,
                .webpkiClientAuthIncluded: .warning,
            ]
            #expect(row?[.webpki] == excused[code] ?? .error, "\(code.name)")
            let expected: SeverityOverride = isOfTheWeb ? .ignore : code == .strictKeyUsageMissing ? .warning : .error
            #expect(row?[.rfc5280Strict] == expected, "\(code.name)")
            #expect(row?[.rfc5280] == (Self.isUntold(code) ? .ignore : .warning), "\(code.name)")
        }
    }

    @Test func `does not change the findings of path validation itself`() {
        for code in [ReasonCode.timeExpired, .chainSignatureInvalid, .hostMismatch, .constraintName, .cryptoKeyWeak] {
            #expect(code.severities == nil)
        }
    }

    private func adjusted(_ code: ReasonCode, _ severity: Severity, _ requirements: PathRequirements) -> Severity? {
        requirements.adjusted(Finding(code, severity: severity, message: "x."))?.severity
    }

    @Test func `raises default warnings under the strict profiles, and never notices`() {
        for profile in Profile.allCases {
            let requirements = PathRequirements(profile: profile, anchors: [])
            let isStrict = profile == .rfc5280Strict || profile == .webpki
            #expect(adjusted(.constraintKeyUsage, .warning, requirements) == (isStrict ? .error : .warning))
            #expect(adjusted(.constraintPathLength, .error, requirements) == .error)
            #expect(adjusted(.noticeAnchor, .notice, requirements) == .notice)
        }
    }

    @Test func `is overridden only by the policy's checks`() {
        var requirements = PathRequirements(profile: .rfc5280, anchors: [])
        #expect(adjusted(.webpkiKeyForbidden, .error, requirements) == nil)
        requirements.severities = [.webpkiKeyForbidden: .error, .strictTimeEncoding: .ignore]
        #expect(adjusted(.webpkiKeyForbidden, .error, requirements) == .error)
        #expect(adjusted(.strictTimeEncoding, .error, requirements) == nil)
        requirements.severities = [.webpkiKeyForbidden: .warning]
        #expect(adjusted(.webpkiKeyForbidden, .error, requirements) == .warning)
        requirements = PathRequirements(profile: .webpki, anchors: [])
        requirements.severities = [.strictTimeEncoding: .warning, .webpkiKeyForbidden: .ignore]
        #expect(adjusted(.strictTimeEncoding, .error, requirements) == .warning)
        #expect(adjusted(.webpkiKeyForbidden, .error, requirements) == nil)
    }
}
