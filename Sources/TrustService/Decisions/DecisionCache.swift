package import BoundedCache
import TrustEvaluation
import TrustModel

/// Remembers verdicts by their questions, for requests in all forms.
///
/// The cache does not affect verdicts: an entry is used only while everything that determines its verdict is unchanged.
package final class DecisionCache: Sendable {
    /// A remembered verdict.
    final class Entry: Sendable {
        let verdict: Verdict
        let facts: DecisionFacts
        let validity: DecisionValidity

        init(_ verdict: Verdict, _ facts: DecisionFacts, validity: DecisionValidity) {
            self.verdict = verdict
            self.facts = facts
            self.validity = validity
        }
    }

    /// The size in bytes of the largest verdicts for ordinary chains; every shard has capacity for one of them.
    private static let heaviest = 128 << 10

    private let cache: SharedCache<DecisionKey, Entry>
    /// Whether the cache can store anything.
    let isEnabled: Bool

    /// Creates an empty cache; a limit of 0 disables it.
    package init(entries: Int, bytes: Int) {
        cache = SharedCache(capacity: entries, maximumWeight: bytes, heaviest: Self.heaviest)
        isEnabled = entries > 0 && bytes > 0
    }

    /// The statistics of the cache; weights are bytes.
    package var figures: CacheFigures { cache.figures }

    func entry(for key: DecisionKey, where isUsable: (Entry) -> Bool) -> Entry? {
        cache.value(for: key, where: isUsable)
    }

    func insert(_ entry: Entry, for key: DecisionKey) {
        cache.insert(entry, for: key, weight: key.weight + entry.verdict.estimatedMemory + entry.facts.weight)
    }
}

extension Verdict {
    /// The memory of the verdict in bytes, rather too high: certificates are counted for each verdict that has them.
    fileprivate var estimatedMemory: Int {
        let paths = [path] + rejectedPaths.map(\.path)
        let certificates = paths.joined().reduce(0) { $0 + 1024 + $1.certificate.estimatedMemory }
        let findings = [reasons] + rejectedPaths.map(\.reasons)
        let texts = checks.reduce(0) { $0 + 128 + $1.name.utf8.count + $1.why.utf8.count }
        return 1024 + certificates + findings.joined().reduce(texts) { $0 + $1.estimatedMemory } + 64 * evidence.count
    }
}

extension Finding {
    /// The memory of the message and the facts: a certificate can have thousands of names.
    fileprivate var estimatedMemory: Int {
        facts.reduce(256 + message.utf8.count) { sum, fact in
            switch fact.value {
            case .text(let text): sum + 64 + text.utf8.count
            case .number, .flag: sum + 64
            case .list(let texts): texts.reduce(sum + 64) { $0 + 48 + $1.utf8.count }
            }
        }
    }
}
