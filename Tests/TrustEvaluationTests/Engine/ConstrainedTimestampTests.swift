import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Anchors that are trusted only for certificates with an early timestamp.
@Suite struct `Timestamps under a constrained anchor` {
    private static let signedAt = TestInstant.reference.adding(days: -20)
    private static let date = Instant(signedAt)

    private func transparency(
        notAfter date: Instant,
        _ edit: (inout TransparencyCase) -> Void = { _ in }
    ) throws -> TransparencyCase {
        var transparency = TransparencyCase(try TransparencyCase.usual())
        transparency.embedded = [transparency.logs[0]]
        transparency.signedAt = Self.signedAt
        var alternative = AnchorAlternative()
        alternative.sctNotAfter = date
        transparency.anchorAlternatives = [alternative]
        edit(&transparency)
        return transparency
    }

    private func failures(_ transparency: TransparencyCase) throws -> [String] {
        let verdict = try transparency.verdict()
        let reason = verdict.reasons.first { $0.code == .chainAnchorConstrained }
        #expect((verdict.outcome == .trusted) == (reason == nil), "\(verdict.summaries)")
        guard case .list(let failures)? = reason?.fact("alternatives") else { return [] }
        return failures
    }

    @Test func `are compared with the date to the second`() throws {
        #expect(try failures(transparency(notAfter: Self.date.adding(seconds: 1))) == [])
        #expect(try failures(transparency(notAfter: Self.date)) == [])
        let before = Self.date.adding(seconds: -1)
        #expect(
            try failures(transparency(notAfter: before)) == [
                "sctNotAfter: the earliest verified SCT is from \(Self.date), after \(before)"
            ]
        )
    }

    @Test func `are compared if they are embedded, in the request or stapled`() throws {
        let origins: [(inout TransparencyCase) -> Void] = [
            { _ in }, { $0.requested = $0.embedded }, { $0.stapled = $0.embedded },
        ]
        for (index, set) in origins.enumerated() {
            let transparency = try transparency(notAfter: Self.date) {
                set(&$0)
                if index > 0 { $0.embedded = [] }
            }
            #expect(try failures(transparency) == [])
        }
    }

    @Test func `are not accepted without a log list, without a log or with a wrong signature`() throws {
        let required = "sctNotAfter: an SCT not after \(Self.date) is required, but"
        let cases: [(String, (inout TransparencyCase) -> Void)] = [
            ("no log list is configured (evidence.logList)", { $0.hasLogList = false }),
            ("the leaf has no SCT", { $0.embedded = [] }),
            (
                "no SCT of the leaf was verified: the first one of the log Alpha 2026 is not signed by the log for this "
                    + "certificate", { $0.editTimestamp = { $0.isCorrupt = true } }
            ),
            (
                "no SCT of the leaf was verified: the first one is from a log that the log list does not contain",
                { $0.logs.removeFirst() }
            ),
        ]
        for (obstacle, edit) in cases {
            #expect(try failures(transparency(notAfter: Self.date, edit)) == ["\(required) \(obstacle)"])
        }
    }

    @Test func `are not reported, because the policy does not require them`() throws {
        let verdict = try transparency(notAfter: Self.date) { $0.editTimestamp = { $0.isCorrupt = true } }.verdict()
        #expect(!verdict.reasons.contains { $0.code.name.hasPrefix("ct.") })
    }

    @Test func `limit the verdict until a log changes its state`() throws {
        let change = TestInstant.reference.adding(days: 3)
        let transparency = try transparency(notAfter: Self.date) { $0.logs[1].since = change }
        let end = Instant(change).adding(seconds: -1)
        let verdict = try transparency.verdict()
        #expect(verdict.validUntil == end)
        #expect(verdict.reuse.stableUntil == end)
    }
}
