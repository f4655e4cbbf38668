package import TrustEvaluation

/// A verdict as one client gets it.
package struct DecidedVerdict: Sendable {
    /// The identifier of the decision.
    package let id: DecisionID
    /// The verdict; its time of evaluation is that of this decision.
    package let verdict: Verdict
    /// The facts of the decision, for other forms of the same response.
    package let facts: DecisionFacts
    /// The conditions under which the verdict may be given again; nil if it must be evaluated each time.
    package let validity: DecisionValidity?
}
