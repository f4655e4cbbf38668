import TrustEvaluation
import TrustModel
import TrustPolicies

/// The evaluation of the policy that is named as the shadow of the one that decides.
extension Evaluations {
    /// Returns the outcome of the policy's shadow; nil if it has none, or if nothing is recorded.
    ///
    /// The question is evaluated as if the shadow were the policy, with the same floor, blocks and evidence. Nothing is fetched, kept or counted.
    func shadowFacts(for question: Question) -> ShadowFacts? {
        guard case .policy(let policy) = question.policy, let shadow = policy.shadow, decisions.areRecorded else {
            return nil
        }
        let name = shadow.identity.name ?? ""
        let begin = decisions.stopwatch()
        guard shadows.permits(at: begin), Self.accepts(question.trust.host, shadow) else {
            return ShadowFacts(policy: name, outcome: nil)
        }
        var other = question
        other.policy = .policy(shadow)
        (other.trust.explain, other.trust.tracesScripts) = (false, false)
        let verdict = withoutFetches.evaluate(&other).verdict
        shadows.spend(decisions.stopwatch() - begin)
        return ShadowFacts(policy: name, outcome: ShadowFacts.Outcome(verdict))
    }

    /// Whether a policy can be evaluated for a host: some need one.
    private static func accepts(_ host: RequestedHost, _ policy: TrustPolicy) -> Bool {
        guard case .none = host else { return true }
        return !policy.evaluator.traits.needsHost
    }
}
