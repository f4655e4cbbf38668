import Synchronization

/// Counts attempts to sign, by identity and outcome.
final class SignatureMetrics: Sendable {
    private struct Key: Hashable {
        let identity: String
        let outcome: String
    }

    private let counts = Mutex<[Key: Int]>([:])

    /// Counts an attempt; `refusal` is the code of its problem.
    ///
    /// Only configured identities are counted, so the number of counters is bounded.
    func count(_ identity: String, refusal: ProblemCode?) {
        counts.withLock { $0[Key(identity: identity, outcome: refusal?.rawValue ?? "signed"), default: 0] += 1 }
    }

    func write(areVisible: Bool, to page: inout MetricsPage) {
        let name = "anchord_signatures_total"
        page.family(name, .counter, help: "Attempts to sign with identities, by identity and outcome.")
        guard areVisible else { return }
        let sorted = counts.withLock { $0 }.sorted {
            ($0.key.identity, $0.key.outcome) < ($1.key.identity, $1.key.outcome)
        }
        for (key, count) in sorted {
            page.sample(name, [("identity", key.identity), ("outcome", key.outcome)], value: count)
        }
    }
}
