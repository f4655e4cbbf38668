package import TrustModel

/// Evaluates chains under policies.
///
/// It has no state of its own and reads no clock: the same question under the same policy has the same answer.
package struct TrustEngine: Sendable {
    private let ports: EvaluationPorts
    private let budget: WorkBudget

    /// An engine that works with the given libraries, within the given budget.
    package init(ports: EvaluationPorts, budget: WorkBudget = WorkBudget()) {
        self.ports = ports
        self.budget = budget
    }

    /// Answers a question under a policy.
    ///
    /// - Complexity: bounded by the budget, whatever the chain holds.
    package func evaluate(_ question: TrustQuestion, under policy: TrustPolicy) -> Verdict {
        evaluation(of: question, under: policy).verdict
    }

    /// The verdict, and the session with the work that it took.
    func evaluation(
        of question: TrustQuestion,
        under policy: TrustPolicy
    ) -> (verdict: Verdict, session: EvaluationSession) {
        let exceptions = policy.exceptions.filter { $0.isInForce(for: question.host, at: question.instant) }
        var session = EvaluationSession(
            ports: ports,
            budget: budget,
            exceptions: exceptions,
            evidence: question.evidence
        )
        var decision = policy.evaluator.evaluate(question, in: &session)
        if let failure = session.failure { decision = Self.undecided(by: failure) }
        var verdict = VerdictBuilder.verdict(decision.explainingOrder(of: question), question, policy)
        if question.explain {
            verdict.exceptionOffer = Self.offer(for: decision, question, policy.evaluator, in: &session)
        }
        verdict.isRepeatable = session.failure == nil
        return (verdict, session)
    }

    /// Nothing is known of a chain of which a signature could not be checked, nor of evidence about it.
    private static func undecided(by failure: LibraryFailure) -> EvaluatorDecision {
        .refused([
            Finding(.internalValidationFailed, message: "The chain could not be evaluated: \(failure.reason).")
        ])
    }

    /// Until when a verdict stays what it is, but for the time that it was given at.
    package func stability(of verdict: Verdict, _ question: TrustQuestion, under policy: TrustPolicy) -> CacheLifetime {
        var stability = CacheLifetime(from: question.instant)
        stability.note(question)
        stability.note(policy)
        stability.note(verdict)
        return stability
    }

    /// Says which keys of a chain to pin.
    ///
    /// - Parameters:
    ///   - certificates: in any order, incomplete or with others among them; at least one.
    ///   - instant: the time by which certificates are alive or not.
    /// - Returns: the plan for the chain of the first leaf, or of the lowest authority where there is no leaf.
    /// - Throws: ``LibraryFailure`` where a signature could not be checked: nothing is known of the chain then.
    package func pinPlan(for certificates: [Certificate], at instant: Instant) throws(LibraryFailure) -> PinPlan {
        try PinPlanner.plan(for: certificates, at: instant, SignatureChecks(ports: ports, budget: budget))
    }

    /// The exception that would accept what was refused; nil where none would, which is found out by trying, as far as the
    /// budget goes.
    private static func offer(
        for decision: EvaluatorDecision,
        _ question: TrustQuestion,
        _ evaluator: any Evaluator,
        in session: inout EvaluationSession
    ) -> TrustException? {
        guard let offer = SuggestedException.exception(for: decision, question),
            offer.isInForce(for: question.host, at: question.instant)
        else { return nil }
        session.exceptions.append(offer)
        var trial = question
        trial.explain = false
        return evaluator.evaluate(trial, in: &session).isAccepted ? offer : nil
    }
}
