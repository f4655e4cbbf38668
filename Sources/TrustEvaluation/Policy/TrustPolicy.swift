package import TrustModel

/// One policy, validated and with its anchors loaded: what an evaluation is done under.
package struct TrustPolicy: Sendable {
    /// Who the policy is: verdicts name it.
    package let identity: PolicyIdentity
    /// What decides, with everything that it needs.
    package let evaluator: any Evaluator
    /// Whether the policy decides or only watches.
    package let mode: Verdict.Mode
    /// What is accepted although it is wrong.
    package let exceptions: [TrustException]

    /// Takes the parts as resolved.
    package init(
        identity: PolicyIdentity,
        evaluator: any Evaluator,
        mode: Verdict.Mode = .enforce,
        exceptions: [TrustException] = []
    ) {
        self.identity = identity
        self.evaluator = evaluator
        self.mode = mode
        self.exceptions = exceptions
    }

    /// The same policy as another one: a set's policy under the rule that chose it.
    package func identified(as identity: PolicyIdentity) -> TrustPolicy {
        TrustPolicy(identity: identity, evaluator: evaluator, mode: mode, exceptions: exceptions)
    }
}
