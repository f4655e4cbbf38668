package import TrustModel

/// Evaluates certificate chains under policies.
///
/// The engine has no state and reads no clock: the same question under the same policy has the same verdict.
package struct TrustEngine: Sendable {
    private let ports: EvaluationPorts
    private let budget: WorkBudget

    /// Creates an engine with the given libraries and budget.
    package init(ports: EvaluationPorts, budget: WorkBudget = WorkBudget()) {
        self.ports = ports
        self.budget = budget
    }

    /// Evaluates a question under a policy within the budget.
    package func evaluate(_ question: TrustQuestion, under policy: TrustPolicy) -> Verdict {
        answer(to: question, under: policy).verdict
    }

    /// The maximum number of evaluations of one question, each with more evidence from memory.
    ///
    /// Each missing issuer needs another one, because its certificate names the next.
    private static let maximumEvaluations = 10

    /// Evaluates a question under a policy within the budget, and returns the verdict with the evidence that it lacks.
    ///
    /// Evidence in the question's ``TrustQuestion/stored`` is used at once, so that only evidence from the network is
    /// missing. To take it into account, add it to the gathered evidence of the answer, and ask again with both.
    package func answer(to question: TrustQuestion, under policy: TrustPolicy) -> TrustAnswer {
        var question = question
        var remaining = Self.maximumEvaluations
        while true {
            let (verdict, needs, session) = evaluation(of: question, under: policy)
            remaining -= 1
            question.gathered = session.gathered
            guard remaining > 0, question.gatherStored(needs) else {
                return TrustAnswer(
                    verdict: verdict,
                    needs: needs,
                    gathered: question.gathered,
                    usesRememberedRevocations: session.usesRememberedRevocations,
                    fetchedIssuers: session.fetchedIssuers
                )
            }
        }
    }

    func evaluation(
        of question: TrustQuestion,
        under policy: TrustPolicy
    ) -> (verdict: Verdict, needs: [EvidenceNeed], session: EvaluationSession) {
        let exceptions = policy.exceptions.filter { $0.isInForce(for: question.host, at: question.instant) }
        var session = EvaluationSession(
            ports: ports,
            budget: budget,
            exceptions: exceptions,
            isReporting: policy.mode == .report,
            question: question
        )
        var decision = policy.evaluator.evaluate(question, in: &session)
        let scripts = session.scripts
        if let failure = session.failure { decision = Self.undecided(by: failure) }
        var verdict = VerdictBuilder.verdict(decision.explainingOrder(of: question), question, policy)
        if question.explain {
            verdict.exceptionOffer = Self.suggestedException(for: decision, question, policy.evaluator, in: &session)
        }
        verdict.isRepeatable =
            session.failure == nil && scripts.areRepeatable && decision.needs.isEmpty && !session.hasFutureTimestamp
            // A verdict that ends at once can rest on fetched evidence that only this request may use.
            && (session.gathered.isEmpty || verdict.validUntil != question.instant)
        verdict.scriptTraces = scripts.traces
        verdict.scriptFailures = scripts.failures
        verdict.evidence = decision.evidence
        if let seconds = Self.reusableSeconds(of: question, under: policy, scripts) {
            verdict.reusableSeconds = seconds
            verdict.validUntil = verdict.validUntil.map { min($0, question.instant.adding(seconds: seconds)) }
        }
        return (verdict, decision.needs, session)
    }

    /// Returns how long a verdict may be reused, by the machine's clock; nil without a limit.
    private static func reusableSeconds(
        of question: TrustQuestion,
        under policy: TrustPolicy,
        _ scripts: ScriptRecord
    ) -> Int64? {
        guard let clock = question.clock,
            let end = policy.evaluator.serverAuthEnds.filter({ clock <= $0 }).min()
        else { return scripts.seconds }
        let remaining = end.secondsSince1970 - clock.secondsSince1970
        return scripts.seconds.map { min($0, remaining) } ?? remaining
    }

    private static func undecided(by failure: LibraryFailure) -> EvaluatorDecision {
        .refused([
            Finding(.internalValidationFailed, message: "The chain could not be evaluated: \(failure.reason).")
        ])
    }

    /// Returns the period during which a verdict remains the same, apart from its time of evaluation.
    package func cacheLifetime(
        of verdict: Verdict,
        _ question: TrustQuestion,
        under policy: TrustPolicy
    ) -> CacheLifetime {
        var lifetime = CacheLifetime(from: question.instant)
        lifetime.note(question)
        lifetime.note(policy)
        lifetime.note(verdict)
        return lifetime
    }

    /// Recommends keys to pin in the chain that begins with the first leaf, or with the lowest CA if there is no leaf.
    ///
    /// - Parameters:
    ///   - certificates: At least one certificate, in any order; some may be unrelated, and issuers may be missing.
    ///   - instant: The time at which certificates must be valid.
    /// - Returns: The plan, with its entries in the order of the certificates.
    /// - Throws: ``LibraryFailure`` if a signature could not be checked.
    package func pinPlan(for certificates: [Certificate], at instant: Instant) throws(LibraryFailure) -> PinPlan {
        try PinPlanner.plan(for: certificates, at: instant, SignatureChecks(ports: ports, budget: budget))
    }

    /// Returns the exception that would accept a rejected chain; nil if none would.
    ///
    /// The exception is verified by another evaluation within the remaining budget.
    private static func suggestedException(
        for decision: EvaluatorDecision,
        _ question: TrustQuestion,
        _ evaluator: any Evaluator,
        in session: inout EvaluationSession
    ) -> TrustException? {
        guard let exception = SuggestedException.exception(for: decision, question),
            exception.isInForce(for: question.host, at: question.instant)
        else { return nil }
        session.exceptions.append(exception)
        var trial = question
        trial.explain = false
        return evaluator.evaluate(trial, in: &session).isAccepted ? exception : nil
    }
}
