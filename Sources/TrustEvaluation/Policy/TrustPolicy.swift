package import TrustModel

/// One policy, validated and with its anchors loaded: what an evaluation is done under.
package struct TrustPolicy: Sendable {
    /// The mechanism that decides.
    package enum Evaluator: Sendable {
        /// Path validation to an anchor (`default` in documents).
        case standard(PathRequirements)
        /// Everything is accepted (`disabled`).
        case disabled
    }

    /// Who the policy is: verdicts name it.
    package let identity: PolicyIdentity
    /// What decides, with everything that it needs.
    package let evaluator: Evaluator

    /// Takes the parts as resolved.
    package init(identity: PolicyIdentity, evaluator: Evaluator) {
        self.identity = identity
        self.evaluator = evaluator
    }

    /// Whether an evaluation needs to know the host.
    package var needsHost: Bool {
        switch evaluator {
        case .standard(let requirements): requirements.validateHost
        case .disabled: false
        }
    }
}
