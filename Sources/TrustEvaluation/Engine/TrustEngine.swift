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

    /// Evaluates a question under a policy within the budget, and returns the verdict with the evidence that it lacks.
    ///
    /// If there is a floor, it must allow the chain too. The floor can only reject, also if the policy is in report mode.
    ///
    /// To take the missing evidence into account, add it to the gathered evidence of the answer, and ask again with both.
    package func answer(
        to question: TrustQuestion,
        under policy: PolicyMatch,
        floor: PolicyMatch? = nil
    ) -> TrustAnswer {
        var (decision, report) = evaluation(of: question, under: policy)
        var wanted = [decision.needs]
        if let floor {
            if floor.isSamePolicy(as: policy) {
                // The policy is its own floor; a second evaluation would find the same.
                decision = decision.marked(asFloor: floor.identity)
            } else {
                let limit = limit(of: question, with: report.gathered, under: floor)
                wanted.append(limit.decision.needs)
                decision = decision.limited(by: limit.decision.marked(asFloor: floor.identity))
                report.add(limit.report)
            }
        }
        if let blocks = question.blocks, let denied = decision.denied(by: blocks, of: question) {
            (decision, wanted) = (denied, [])
        }
        return .concluding(decision, report, wanting: wanted, to: question, under: policy, floor: floor)
    }

    /// Evaluates a question under a floor, with the evidence that the evaluation under the policy used.
    private func limit(
        of question: TrustQuestion,
        with gathered: GatheredEvidence,
        under floor: PolicyMatch
    ) -> (decision: EvaluatorDecision, report: SessionReport) {
        var limited = question
        // A floor never accepts certificates for servers from clients.
        limited.time = question.time.withoutClock
        limited.gathered = gathered
        // The floor has its own session: the policy must not use up the work of its floor.
        return evaluation(of: limited, under: floor)
    }

    /// Returns the look-ups in memory that the evaluation of a question probably needs, so that one evaluation is enough.
    ///
    /// They depend on names alone, and looking into memory has no effects. Look-ups that only verified signatures or other
    /// evidence can show to be necessary, such as those about CRL signers, are in ``TrustAnswer/unasked``.
    package func foreseeableLookups(
        for question: TrustQuestion,
        under policy: PolicyMatch,
        floor: PolicyMatch? = nil
    ) -> MemoryLookups {
        var lookups = MemoryLookups()
        for requirements in policy.remembering + (floor?.remembering ?? []) {
            lookups.add(for: question, under: requirements)
        }
        return lookups
    }

    /// Evaluates a question under one policy.
    private func evaluation(
        of question: TrustQuestion,
        under match: PolicyMatch
    ) -> (decision: EvaluatorDecision, report: SessionReport) {
        let decision: EvaluatorDecision
        switch match {
        case .policy(let policy):
            let (decision, session) = evaluation(of: question, under: policy)
            return (decision, session.report)
        case .deny(let identity): decision = .withoutPolicy(identity, host: question.host, leavesToClient: false)
        case .performDefaultHandling(let identity):
            decision = .withoutPolicy(identity, host: question.host, leavesToClient: true)
        case .unreadableHost(_, let text, let error): decision = .refused([.unreadableHost(text, error)])
        }
        return (decision, SessionReport(gathered: question.gathered))
    }

    func evaluation(
        of question: TrustQuestion,
        under policy: TrustPolicy
    ) -> (decision: EvaluatorDecision, session: EvaluationSession) {
        let time = Moment(question.time)
        let session = EvaluationSession(
            ports: ports,
            budget: budget,
            exceptions: policy.exceptions.filter { $0.isInForce(for: question.host, at: time) },
            isReporting: policy.mode == .report,
            question: question,
            time: time
        )
        let decision = Self.decision(on: question, under: policy, in: session)
        return (decision, session)
    }

    private static func decision(
        on question: TrustQuestion,
        under policy: TrustPolicy,
        in session: EvaluationSession
    ) -> EvaluatorDecision {
        var decision = policy.evaluator.evaluate(question, in: session)
        if let failure = session.failure { decision = undecided(by: failure) }
        decision.revocation = .empty
        if question.explain {
            decision.exceptionOffer = suggestedException(for: decision, question, policy.evaluator, in: session)
        }
        decision.explainOrder(of: question)
        decision.conclude(by: policy)
        return decision
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
        in session: EvaluationSession
    ) -> TrustException? {
        guard let exception = SuggestedException.exception(for: decision, question, session.time),
            exception.isInForce(for: question.host, at: session.time)
        else { return nil }
        // The scripts of the trial are not those of the decision.
        let (exceptions, scripts) = (session.exceptions, session.scripts)
        defer { (session.exceptions, session.scripts) = (exceptions, scripts) }
        session.exceptions.append(exception)
        var trial = question
        trial.explain = false
        return evaluator.evaluate(trial, in: session).isAccepted ? exception : nil
    }
}
