import TrustEvaluation
import TrustEvidence
import TrustModel

/// An inquiry with the policies that apply to it.
struct Question {
    /// The question for the engine, with the evidence that was found so far.
    var trust: TrustQuestion
    /// The policy, or the handling of a host without one.
    var policy: PolicyMatch
    /// The floor for the host; nil if there is none.
    let floor: PolicyMatch?
    /// The time for which the inquiry may wait for evidence: the longer of its own and the floor's, so that no inquiry
    /// shortens the search of a floor.
    let deadline: Duration
    /// Whether the inquiry gives less time than it takes to look for evidence, at its own risk.
    let acceptsShortSearch: Bool
    /// Whether the inquiry specifies the time of evaluation.
    let isTimed: Bool
    /// The policy that the client specified; nil unless questions are recorded.
    let asked: Inquiry.Policy?
    /// The length of the body with an inline policy; 0 for other policies.
    let inlineBytes: Int

    /// Adds the evidence that was found.
    mutating func add(_ found: GatheredEvidence) { trust.gathered.add(found) }
}
