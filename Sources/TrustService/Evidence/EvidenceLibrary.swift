package import TrustEvaluation
package import TrustEvidence

/// The evidence that evaluations share: what is in memory, and what can be fetched.
package protocol EvidenceLibrary: EvidenceMemory {
    /// Returns one result for each need: from memory or disk, or fetched, shared with all that need the same.
    ///
    /// It ends soon after its task is canceled.
    ///
    /// - Parameters:
    ///   - needs: The needs of an evaluation.
    ///   - milliseconds: The time after which the inquiry does not wait longer.
    ///   - share: The client to whose shares the fetches are charged.
    ///   - allowance: The fetches that the inquiry may still cause.
    /// - Returns: The results, in any order.
    func results(
        for needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        for share: ClientShare,
        _ allowance: FetchAllowance
    ) async -> GatheredEvidence

    /// The time since an arbitrary start, in milliseconds; it is never set back.
    var milliseconds: Int64 { get }
}

extension EvidenceGatherer: EvidenceLibrary {}
