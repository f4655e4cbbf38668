import TrustEvaluation
import TrustModel

/// The disk cache, which is asked before the network.
extension SharedFetches {
    /// Returns usable evidence of a target on the disk; nil without one.
    ///
    /// Verified evidence enters the memory, also if its time is over, so that no older evidence replaces it. Delta CRLs are
    /// not kept on the disk, because they are short and soon replaced. The disk has nothing newer than what is in memory, so it
    /// is not asked about a target that is in memory and cannot be used.
    func restore(_ target: EvidenceTarget, _ need: EvidenceNeed) async -> StoredEvidence? {
        guard let disk, need.base == nil, store.entry(for: target.key) == nil else { return nil }
        return await disk.read(EvidenceRecord.key(of: need, at: target.location)) {
            [reader, store, clock, memory] record in
            let weight = StoredEvidence.weight(ofListWithBytes: record.content.count)
            let charge = need.method == .crl ? memory.charge(weight) : nil
            if need.method == .crl, charge == nil { return (nil, isFit: true) }
            switch reader.restore(record, for: need, at: target.location, charge) {
            case .usable(let entry):
                let (kept, now) = (store.insert(entry, for: target.key), clock.now)
                return (
                    kept.flatMap { now <= $0.end && $0.content.isUsable(for: need, at: now) ? $0 : nil }, isFit: true
                )
            case .outdated(let entry):
                _ = store.insert(entry, for: target.key)
                return (nil, isFit: true)
            case .unfit: return (nil, isFit: true)
            case .rejected: return (nil, isFit: false)
            }
        }
    }

    /// Writes evidence to the disk that was fetched and verified.
    func archive(
        _ entry: StoredEvidence,
        from response: EvidenceResponse,
        for target: EvidenceTarget,
        meeting need: EvidenceNeed
    ) {
        guard let disk, need.base == nil, case .body(_, let maximumAge) = response.outcome,
            let record = EvidenceRecord(entry, of: need, at: target.location, maximumAge: maximumAge)
        else { return }
        disk.write(record)
    }
}
