import Synchronization
package import TrustEvaluation
package import TrustModel
package import TrustService

/// Counts responses, problems, verdicts and reasons for /metrics.
package final class Metrics: DecisionRecorder {
    /// The upper bounds of the duration buckets in microseconds; cached responses are fastest, hostile chains slowest.
    static let bounds = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100_000, 250_000]

    private struct State {
        /// Searched linearly: there are at most a dozen entries, of which one or two are used most of the time.
        var answers: [(route: String, status: Int, count: Int)] = []
        var problems: [ProblemCode: Int] = [:]
        var verdicts = [Int](repeating: 0, count: Verdict.Outcome.allCases.count)
        var reasons: [ReasonCode: Int] = [:]
        var durations = [Int](repeating: 0, count: bounds.count + 1)
        var totalMicroseconds = 0

        mutating func count(route: String, status: Int, _ number: Int = 1) {
            if let index = answers.firstIndex(where: { $0.status == status && $0.route == route }) {
                answers[index].count += number
            } else {
                answers.append((route, status, number))
            }
        }

        mutating func add(_ other: State) {
            for answer in other.answers { count(route: answer.route, status: answer.status, answer.count) }
            problems.merge(other.problems, uniquingKeysWith: +)
            reasons.merge(other.reasons, uniquingKeysWith: +)
            for index in verdicts.indices { verdicts[index] += other.verdicts[index] }
            for index in durations.indices { durations[index] += other.durations[index] }
            totalMicroseconds += other.totalMicroseconds
        }
    }

    private final class Part: Sendable {
        let state = Mutex(State())
    }

    /// Sharded by worker, to avoid lock contention.
    private let parts = (0..<16).map { _ in Part() }

    let batches = BatchMetrics()
    private let scripts = ScriptMetrics()
    private let evidence = EvidenceMetrics()

    /// Creates metrics with all counters at zero.
    package init() {}

    private func part(of worker: Int) -> Part { parts[worker % parts.count] }

    func count(route: String, status: Int, _ problem: ProblemCode?, worker: Int) {
        part(of: worker).state.withLock { state in
            state.count(route: route, status: status)
            if let problem { state.problems[problem, default: 0] += 1 }
        }
    }

    /// Counts a problem that is only a part of a response, such as the problem of a batch item.
    func countProblem(_ code: ProblemCode, worker: Int) {
        part(of: worker).state.withLock { $0.problems[code, default: 0] += 1 }
    }

    /// Counts a verdict that was evaluated for this decision.
    package func recordEvaluated(_ verdict: Verdict, for asker: Asker, took nanoseconds: Int64) {
        recordRemembered(verdict.outcome, verdict.reasons.map(\.code), for: asker, took: nanoseconds)
        scripts.count(verdict.scripts.failures)
        evidence.count(verdict.evidence)
    }

    /// Counts a verdict that was remembered.
    package func recordRemembered(
        _ outcome: Verdict.Outcome,
        _ reasons: [ReasonCode],
        for asker: Asker,
        took nanoseconds: Int64
    ) {
        let microseconds = Int(nanoseconds / 1000)
        let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
        part(of: asker.worker).state.withLock { state in
            state.verdicts[Self.index(of: outcome)] += 1
            for reason in reasons { state.reasons[reason, default: 0] += 1 }
            state.durations[bucket] += 1
            state.totalMicroseconds += microseconds
        }
    }

    private static func index(of outcome: Verdict.Outcome) -> Int {
        Verdict.Outcome.allCases.firstIndex(of: outcome) ?? 0
    }

    func write(to page: inout MetricsPage) {
        let state = parts.reduce(into: State()) { sum, part in sum.add(part.state.withLock { $0 }) }
        page.family("anchord_http_requests_total", .counter, help: "Responses, by route and status.")
        for answer in state.answers.sorted(by: { ($0.route, $0.status) < ($1.route, $1.status) }) {
            page.sample(
                "anchord_http_requests_total",
                [("route", answer.route), ("status", "\(answer.status)")],
                value: answer.count
            )
        }
        page.family("anchord_problems_total", .counter, help: "Requests and batch items rejected, by problem code.")
        for code in ProblemCode.allCases {
            page.sample("anchord_problems_total", [("code", code.rawValue)], value: state.problems[code] ?? 0)
        }
        page.family("anchord_evaluations_total", .counter, help: "Evaluations, by verdict.")
        for outcome in Verdict.Outcome.allCases {
            page.sample(
                "anchord_evaluations_total",
                [("verdict", outcome.rawValue)],
                value: state.verdicts[Self.index(of: outcome)]
            )
        }
        scripts.write(to: &page)
        evidence.write(to: &page)
        page.family("anchord_reasons_total", .counter, help: "Reasons in verdicts, by code.")
        for code in ReasonCode.all {
            page.sample("anchord_reasons_total", [("code", code.name)], value: state.reasons[code] ?? 0)
        }
        batches.write(to: &page)
        writeDurations(state, to: &page)
    }

    private func writeDurations(_ state: State, to page: inout MetricsPage) {
        let name = "anchord_evaluation_duration_seconds"
        page.family(name, .histogram, help: "Time that workers spent on a request, in all its rounds, without waiting.")
        var sum = 0
        for (bound, count) in zip(Self.bounds, state.durations) {
            sum += count
            page.sample("\(name)_bucket", [("le", "\(Double(bound) / 1_000_000)")], value: sum)
        }
        sum += state.durations.last ?? 0
        page.sample("\(name)_bucket", [("le", "+Inf")], value: sum)
        page.sample("\(name)_sum", [], value: Double(state.totalMicroseconds) / 1_000_000)
        page.sample("\(name)_count", [], value: sum)
    }
}
