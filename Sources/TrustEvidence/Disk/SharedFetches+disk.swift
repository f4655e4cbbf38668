import TrustEvaluation
import TrustModel

/// The disk cache, which is asked before the network.
extension SharedFetches {
    /// Looks for a target on the disk, and passes usable evidence or nil to a closure, possibly before it returns.
    ///
    /// Verified evidence enters the memory, also if its time is over, so that no older evidence replaces it. Delta CRLs are
    /// not kept on the disk, because they are short and soon replaced. The disk has nothing newer than what is in memory, so it
    /// is not asked about a target that is in memory and cannot be used.
    func restore(
        _ target: EvidenceTarget,
        _ need: EvidenceNeed,
        _ completion: @escaping @Sendable (StoredEvidence?) -> Void
    ) {
        guard let disk, need.base == nil, store.entry(for: target.key) == nil else { return completion(nil) }
        let key = EvidenceRecord.key(of: need, at: target.location)
        let isRead = disk.read(key) { [reader, store, clock, memory] record in
            guard let record else {
                completion(nil)
                return true
            }
            let weight = StoredEvidence.weight(ofListWithBytes: record.content.count)
            let charge = need.method == .crl ? memory.charge(weight) : nil
            if need.method == .crl, charge == nil {
                completion(nil)
                return true
            }
            switch reader.restore(record, for: need, at: target.location, charge) {
            case .usable(let entry):
                let kept = store.insert(entry, for: target.key)
                let now = clock.now
                completion(kept.flatMap { now <= $0.end && $0.content.isUsable(for: need, at: now) ? $0 : nil })
                return true
            case .outdated(let entry):
                _ = store.insert(entry, for: target.key)
                completion(nil)
                return true
            case .unfit:
                completion(nil)
                return true
            case .rejected:
                completion(nil)
                return false
            }
        }
        if !isRead { completion(nil) }
    }

    /// Writes evidence to the disk that was fetched and verified.
    func archive(
        _ entry: StoredEvidence,
        _ response: EvidenceResponse,
        for target: EvidenceTarget,
        _ need: EvidenceNeed
    ) {
        guard let disk, need.base == nil, case .body(_, let maximumAge) = response.outcome,
            let record = EvidenceRecord(entry, of: need, at: target.location, maximumAge: maximumAge)
        else { return }
        disk.write(record)
    }
}
