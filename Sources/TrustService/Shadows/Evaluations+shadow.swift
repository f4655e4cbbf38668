import TrustEvaluation
import TrustModel
import TrustPolicies

/// The evaluation of the policy that is named as the shadow of the one that decides.
extension Evaluations {
    /// Returns the outcome of the policy's shadow; nil if it has none, or if nothing is recorded.
    ///
    /// The question is evaluated as if the shadow were the policy, with the same floor, blocks and evidence. Nothing is fetched,
    /// kept or counted.
    ///
    /// `isPermitted` states that ``completesShadow(of:)`` has found time for it, which the verdict has used in the meantime.
    func shadowFacts(for question: Question, isPermitted: Bool) -> ShadowFacts? {
        guard case .policy(let policy) = question.policy, let shadow = policy.shadow, decisions.areRecorded else {
            return nil
        }
        let name = shadow.identity.name ?? ""
        let begin = decisions.stopwatch()
        guard Self.accepts(question.trust.host, shadow) else { return ShadowFacts(policy: name, outcome: nil) }
        guard isPermitted || shadows.permits(at: begin) else {
            return ShadowFacts(policy: name, outcome: nil, lacksTime: true)
        }
        var other = question
        other.policy = .policy(shadow)
        (other.trust.explain, other.trust.tracesScripts) = (false, false)
        let verdict = withoutFetches.evaluate(&other).verdict
        shadows.spend(decisions.stopwatch() - begin)
        return ShadowFacts(policy: name, outcome: ShadowFacts.Outcome(verdict))
    }

    /// Whether a remembered verdict must be evaluated again because its shadow was skipped, and there is time for it now.
    ///
    /// Under load there is none, so that the remembered verdict is used. All of that evaluation is charged to the time of shadows.
    package func completesShadow(of facts: DecisionFacts) -> Bool {
        guard let shadow = facts.shadow, shadow.lacksTime else { return false }
        return shadows.permits(at: decisions.stopwatch())
    }

    /// Whether a policy can be evaluated for a host: some need one.
    private static func accepts(_ host: RequestedHost, _ policy: TrustPolicy) -> Bool {
        guard case .none = host else { return true }
        return !policy.evaluator.traits.needsHost
    }
}
