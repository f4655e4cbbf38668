import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustPolicies

/// An inquiry with the policies that apply to it.
struct Question {
    /// How a policy set handles the host.
    enum Match {
        case policy(TrustPolicy)
        /// The set denies the host, or leaves it to the client.
        case noPolicy(PolicyIdentity, leavesToClient: Bool)
        /// The host name is invalid, so that the rules for hosts cannot be applied.
        case unreadableHost(PolicyIdentity, text: String, HostNameError)

        init(_ match: PolicyMatch) {
            switch match {
            case .policy(let policy): self = .policy(policy)
            case .deny(let identity): self = .noPolicy(identity, leavesToClient: false)
            case .performDefaultHandling(let identity): self = .noPolicy(identity, leavesToClient: true)
            }
        }
    }

    /// The question for the engine, with the evidence that was found so far.
    var trust: TrustQuestion
    let match: Match
    /// The floor for the host; nil if there is none.
    let floor: Match?
    /// The time for which the inquiry may wait for evidence: the longer of its own and the floor's, so that no inquiry
    /// shortens the search of a floor.
    let deadline: Duration
    /// Whether the inquiry gives less time than it takes to look for evidence, at its own risk.
    let acceptsShortSearch: Bool
    /// Whether the inquiry specifies the time of evaluation.
    let isTimed: Bool
    /// The length of the body with an inline policy; 0 for other policies.
    let inlineBytes: Int

    /// Adds the evidence that was found.
    mutating func add(_ found: GatheredEvidence) { trust.gathered.add(found) }
}
