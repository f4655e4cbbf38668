import TrustEvaluation
import TrustEvidence

/// A library of evidence that notes the parts on which an evaluation depends.
final class TopicRecorder: EvidenceLibrary {
    private let library: any EvidenceLibrary
    /// The parts so far.
    let watch: TopicWatch

    init(of library: any EvidenceLibrary) {
        self.library = library
        watch = TopicWatch(in: library.watched)
    }

    private func note(_ need: EvidenceNeed) { watch.add(library.topics(of: need)) }

    func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        note(need)
        return library.storedResult(for: need)
    }

    func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        note(need)
        return library.revokingResult(for: need)
    }

    func results(
        for needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        for share: ClientShare,
        _ allowance: FetchAllowance
    ) async -> GatheredEvidence {
        for need in needs {
            note(need)
            for other in need.alternatives { note(other) }
        }
        return await library.results(for: needs, withinMilliseconds: milliseconds, for: share, allowance)
    }

    func refresh(_ needs: [EvidenceNeed]) { library.refresh(needs) }

    func isFollowing(_ need: EvidenceNeed) -> Bool { library.isFollowing(need) }

    func keep(_ issuers: [FetchedIssuer]) { library.keep(issuers) }

    func topics(of need: EvidenceNeed) -> [EvidenceTopic] { library.topics(of: need) }

    var watched: WatchedTopics { library.watched }

    func changes(since count: UInt64) -> [EvidenceTopic: UInt64]? { library.changes(since: count) }

    var changeCount: UInt64 { library.changeCount }

    var milliseconds: Int64 { library.milliseconds }
}
