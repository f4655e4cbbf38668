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
        var (decision, session) = evaluation(of: question, under: policy)
        var sessions = [session].compactMap(\.self)
        var wanted = [decision.needs]
        if let floor {
            if floor.isSamePolicy(as: policy) {
                // The policy is its own floor; a second evaluation would find the same.
                decision = decision.marked(asFloor: floor.identity)
            } else {
                var limited = question
                // A floor never accepts certificates for servers from clients.
                limited.time = question.time.withoutClock
                if let session { limited.gathered = session.gathered }
                // The floor has its own session: the policy must not use up the work of its floor.
                let limit = evaluation(of: limited, under: floor)
                wanted.append(limit.decision.needs)
                decision = decision.limited(by: limit.decision.marked(asFloor: floor.identity))
                if let session = limit.session { sessions.append(session) }
            }
        }
        return TrustAnswer(decision, wanting: wanted, to: question, under: policy, floor: floor, in: sessions)
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

    /// Evaluates a question under one policy; there is no session if nothing had to be evaluated.
    private func evaluation(
        of question: TrustQuestion,
        under match: PolicyMatch
    ) -> (decision: EvaluatorDecision, session: EvaluationSession?) {
        switch match {
        case .policy(let policy):
            let (decision, session) = evaluation(of: question, under: policy)
            return (decision, session)
        case .deny(let identity): return (.withoutPolicy(identity, host: question.host, leavesToClient: false), nil)
        case .performDefaultHandling(let identity):
            return (.withoutPolicy(identity, host: question.host, leavesToClient: true), nil)
        case .unreadableHost(_, let text, let error): return (.refused([.unreadableHost(text, error)]), nil)
        }
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
        var decision = policy.evaluator.evaluate(question, in: session)
        if let failure = session.failure { decision = Self.undecided(by: failure) }
        decision.revocation = .empty
        if question.explain {
            decision.exceptionOffer = Self.suggestedException(for: decision, question, policy.evaluator, in: session)
        }
        return (decision.explainingOrder(of: question).concluded(by: policy), session)
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
