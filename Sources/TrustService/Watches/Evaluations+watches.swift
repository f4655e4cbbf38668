import TrustEvaluation
package import TrustPolicies

/// The evaluation of inquiries that a client watches.
extension Evaluations {
    /// Evaluates an inquiry, and records a decision if the outcome is another one than the last; for the first, that is nil.
    ///
    /// Verdicts are not remembered, because a remembered one does not name the evidence on which it depends. An evaluation that begins
    /// again has what is left of the time for evidence: `start` is the beginning of the first one, in milliseconds of the library.
    ///
    /// - Throws: ``InquiryError`` if there is no verdict.
    package func watched(
        _ inquiry: consuming Inquiry,
        of asker: consuming Asker,
        under snapshot: PolicySnapshot,
        in place: any WaitingPlace,
        after last: WatchedOutcome?,
        searchingSince start: Int64? = nil
    ) async throws(InquiryError) -> WatchedVerdict {
        let set: String? = if case .named(let name) = inquiry.policy { name.set } else { nil }
        let recorder = library.map { TopicRecorder(of: $0) }
        var evaluations = self
        evaluations.library = recorder
        let found = try await evaluations.evaluated(
            inquiry,
            by: &asker,
            under: snapshot,
            in: place,
            searchingSince: start
        )
        let outcome = WatchedOutcome(found.verdict)
        let decision = outcome == last ? nil : try record(found, by: &asker, for: nil)
        return WatchedVerdict(
            decision: decision,
            outcome: outcome,
            conditions: WatchConditions(found, ofPolicyIn: set, evidence: recorder?.watch),
            blocks: found.snapshot.blocks.serial
        )
    }
}
