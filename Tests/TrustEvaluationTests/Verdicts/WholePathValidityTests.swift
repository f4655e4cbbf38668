import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `A time outside the validity periods of the whole path` {
    private static let early = Instant(TestInstant(year: 1970, month: 1, day: 1))
    private static let late = Instant(TestInstant(year: 2969, month: 1, day: 1))

    private let hierarchy: Hierarchy

    init() throws {
        hierarchy = try Hierarchy()
    }

    private func engineCase(at instant: Instant, _ source: TimeSource) -> EngineCase {
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.instant = instant
        engineCase.timeSource = source
        return engineCase
    }

    @Test(arguments: [
        (
            early, TimeSource.clock, "time.notYetValid",
            "None of the 3 certificates of the path is valid yet: the clock of the machine that runs anchord reads "
                + "1970-01-01T00:00:00Z, and the last of them becomes valid on 2025-12-02T00:00:00Z.",
            SpecialRemedy.slowClock, "2021-01-02T00:00:00Z"
        ),
        (
            late, .clock, "time.expired",
            "All 3 certificates of the path have expired: the clock of the machine that runs anchord reads "
                + "2969-01-01T00:00:00Z, and the last of them expired on 2030-12-31T00:00:00Z.",
            .fastClock, "2030-12-31T00:00:00Z"
        ),
        (
            early, .request, "time.notYetValid",
            "None of the 3 certificates of the path is valid yet: the requested time is 1970-01-01T00:00:00Z, and "
                + "the last of them becomes valid on 2025-12-02T00:00:00Z.",
            .requestedTimeTooEarly, "2021-01-02T00:00:00Z"
        ),
        (
            late, .request, "time.expired",
            "All 3 certificates of the path have expired: the requested time is "
                + "2969-01-01T00:00:00Z, and the last of them expired on 2030-12-31T00:00:00Z.",
            .requestedTimeTooLate, "2030-12-31T00:00:00Z"
        ),
    ])
    func `is reported as one reason about the time`(
        instant: Instant,
        source: TimeSource,
        code: String,
        message: String,
        remedy: SpecialRemedy,
        nearest: String
    ) throws {
        let verdict = try engineCase(at: instant, source).verdict()
        #expect(verdict.summaries == ["error \(code) 0"])
        let reason = try #require(verdict.reasons.first)
        #expect(reason.message == message)
        #expect(reason.remedy == remedy.text)
        #expect(reason.certificate?.der == hierarchy.leaf.der)
        #expect(reason.fact("evaluatedAt") == .text(instant.description))
        #expect(reason.fact("timeSource") == .text(source.rawValue))
        #expect(reason.fact("nearestBound") == .text(nearest))
        #expect(reason.fact("certificates") == .number(3))
        #expect(reason.fact("notAfter") == .text("2026-03-02T00:00:00Z"))
    }

    @Test func `is reported for single certificates if one of several is valid or the path has only one`() throws {
        let afterIntermediate = Instant(.reference.adding(days: 4 * 365))
        let verdict = try engineCase(at: afterIntermediate, .clock).verdict()
        #expect(verdict.summaries == ["error time.expired 0", "error time.expired 1"])
        #expect(verdict.reasons[0].specialRemedy == nil)
        var alone = EngineCase([hierarchy.leaf], anchors: [hierarchy.leaf])
        alone.instant = Self.late
        #expect(try alone.verdict().reasons.first?.specialRemedy == .expiredAnchor)
    }

    @Test func `is accepted by an exception for each certificate's reason`() throws {
        var refused = engineCase(at: Self.late, .clock)
        refused.explain = true
        let offer = try #require(try refused.verdict().exceptionOffer)
        #expect(offer.codes == [.timeExpired])
        refused.exceptions = [offer]
        let accepted = try refused.verdict()
        #expect(accepted.action == .allow && accepted.result == .proceed)
        #expect(accepted.warningCodes == ["time.expired"])
        refused.exceptions = [
            TrustException(codes: [.timeNotYetValid], chain: offer.chain, host: offer.host, until: offer.until)
        ]
        #expect(try refused.verdict().action == .deny)
    }

    @Test func `has the severity set by the policy's checks`() throws {
        var engineCase = engineCase(at: Self.early, .clock)
        engineCase.edit = { $0.severities = [.timeNotYetValid: .warning] }
        let warned = try engineCase.verdict()
        #expect(warned.action == .allow)
        #expect(warned.warningCodes == ["time.notYetValid"])
        engineCase.edit = { $0.severities = [.timeNotYetValid: .ignore] }
        #expect(try engineCase.verdict().summaries == ["notice notice.anchor 2"])
        engineCase.edit = { $0.severities = [.timeExpired: .ignore] }
        #expect(try engineCase.verdict().errorCodes == ["time.notYetValid"])
    }

    @Test func `makes the verdict stable for one second only, like every reason that quotes the time`() throws {
        #expect(try engineCase(at: Self.late, .clock).verdict().reuse.stableUntil == Self.late)
    }
}
