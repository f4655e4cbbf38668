package import TrustEvaluation
import TrustModel

/// A verdict as one client gets it.
package struct Decision: Sendable {
    /// The identifier, which no other decision has.
    package let id: DecisionID
    /// The verdict; its time of evaluation is that of this decision.
    package let verdict: Verdict
    /// The conditions under which the verdict may be given again; nil if it must be evaluated each time.
    package let validity: DecisionValidity?
}
