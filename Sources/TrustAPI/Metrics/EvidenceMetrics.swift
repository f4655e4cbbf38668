import Synchronization
import TrustModel

/// Counts the evidence that evaluated verdicts used or lacked, by kind, origin and outcome.
///
/// Verdicts without evidence take no lock. Cached verdicts are not counted: they use no evidence again.
final class EvidenceMetrics: Sendable {
    struct Key: Hashable {
        let method: EvidenceUse.Method
        let source: EvidenceUse.Source
        let outcome: EvidenceUse.Outcome

        /// Whether evidence can be counted with this combination, so that it has a sample from the start.
        var isPossible: Bool {
            switch (method, source, outcome) {
            case (.issuer, .cache, .found), (.issuer, .network, .found), (.issuer, .none, .missing): true
            case (.issuer, _, _): false
            case (_, .none, _): outcome == .unknown
            case (_, _, .good), (_, _, .revoked), (_, _, .unknown): true
            default: false
            }
        }
    }

    var counts: [Key: Int] { state.withLock { $0 } }

    private let state = Mutex<[Key: Int]>([:])

    func count(_ uses: [EvidenceUse]) {
        guard !uses.isEmpty else { return }
        state.withLock { counts in
            for use in uses {
                counts[Key(method: use.method, source: use.source, outcome: use.outcome), default: 0] += 1
            }
        }
    }
}
