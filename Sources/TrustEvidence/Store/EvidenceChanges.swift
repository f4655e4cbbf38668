import Synchronization

/// Counts what is learned from evidence: each new CRL or OCSP response, and each new issuer.
final class EvidenceChanges: Sendable {
    private let count = Atomic<UInt64>(0)

    /// The number of changes so far.
    var current: UInt64 { count.load(ordering: .acquiring) }

    /// Records a change; what was learned must already be visible to evaluations.
    func note() { count.add(1, ordering: .releasing) }
}
