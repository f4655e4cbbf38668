import Synchronization

/// Counts attempts to sign, by identity and outcome.
final class SignatureMetrics: Sendable {
    struct Key: Hashable {
        let identity: String
        let outcome: String
    }

    /// The outcome of a signature that was made.
    static let signed = "signed"

    var counts: [Key: Int] { state.withLock { $0 } }

    private let state = Mutex<[Key: Int]>([:])

    /// Counts an attempt; `refusal` is the code of its problem.
    ///
    /// Only configured identities are counted, so the number of counters is bounded.
    func count(_ identity: String, refusal: ProblemCode?) {
        state.withLock { $0[Key(identity: identity, outcome: refusal?.rawValue ?? Self.signed), default: 0] += 1 }
    }
}
