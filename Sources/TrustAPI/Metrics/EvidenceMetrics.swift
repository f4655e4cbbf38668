import Synchronization
import TrustModel

/// Counts the evidence that evaluated verdicts used or lacked, by kind, origin and outcome.
///
/// Verdicts without evidence take no lock. Cached verdicts are not counted: they use no evidence again.
final class EvidenceMetrics: Sendable {
    private struct Key: Hashable {
        let method: EvidenceUse.Method
        let source: EvidenceUse.Source
        let outcome: EvidenceUse.Outcome

        /// All possible combinations, so that each has a sample from the start.
        static var all: [Key] {
            let origins = EvidenceUse.Source.allCases.filter { $0 != .none }
            var keys: [Key] = []
            for method in [EvidenceUse.Method.ocsp, .crl] {
                for source in origins {
                    for outcome in [EvidenceUse.Outcome.good, .revoked, .unknown] {
                        keys.append(Key(method: method, source: source, outcome: outcome))
                    }
                }
                keys.append(Key(method: method, source: .none, outcome: .unknown))
            }
            keys += [.cache, .network].map { Key(method: .issuer, source: $0, outcome: .found) }
            return keys + [Key(method: .issuer, source: .none, outcome: .missing)]
        }
    }

    private let counts = Mutex<[Key: Int]>([:])

    func count(_ uses: [EvidenceUse]) {
        guard !uses.isEmpty else { return }
        counts.withLock { counts in
            for use in uses {
                counts[Key(method: use.method, source: use.source, outcome: use.outcome), default: 0] += 1
            }
        }
    }

    func write(to page: inout MetricsPage) {
        let name = "anchord_evidence_total"
        page.family(name, .counter, help: "Evidence that evaluations used or lacked, by kind, source and outcome.")
        let counts = counts.withLock { $0 }
        for key in Key.all {
            page.sample(
                name,
                [
                    ("method", key.method.rawValue), ("source", key.source.rawValue),
                    ("outcome", key.outcome.rawValue),
                ],
                value: counts[key] ?? 0
            )
        }
    }
}
