import Synchronization
package import TrustEvaluation
package import TrustModel

/// The part of a decision that the verdict and the question determine.
///
/// It is created once for each verdict, and kept with the verdict and with cached responses, so that a decision with a
/// remembered verdict has all of it. It has no certificates, which take more memory than a cached response.
package final class DecisionFacts: Sendable {
    /// A reason of a verdict, without its message.
    package struct Reason: Sendable, Hashable {
        /// The reason code.
        package let code: ReasonCode
        /// The severity under the policy.
        package let severity: Severity
        /// The index in the path, 0 for the leaf; nil if the reason does not concern a single certificate.
        package let depth: Int?
    }

    /// The policy that was evaluated.
    package let policy: PolicyIdentity
    /// The floor that had to accept too; nil if there is none for the host.
    package let floor: PolicyIdentity?
    /// Whether the policy is enforced, or its outcome only reported.
    package let mode: Verdict.Mode
    /// The host of the question.
    package let host: RequestedHost
    /// The digests of the certificates as sent, leaf first.
    package let chain: [Fingerprint]
    /// The outcome of the evaluation.
    package let outcome: Verdict.Outcome
    /// The action that the client should take.
    package let action: Verdict.Action
    /// The result type, named as in `SecTrust`.
    package let result: Verdict.Result
    /// The reasons in the order of the verdict.
    package let reasons: [Reason]
    /// The name of the block that denies; nil if nothing is blocked.
    package let block: String?
    /// The SHA-256 of the public key that matches a pin.
    package let matchedPin: Fingerprint?
    /// The name with which the client is allowed.
    package let principal: Principal?
    /// The last second at which a trusted verdict is valid.
    package let validUntil: Instant?

    /// The time of evaluation that the question specifies; nil if it is the time of each decision.
    package let instant: Instant?
    /// The text of the verdict for the log; nil without a log, or if it is too long.
    package let answer: DecisionAnswer?
    /// The question with all that its evaluation needs; nil if it is not recorded, or too long.
    package let inputs: DecisionInputs?
    /// The outcome of the policy's shadow; nil if it has none.
    package let shadow: ShadowFacts?
    /// The number of the counter for decisions of the policy.
    package let counter: Int
    /// The number of decisions in a queue that have these facts.
    let queued = Atomic(0)

    /// Creates the facts of a verdict on a question.
    package convenience init(
        _ verdict: Verdict,
        on question: TrustQuestion,
        counter: Int,
        answer: DecisionAnswer? = nil,
        inputs: DecisionInputs? = nil,
        shadow: ShadowFacts? = nil
    ) {
        self.init(
            verdict,
            host: question.host,
            chain: question.chain.map(\.facts.fingerprint),
            counter: counter,
            instant: question.time.requested,
            answer: answer,
            inputs: inputs,
            shadow: shadow
        )
    }

    /// Creates the facts of a verdict on certificates with digests.
    package init(
        _ verdict: Verdict,
        host: RequestedHost,
        chain: [Fingerprint],
        counter: Int,
        instant: Instant? = nil,
        answer: DecisionAnswer? = nil,
        inputs: DecisionInputs? = nil,
        shadow: ShadowFacts? = nil
    ) {
        self.counter = counter
        (self.instant, self.answer, self.inputs, self.shadow) = (instant, answer, inputs, shadow)
        self.host = host
        self.chain = chain
        policy = verdict.policy
        floor = verdict.floor
        mode = verdict.mode
        outcome = verdict.outcome
        action = verdict.action
        result = verdict.result
        reasons = verdict.reasons.map { Reason(code: $0.code, severity: $0.severity, depth: $0.depth) }
        block = verdict.reasons.first { $0.code == .policyBlocked }?.blockName
        matchedPin = verdict.matchedPin
        principal = verdict.principal
        validUntil = verdict.validUntil
    }

    private init(copying other: DecisionFacts) {
        (policy, floor, mode, host) = (other.policy, other.floor, other.mode, other.host)
        chain = other.chain.map(\.self)
        (outcome, action, result) = (other.outcome, other.action, other.result)
        reasons = other.reasons.map(\.self)
        (counter, block, instant, answer, inputs) = (
            other.counter, other.block, other.instant, other.answer, other.inputs
        )
        (matchedPin, principal, validUntil) = (other.matchedPin, other.principal, other.validUntil)
        shadow = other.shadow
    }

    /// A copy for one thread, which need not share the reference counts of this object and its lists.
    ///
    /// It shares the answer, the inputs and the shadow, to which few threads refer.
    package var copy: DecisionFacts { DecisionFacts(copying: self) }

    /// The memory of the lists and the longest texts, in bytes.
    package var weight: Int {
        let texts = [block, principal?.value, policy.set, policy.name, policy.rule].reduce(0) {
            $0 + ($1?.utf8.count ?? 0)
        }
        return chain.count * MemoryLayout<Fingerprint>.stride + reasons.count * MemoryLayout<Reason>.stride + texts
            + host.weight + (answer?.memory ?? 0) + (inputs?.memory ?? 0) + (shadow?.memory ?? 0)
    }

    /// The memory in bytes, rather too high.
    var memory: Int { 512 + weight }
}

extension RequestedHost {
    /// The memory of the texts, in bytes.
    var weight: Int {
        switch self {
        case .none: 0
        case .name(let name): name.description.utf8.count
        case .invalid(let text, let error): text.utf8.count + error.reason.utf8.count
        }
    }
}
