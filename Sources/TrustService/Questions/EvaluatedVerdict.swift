import TrustEvaluation
import TrustModel
import TrustPolicies

/// A verdict that is not recorded yet, with all on which it depends.
struct EvaluatedVerdict {
    let verdict: Verdict
    let question: Question
    /// The policies, with the blocks that were in force at the last evaluation.
    let snapshot: PolicySnapshot
    /// The time of the clock at which the inquiry arrived.
    let now: Instant
    /// The use of the library of evidence; nil if the verdict does not depend on it.
    let used: DecisionValidity.UsedEvidence?

    /// The conditions under which the verdict may be given again.
    var validity: DecisionValidity {
        DecisionValidity(
            verdict,
            isTimed: question.isTimed,
            until: snapshot.blocks.unchangedUntil(from: now),
            from: now,
            under: snapshot.serial,
            used: used
        )
    }
}
