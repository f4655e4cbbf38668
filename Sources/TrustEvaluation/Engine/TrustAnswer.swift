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
    /// Creates the answer of the evaluations under a policy and under its floor, each with its own session.
    init(
        _ decision: EvaluatorDecision,
        wanting wanted: [[EvidenceNeed]],
        to question: TrustQuestion,
        under policy: PolicyMatch,
        floor: PolicyMatch?,
        in sessions: [EvaluationSession]
    ) {
        let gathered = sessions.last?.gathered ?? question.gathered
        let isRepeatable = wanted.allSatisfy(\.isEmpty) && sessions.allSatisfy(\.isRepeatable)
        let seconds = sessions.lazy.compactMap(\.reusableSeconds).min()
        let stableUntil = sessions.lazy.map(\.time.stableUntil).min() ?? Instant(secondsSince1970: .max)
        verdict = question.time.dating { evaluatedAt in
            var decision = decision
            if !question.explain { (decision.checks, decision.rejectedPaths) = ([], []) }
            var reuse = VerdictReuse(stableUntil: stableUntil, isRepeatable: isRepeatable, seconds: seconds)
            if let seconds {
                decision.validUntil = decision.validUntil.map { min($0, evaluatedAt.adding(seconds: seconds)) }
                reuse.stableUntil = min(stableUntil, evaluatedAt.adding(seconds: max(1, seconds) - 1))
            }
            // Missing evidence may be found by the next search, however long the present one is remembered.
            if !gathered.results.allSatisfy({ $0.origin != nil }) { reuse.stableUntil = evaluatedAt }
            return Verdict(
                decision,
                policy: policy.identity,
                mode: policy.mode,
                floor: floor?.identity,
                evaluatedAt: evaluatedAt,
                reuse: reuse,
                scripts: sessions.reduce(ScriptReport()) { $0 + $1.scripts.report }
            )
        }
        self.wanted = wanted
        unasked = sessions.reduce(MemoryLookups()) { $0 + $1.unasked }
        self.gathered = gathered
        dependsOnMemory = sessions.contains(where: \.dependsOnMemory)
        fetchedIssuers = sessions.flatMap(\.fetchedIssuers)
    }
}
