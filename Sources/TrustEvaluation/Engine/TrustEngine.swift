package import TrustModel

/// Evaluates certificate chains under policies.
///
/// The engine is a function: it has no state, reads no clock, fetches nothing and asks no memory of evidence. The same
/// question, with the same evidence in it, has the same verdict under the same policy.
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

    /// Evaluates a question under a policy within the budget, and returns the verdict with the evidence that it lacks.
    ///
    /// To take the missing evidence into account, add it to the gathered evidence of the answer, and ask again with both.
    package func answer(to question: TrustQuestion, under policy: TrustPolicy) -> TrustAnswer {
        let (verdict, needs, session) = evaluation(of: question, under: policy)
        return TrustAnswer(
            verdict: verdict,
            needs: needs,
            unasked: session.unasked,
            gathered: session.gathered,
            dependsOnMemory: session.dependsOnMemory,
            fetchedIssuers: session.fetchedIssuers
        )
    }

    /// Returns the look-ups in memory that the evaluation of a question probably needs, so that one evaluation is enough.
    ///
    /// They depend on names alone, and looking into memory has no effects. Look-ups that only verified signatures or other
    /// evidence can show to be necessary, such as those about CRL signers, are in ``TrustAnswer/unasked``.
    package func foreseeableLookups(for question: TrustQuestion, under policy: TrustPolicy) -> MemoryLookups {
        var lookups = MemoryLookups()
        for requirements in policy.remembering { lookups.add(for: question, under: requirements) }
        return lookups
    }

    func evaluation(
        of question: TrustQuestion,
        under policy: TrustPolicy
    ) -> (verdict: Verdict, needs: [EvidenceNeed], session: EvaluationSession) {
        let time = Moment(question.time)
        let exceptions = policy.exceptions.filter { $0.isInForce(for: question.host, at: time) }
        var session = EvaluationSession(
            ports: ports,
            budget: budget,
            exceptions: exceptions,
            isReporting: policy.mode == .report,
            question: question,
            time: time
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
            && (session.gathered.isEmpty || verdict.validUntil != verdict.evaluatedAt)
        verdict.scriptTraces = scripts.traces
        verdict.scriptFailures = scripts.failures
        verdict.evidence = decision.evidence
        if let seconds = [scripts.seconds, time.clockSeconds].compactMap(\.self).min() {
            verdict.reusableSeconds = seconds
            verdict.validUntil = verdict.validUntil.map { min($0, verdict.evaluatedAt.adding(seconds: seconds)) }
        }
        verdict.stableUntil = Self.end(of: verdict, time, session.gathered)
        return (verdict, decision.needs, session)
    }

    /// Returns the last second at which an evaluation with the same evidence has the same verdict.
    private static func end(of verdict: Verdict, _ time: Moment, _ gathered: GatheredEvidence) -> Instant {
        // Missing evidence may be found by the next search, however long the present one is remembered.
        guard gathered.results.allSatisfy({ $0.origin != nil }) else { return verdict.evaluatedAt }
        guard let seconds = verdict.reusableSeconds else { return time.stableUntil }
        return min(time.stableUntil, verdict.evaluatedAt.adding(seconds: max(1, seconds) - 1))
    }

    private static func undecided(by failure: LibraryFailure) -> EvaluatorDecision {
        .refused([
            Finding(.internalValidationFailed, message: "The chain could not be evaluated: \(failure.reason).")
        ])
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
        guard let exception = SuggestedException.exception(for: decision, question, session.time),
            exception.isInForce(for: question.host, at: session.time)
        else { return nil }
        session.exceptions.append(exception)
        var trial = question
        trial.explain = false
        return evaluator.evaluate(trial, in: &session).isAccepted ? exception : nil
    }
}
