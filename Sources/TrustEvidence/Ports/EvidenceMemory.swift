package import TrustEvaluation

/// The memory of fetched evidence, as requests see it; implemented by the gatherer.
///
/// Evaluations do not see it: they get its results as values.
package protocol EvidenceMemory: Sendable {
    /// Returns the result for a need from memory, without waiting and without any effect; nil if nothing usable is stored.
    ///
    /// The evidence is not trusted: the evaluation verifies it as if it had been fetched.
    func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result?

    /// Returns evidence in memory that may revoke the certificate of a need, with delta CRLs; nil if there is none.
    ///
    /// The evidence may have ended, because a permanent revocation outlives it. Nothing is fetched.
    func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result?

    /// Fetches evidence again in the second half of its lifetime: at once, or when it is reached.
    ///
    /// The needs must be those of evidence that an evaluation used: for a path with valid signatures, or as an issuer that
    /// signed the certificate. Otherwise, anyone could choose the locations.
    func refresh(_ needs: [EvidenceNeed])

    /// Whether the evidence in memory for a need is going to be fetched again without any evaluation.
    ///
    /// A verdict that depends only on such evidence is outdated (``EvidenceBasis``) when a part of it is fetched again.
    func isFollowing(_ need: EvidenceNeed) -> Bool

    /// Keeps issuers that completed a verified path to a trust anchor.
    func keep(_ issuers: [FetchedIssuer])

    /// The number of changes of the memory so far, by which remembered verdicts become outdated.
    var changeCount: UInt64 { get }

    /// Returns the parts of the memory on which the results for a need depend.
    func topics(of need: EvidenceNeed) -> [EvidenceTopic]

    /// The parts on which watched verdicts depend, whose evidence is fetched again as long as they are watched.
    var watched: WatchedTopics { get }

    /// Returns the parts that changed after the given number of changes, each with the number of its last change; nil if there
    /// were too many.
    func changes(since count: UInt64) -> [EvidenceTopic: UInt64]?
}

/// A part of the memory of evidence, such as the CRLs from one location; different parts hardly ever have the same number.
package struct EvidenceTopic: Hashable, Sendable {
    private let number: Int

    /// Creates the part with a number.
    package init(number: Int) { self.number = number }
}

/// The state of the memory of evidence before it was asked for a request.
///
/// A remembered verdict that depends on evidence is outdated as soon as anything is learned.
package struct EvidenceBasis: Sendable {
    private let memory: any EvidenceMemory
    /// The number of changes before.
    package let count: UInt64

    /// Records the present state; the memory is asked afterwards.
    package init(_ memory: any EvidenceMemory) {
        self.memory = memory
        count = memory.changeCount
    }

    /// Whether nothing was learned since.
    package var isCurrent: Bool { memory.changeCount == count }
}
