import Synchronization
import TrustModel

/// Counts what the service does, for /metrics.
package final class Metrics: Sendable {
    /// The upper bounds of the duration histogram's buckets, in microseconds: from a cached answer to a hostile chain.
    static let bounds = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100_000, 250_000]

    private struct Answer: Hashable {
        let route: String
        let status: Int
    }

    private struct State {
        var answers: [Answer: Int] = [:]
        var problems: [ProblemCode: Int] = [:]
        var verdicts: [Verdict.Outcome: Int] = [:]
        var reasons: [ReasonCode: Int] = [:]
        var durations = [Int](repeating: 0, count: bounds.count + 1)
        var totalMicroseconds = 0
    }

    private let state = Mutex(State())

    /// All counters at zero.
    package init() {}

    func countAnswer(route: String, status: Int) {
        state.withLock { $0.answers[Answer(route: route, status: status), default: 0] += 1 }
    }

    func countProblem(_ code: ProblemCode) {
        state.withLock { $0.problems[code, default: 0] += 1 }
    }

    func countVerdict(_ verdict: Verdict, took duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
        let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.verdicts[verdict.outcome, default: 0] += 1
            for reason in verdict.reasons { state.reasons[reason.code, default: 0] += 1 }
            state.durations[bucket] += 1
            state.totalMicroseconds += microseconds
        }
    }

    func write(to page: inout MetricsPage) {
        let state = state.withLock { $0 }
        page.family("anchord_http_requests_total", .counter, "Answers, by route and status.")
        for (answer, count) in state.answers.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            page.sample(
                "anchord_http_requests_total",
                [("route", answer.route), ("status", "\(answer.status)")],
                count
            )
        }
        page.family("anchord_problems_total", .counter, "Requests refused, by problem code.")
        for code in ProblemCode.allCases {
            page.sample("anchord_problems_total", [("code", code.rawValue)], state.problems[code] ?? 0)
        }
        page.family("anchord_evaluations_total", .counter, "Evaluations, by verdict.")
        for outcome in Verdict.Outcome.allCases {
            page.sample("anchord_evaluations_total", [("verdict", outcome.rawValue)], state.verdicts[outcome] ?? 0)
        }
        page.family("anchord_reasons_total", .counter, "Reasons given in verdicts, by code.")
        for code in ReasonCode.all {
            page.sample("anchord_reasons_total", [("code", code.name)], state.reasons[code] ?? 0)
        }
        writeDurations(state, to: &page)
    }

    private func writeDurations(_ state: State, to page: inout MetricsPage) {
        let name = "anchord_evaluation_duration_seconds"
        page.family(name, .histogram, "Time from a complete request to its verdict.")
        var sum = 0
        for (bound, count) in zip(Self.bounds, state.durations) {
            sum += count
            page.sample("\(name)_bucket", [("le", "\(Double(bound) / 1_000_000)")], sum)
        }
        sum += state.durations.last ?? 0
        page.sample("\(name)_bucket", [("le", "+Inf")], sum)
        page.sample("\(name)_sum", [], Double(state.totalMicroseconds) / 1_000_000)
        page.sample("\(name)_count", [], sum)
    }
}
