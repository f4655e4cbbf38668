package import TrustModel

/// A validated policy with its trust anchors loaded.
package struct TrustPolicy: Sendable {
    /// A policy in a policy, which needs a place of its own.
    private final class Shadow: Sendable {
        let policy: TrustPolicy

        init(policy: TrustPolicy) { self.policy = policy }
    }

    /// The identity that verdicts contain.
    package private(set) var identity: PolicyIdentity
    /// The evaluator that decides.
    package let evaluator: any Evaluator
    /// Whether the policy enforces its decisions or only reports them.
    package let mode: Verdict.Mode
    /// Whether report mode also allows chains that are not otherwise accepted, such as those without a trust anchor.
    package let reportsChains: Bool
    /// The exceptions of the policy.
    package let exceptions: [TrustException]
    /// The policy that is evaluated beside this one, and whose outcome is only recorded; nil if there is none.
    package var shadow: TrustPolicy? { boxedShadow?.policy }
    private let boxedShadow: Shadow?
    /// The requirements on paths that evidence in memory can affect, listed once for all evaluations.
    let remembering: [PathRequirements]

    /// Creates a policy.
    package init(
        identity: PolicyIdentity,
        evaluator: any Evaluator,
        mode: Verdict.Mode = .enforce,
        reportsChains: Bool = false,
        exceptions: [TrustException] = [],
        shadow: TrustPolicy? = nil
    ) {
        self.identity = identity
        self.evaluator = evaluator
        self.mode = mode
        self.reportsChains = reportsChains
        self.exceptions = exceptions
        boxedShadow = shadow.map { Shadow(policy: $0) }
        remembering = evaluator.traits.remembering
    }

    /// Returns the policy with another identity, such as one that names the host rule that selected the policy.
    package func identified(as identity: PolicyIdentity) -> TrustPolicy {
        var policy = self
        policy.identity = identity
        return policy
    }
}
