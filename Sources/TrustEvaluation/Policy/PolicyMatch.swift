package import TrustModel

/// The policy that applies to a request, or the handling of a host without a policy.
package enum PolicyMatch: Sendable {
    case policy(TrustPolicy)
    case deny(PolicyIdentity)
    /// The set leaves the decision to the client.
    case performDefaultHandling(PolicyIdentity)
    /// The host name is invalid, so that the rules for hosts cannot be applied. The request is denied; otherwise another
    /// spelling of a host could avoid the rule for the host.
    case unreadableHost(PolicyIdentity, text: String, HostNameError)

    /// The identity in verdicts.
    package var identity: PolicyIdentity {
        switch self {
        case .policy(let policy): policy.identity
        case .deny(let identity), .performDefaultHandling(let identity), .unreadableHost(let identity, _, _): identity
        }
    }

    /// The mode of the policy.
    var mode: Verdict.Mode { if case .policy(let policy) = self { policy.mode } else { .enforce } }

    /// The requirements on paths that evidence in memory can affect.
    var remembering: [PathRequirements] { if case .policy(let policy) = self { policy.remembering } else { [] } }

    /// Whether both are the same policy of the same document, regardless of the rule that selected it.
    func isSamePolicy(as other: PolicyMatch) -> Bool {
        guard case .policy(let left) = self, case .policy(let right) = other else { return false }
        let (first, second) = (left.identity, right.identity)
        return first.set != nil && first.name != nil && first.set == second.set && first.name == second.name
            && first.revision == second.revision
    }
}
