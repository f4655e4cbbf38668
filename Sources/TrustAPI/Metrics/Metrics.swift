import Synchronization
package import TrustEvaluation
package import TrustModel
package import TrustService

/// Counts responses, problems, verdicts and reasons for /metrics.
package final class Metrics: DecisionRecorder {
    /// The upper bounds of the duration buckets in microseconds; cached responses are fastest, hostile chains slowest.
    static let bounds = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100_000, 250_000]

    /// The counts of one worker, or of all.
    struct State {
        /// Searched linearly: there are at most a dozen entries, of which one or two are used most of the time.
        var answers: [(route: String, status: Int, count: Int)] = []
        var problems: [ProblemCode: Int] = [:]
        var verdicts = [Int](repeating: 0, count: Verdict.Outcome.allCases.count)
        var reasons: [ReasonCode: Int] = [:]
        var durations = [Int](repeating: 0, count: bounds.count + 1)
        var totalMicroseconds = 0
        var shadows = ShadowMetrics()
        /// The counts of ``PolicyMetrics/Counts``, one policy after another.
        private var policies: [Int] = []

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
            shadows.add(other.shadows)
            reserve(other.policies.count)
            for index in other.policies.indices { policies[index] += other.policies[index] }
        }

        /// The number of counters of policies that can have counts.
        var counters: Int { policies.count / PolicyMetrics.Counts.size }

        /// Counts a decision of the policy with a counter.
        mutating func count(_ outcome: Verdict.Outcome, _ action: Verdict.Action, counter: Int) {
            let size = PolicyMetrics.Counts.size
            if policies.count < (counter + 1) * size { reserve((counter + 1) * size) }
            policies[counter * size + PolicyMetrics.Counts.index(outcome, action)] += 1
        }

        private mutating func reserve(_ count: Int) {
            if policies.count < count { policies += repeatElement(0, count: count - policies.count) }
        }

        /// Adds the counts of a counter.
        func add(_ counter: Int, to counts: inout [Int]) {
            for index in counts.indices { counts[index] += policies[counter * counts.count + index] }
        }

        func count(of outcome: Verdict.Outcome) -> Int { verdicts[Metrics.index(of: outcome)] }

        var evaluationTimes: DurationCounts {
            DurationCounts(counts: durations, bounds: bounds, sum: totalMicroseconds, unitsPerSecond: 1_000_000)
        }
    }

    private final class Part: Sendable {
        let state = Mutex(State())
    }

    /// Sharded by worker, to avoid lock contention.
    private let parts = (0..<16).map { _ in Part() }

    let batches = BatchMetrics()
    let watches = WatchMetrics()
    let streams = DecisionStreamMetrics()
    let scripts = ScriptMetrics()
    let evidence = EvidenceMetrics()
    let policies = PolicyMetrics()

    /// Creates metrics with all counters at zero.
    package init() {}

    /// The counts of all workers.
    var state: State { parts.reduce(into: State()) { sum, part in sum.add(part.state.withLock { $0 }) } }

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

    /// Counts the scripts and the evidence of a verdict that was evaluated.
    package func observe(_ verdict: Verdict) {
        scripts.count(verdict.scripts.failures)
        evidence.count(verdict.evidence)
    }

    /// Returns the counter of a policy.
    package func counter(of policy: PolicyIdentity) -> Int { policies.counter(of: policy) }

    /// Counts a decision with a verdict.
    package func record(_ decision: Decision, worker: Int) {
        guard case .verdict(let facts) = decision.subject else { return }
        let microseconds = Int(decision.nanoseconds / 1000)
        let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
        part(of: worker).state.withLock { state in
            state.verdicts[Self.index(of: facts.outcome)] += 1
            for reason in facts.reasons { state.reasons[reason.code, default: 0] += 1 }
            state.count(facts.outcome, facts.action, counter: facts.counter)
            if let shadow = facts.shadow { state.shadows.count(shadow, of: facts) }
            state.durations[bucket] += 1
            state.totalMicroseconds += microseconds
        }
    }

    private static func index(of outcome: Verdict.Outcome) -> Int {
        Verdict.Outcome.allCases.firstIndex(of: outcome) ?? 0
    }
}
