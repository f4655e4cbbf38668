import TrustEvaluation
import TrustEvidence

/// The evidence in memory, for evaluations that must neither fetch nor keep anything.
struct EvidenceAtHand: EvidenceLibrary {
    private let library: any EvidenceLibrary

    init(_ library: any EvidenceLibrary) { self.library = library }

    func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result? { library.storedResult(for: need) }
    func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result? { library.revokingResult(for: need) }
    func isFollowing(_ need: EvidenceNeed) -> Bool { library.isFollowing(need) }
    func refresh(_ needs: [EvidenceNeed]) {}
    func keep(_ issuers: [FetchedIssuer]) {}

    func results(
        for needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        for share: ClientShare,
        _ allowance: FetchAllowance
    ) async -> GatheredEvidence { GatheredEvidence() }

    var changeCount: UInt64 { library.changeCount }
    func topics(of need: EvidenceNeed) -> [EvidenceTopic] { library.topics(of: need) }
    var watched: WatchedTopics { library.watched }
    func changes(since count: UInt64) -> [EvidenceTopic: UInt64]? { library.changes(since: count) }
    var milliseconds: Int64 { library.milliseconds }
}

extension Evaluations {
    /// The same evaluations with the evidence in memory, which cause no fetches.
    package var withoutFetches: Evaluations {
        var evaluations = self
        evaluations.library = library.map { EvidenceAtHand($0) }
        return evaluations
    }
}

extension Verdict {
    /// Whether the policy or the floor would look for evidence that is not at hand.
    package var lacksEvidence: Bool { !decision.needs.isEmpty }
}
