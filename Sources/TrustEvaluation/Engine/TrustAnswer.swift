import TrustModel

/// The verdict with the evidence at hand, and the evidence that could change it.
package struct TrustAnswer: Sendable {
    /// The verdict; it is not repeatable if there are ``needs``.
    package let verdict: Verdict
    /// The missing evidence of the policy, and that of the floor, if memory has it; empty lists if they lack none.
    ///
    /// If one of both denies without regard to evidence, nothing is fetched for the other one. Evidence in memory still makes
    /// its reasons true.
    package let wanted: [[EvidenceNeed]]
    /// The look-ups in memory without which the verdict is not final; usually empty.
    ///
    /// Record their results in ``TrustQuestion/known``, and ask again.
    package let unasked: MemoryLookups
    /// The evidence of the question's ``TrustQuestion/gathered``, with what the evaluation used of that in memory.
    ///
    /// The lifetime of the verdict depends on it, and the next evaluation of the question must begin with it.
    package let gathered: GatheredEvidence
    /// Whether the verdict can change when the memory of evidence learns of a revocation.
    package let dependsOnMemory: Bool
    /// The issuers that were fetched for the question and may be kept for others.
    package let fetchedIssuers: [FetchedIssuer]

    /// The missing evidence that the policy or the floor allows to fetch; empty if the verdict does not depend on it.
    package var needs: [EvidenceNeed] { verdict.decision.needs }
}

extension TrustAnswer {
    /// Returns the answer of the evaluations under a policy and under its floor.
    static func concluding(
        _ decision: consuming EvaluatorDecision,
        _ report: SessionReport,
        wanting wanted: [[EvidenceNeed]],
        to question: TrustQuestion,
        under policy: PolicyMatch,
        floor: PolicyMatch?
    ) -> TrustAnswer {
        if !question.explain { (decision.checks, decision.rejectedPaths) = ([], []) }
        let isRepeatable = wanted.allSatisfy { $0.isEmpty } && report.isRepeatable
        let verdict = question.time.dating(decision) { (decision: consuming EvaluatorDecision, evaluatedAt) in
            if let seconds = report.reusableSeconds {
                decision.validUntil = decision.validUntil.map { min($0, evaluatedAt.adding(seconds: seconds)) }
            }
            return Verdict(
                decision,
                policy: policy.identity,
                mode: policy.mode,
                floor: floor?.identity,
                evaluatedAt: evaluatedAt,
                reuse: report.reuse(from: evaluatedAt, isRepeatable: isRepeatable),
                scripts: report.scripts
            )
        }
        return TrustAnswer(
            verdict: verdict,
            wanted: wanted,
            unasked: report.unasked,
            gathered: report.gathered,
            dependsOnMemory: report.dependsOnMemory,
            fetchedIssuers: report.fetchedIssuers
        )
    }
}

extension SessionReport {
    /// Returns the conditions for giving the verdict again.
    fileprivate func reuse(from evaluatedAt: Instant, isRepeatable: Bool) -> VerdictReuse {
        var reuse = VerdictReuse(stableUntil: stableUntil, isRepeatable: isRepeatable, seconds: reusableSeconds)
        reuse.comparedUntil = comparedUntil
        if let reusableSeconds {
            reuse.stableUntil = min(stableUntil, evaluatedAt.adding(seconds: max(1, reusableSeconds) - 1))
        }
        // Missing evidence may be found by the next search, however long the present one is remembered.
        if !gathered.results.allSatisfy({ $0.origin != nil }) { reuse.stableUntil = evaluatedAt }
        return reuse
    }
}
