import Synchronization

/// Counts what is learned from evidence: each new CRL or OCSP response, and each new issuer.
///
/// The parts of the memory that changed last are remembered, so that a watch need not evaluate again for others.
final class EvidenceChanges: Sendable {
    /// The maximum number of remembered parts; someone who is further behind must assume that every part has changed.
    static let maximum = 4096

    /// The parts that changed last, with the numbers of their changes.
    private struct Recent {
        var parts: [EvidenceTopic: UInt64] = [:]
        var order: [(number: UInt64, part: EvidenceTopic)] = []

        mutating func append(_ part: EvidenceTopic, _ number: UInt64) {
            parts[part] = number
            order.append((number, part))
            if order.count >= 2 * maximum { shorten() }
        }

        private mutating func shorten() {
            for change in order.prefix(maximum) where parts[change.part] == change.number { parts[change.part] = nil }
            order.removeFirst(maximum)
        }
    }

    private let count = Atomic<UInt64>(0)
    private let recent = Mutex(Recent())

    /// The number of changes so far.
    var current: UInt64 { count.load(ordering: .acquiring) }

    /// Records a change of all remembered verdicts, although nothing was learned.
    func note() { count.add(1, ordering: .releasing) }

    /// Records a change of a part; what was learned must already be visible to evaluations.
    func note(_ part: EvidenceTopic) {
        recent.withLock { recent in
            recent.append(part, count.add(1, ordering: .releasing).newValue)
        }
    }

    /// Returns the parts that changed after a number of changes, each with the number of its last change; nil if unknown.
    func parts(since number: UInt64) -> [EvidenceTopic: UInt64]? {
        recent.withLock { recent in
            if let first = recent.order.first, recent.order.count >= Self.maximum, first.number > number + 1 {
                return nil
            }
            return recent.parts.filter { $0.value > number }
        }
    }
}
