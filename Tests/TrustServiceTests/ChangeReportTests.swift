import Testing
import TrustEvaluation
import TrustModel

@testable import TrustService

@Suite struct `The comparison of decisions`: Sendable {
    private typealias Reason = DecisionOutcome.Reason

    private static let allowed = outcome(.allow)
    private static let expired = outcome(.deny, [Reason(code: "time.expired", severity: .error)])

    private static func outcome(
        _ action: Verdict.Action,
        _ reasons: [Reason] = [],
        principal: String? = nil
    ) -> DecisionOutcome {
        DecisionOutcome(action: action, reasons: reasons, principal: principal.map { Principal(.dnsName, $0) })
    }

    /// Returns a report about changes, each from one outcome to another, with the identifiers `first`, `first + 1` and so on.
    private static func report(
        _ pairs: [(DecisionOutcome, DecisionOutcome)],
        first: Int = 0,
        host: (Int) -> String = { _ in "a" }
    ) -> ChangeReport {
        var report = ChangeReport()
        for (offset, pair) in pairs.enumerated() {
            let change = DecisionChange(from: pair.0, to: pair.1)
            report.add(change, id: "\(first + offset)", policy: "own/p", host: host(first + offset))
        }
        return report
    }

    @Test func `finds other actions, codes, severities and principals, and ignores order, repetition and notices`() {
        let (error, warning) = (Reason(code: "a.b", severity: .error), Reason(code: "a.b", severity: .warning))
        let notice = Reason(code: "n.o", severity: .notice)
        let base = Self.outcome(.allow, [error, warning], principal: "x")
        #expect(
            DecisionChange(from: base, to: Self.outcome(.allow, [warning, notice, error, error], principal: "x")) == nil
        )
        for other in [
            Self.outcome(.deny, [error, warning], principal: "x"), Self.outcome(.allow, [warning], principal: "x"),
            Self.outcome(.allow, [error, warning], principal: "y"), Self.outcome(.allow, [error, warning]),
        ] {
            #expect(DecisionChange(from: base, to: other) != nil)
        }
        let change = DecisionChange(from: Self.outcome(.allow, [warning]), to: Self.outcome(.allow, [error]))
        #expect(change?.added == [error] && change?.removed == [warning])
    }

    @Test(arguments: Verdict.Action.allCases, Verdict.Action.allCases)
    func `has an effect only if one of two actions is to allow`(before: Verdict.Action, after: Verdict.Action) {
        let change = DecisionChange(from: Self.outcome(before, principal: "x"), to: Self.outcome(after))
        let expected: DecisionChange.Effect =
            (before == .allow) == (after == .allow) ? .other : before == .allow ? .denied : .allowed
        #expect(change?.effect == expected)
    }

    @Test func `compares what a verdict and its record have in common`() {
        let verdict = Verdict(
            .refused([Finding(ReasonCode.all[0], message: "x"), Finding(ReasonCode.all[0], message: "y")]),
            policy: .inline,
            evaluatedAt: Instant(secondsSince1970: 0),
            reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0))
        )
        let facts = DecisionFacts(verdict, host: .none, chain: [], counter: 0)
        #expect(DecisionChange(from: DecisionOutcome(facts), to: DecisionOutcome(verdict)) == nil)
    }

    @Test func `counts changes by effect, reason, policy and host`() {
        let report = Self.report(
            [
                (Self.allowed, Self.expired), (Self.expired, Self.allowed), (Self.allowed, Self.allowed),
                (Self.allowed, Self.expired),
            ],
            host: { $0 == 1 ? "b" : "a" }
        )
        #expect(report.compared == 4 && report.unchanged == 1)
        #expect(report.changed.denied == 2 && report.changed.allowed == 1 && report.changed.other == 0)
        let (reasons, expired) = (report.byReason.sorted, Reason(code: "time.expired", severity: .error))
        #expect(
            reasons.map(\.key) == [.added(expired), .removed(expired)] && reasons.map(\.group.counts.total) == [2, 1]
        )
        #expect(report.byPolicy.sorted.map(\.key) == ["own/p"])
        #expect(report.byHost.sorted.map(\.key) == ["a", "b"])
        #expect(report.byHost.sorted.first?.group.examples == ["0", "3"])
    }

    @Test func `gives the same report for parts as for the whole`() {
        let pairs = (0..<40).map { $0 % 3 == 0 ? (Self.allowed, Self.expired) : (Self.expired, Self.allowed) }
        let whole = Self.report(pairs, host: { "\($0 % 7)" })
        var sum = ChangeReport()
        for start in stride(from: 0, to: 40, by: 9) {
            sum.add(Self.report(Array(pairs[start..<min(40, start + 9)]), first: start, host: { "\($0 % 7)" }))
        }
        #expect(sum.changed == whole.changed && sum.compared == whole.compared)
        for (left, right) in zip(sum.byHost.sorted, whole.byHost.sorted) {
            #expect(left.key == right.key && left.group.counts == right.group.counts)
            #expect(left.group.examples == right.group.examples)
        }
        #expect(sum.byReason.sorted.map(\.group.counts) == whole.byReason.sorted.map(\.group.counts))
    }

    @Test func `keeps a bounded number of groups and examples, and counts all changes`() {
        let count = ChangeGroups<String>.maximumCount
        let pairs = Array(repeating: (Self.allowed, Self.expired), count: count + 10)
        var report = Self.report(pairs, host: { "\($0)" })
        #expect(report.byHost.sorted.count == count && report.byHost.further.total == 10)
        #expect(report.byPolicy.sorted.first?.group.examples == ["0", "1", "2", "3", "4"])
        report.add(Self.report(pairs, host: { "x\($0)" }))
        #expect(report.byHost.sorted.count == count && report.byHost.further.total == count + 20)
        #expect(report.changed.total == 2 * count + 20)
        #expect(report.byPolicy.sorted.first?.group.examples.count == 5)
    }

    @Test func `shows denied decisions however many harmless ones come before them`() {
        let count = ChangeGroups<String>.maximumCount
        let warned = Self.outcome(.allow, [Reason(code: "a.b", severity: .warning)])
        let harmless = Self.report(Array(repeating: (Self.allowed, warned), count: 3 * count), host: { "a\($0)" })
        let denied = Self.report(
            [(Self.expired, Self.allowed), (Self.allowed, Self.expired)],
            first: 9_000,
            host: { "z\($0)" }
        )
        for parts in [[harmless, denied], [denied, harmless]] {
            var report = ChangeReport()
            for part in parts { report.add(part) }
            let hosts = report.byHost.sorted
            #expect(hosts.count == count && hosts.prefix(2).map(\.key) == ["z9001", "z9000"])
            #expect(report.byHost.further.other == 2 * count + 2 && report.byHost.further.total == 2 * count + 2)
            #expect(report.byPolicy.sorted.first?.group.examples.prefix(2) == ["9001", "9000"])
        }
    }

    @Test func `gives allowed groups the places of others, and denied ones those of both`() {
        let count = ChangeGroups<String>.maximumCount
        let allowed = Self.report(Array(repeating: (Self.expired, Self.allowed), count: count + 1), host: { "a\($0)" })
        let denied = Self.report(Array(repeating: (Self.allowed, Self.expired), count: count + 3), host: { "b\($0)" })
        var report = allowed
        report.add(denied)
        #expect(report.byHost.sorted.allSatisfy { $0.group.counts.denied == 1 })
        #expect(report.byHost.further.denied == 3 && report.byHost.further.allowed == count + 1)
        report.add(allowed)
        #expect(report.byHost.sorted.count == count && report.byHost.further.allowed == 2 * count + 2)
    }

    @Test func `has a group for clients that are allowed with another name`() {
        let (first, second) = (Self.outcome(.allow, principal: "x"), Self.outcome(.allow, principal: "y"))
        let report = Self.report([(first, second), (first, Self.expired)])
        #expect(report.byReason.sorted.map(\.key).contains(.principal))
        #expect(report.byReason.sorted.first { $0.key == .principal }?.group.examples == ["0"])
    }

    @Test func `keeps the first changes in the order of their effects`() {
        var (first, next) = (FirstChanges<Int>(maximum: 3), FirstChanges<Int>(maximum: 3))
        for (number, effect) in [DecisionChange.Effect.other, .other, .allowed].enumerated() {
            first.add(number, effect)
        }
        for (number, effect) in [DecisionChange.Effect.other, .denied].enumerated() { next.add(10 + number, effect) }
        first.add(next)
        #expect(first.elements == [11, 2, 0])
        for number in 20..<30 { first.add(number, .denied) }
        #expect(first.elements == [11, 20, 21])
    }
}
