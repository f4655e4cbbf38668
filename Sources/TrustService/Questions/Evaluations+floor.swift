import TrustEvaluation
import TrustEvidence
import TrustModel

/// The evaluation of a question under its policy and its floor, with the evidence at hand.
extension Evaluations {
    /// A verdict, and the evidence that could change it.
    struct Evaluation {
        let verdict: Verdict
        /// The evidence that the policy or the floor lacks; empty if the verdict is final.
        let needs: [EvidenceNeed]
        /// The memory of evidence before the evaluation; nil if the verdict does not depend on it.
        let basis: EvidenceBasis?
    }

    /// Evaluates a question, and adds the evidence that was found in memory.
    func evaluate(_ question: inout Question) -> Evaluation {
        // Each round asks the memory again, because it can learn while the inquiry waits. The basis comes first, so that it
        // is never too new. An inquiry that waits keeps no evidence that it does not use.
        let basis = library.map { EvidenceBasis($0) }
        question.trust.known = library.map { _ in RememberedEvidence() }
        defer { question.trust.known = nil }
        let own = evaluate(&question.trust, by: question.match, since: basis)
        guard let floor = question.floor else { return own }
        // An inquiry that selects the floor itself needs no second evaluation.
        if case .policy(let policy) = floor, own.verdict.policy.isSamePolicy(as: policy.identity) {
            return Evaluation(verdict: own.verdict.asFloor, needs: own.needs, basis: own.basis)
        }
        // A floor never accepts certificates for servers from clients.
        let time = question.trust.time
        question.trust.time = time.withoutClock
        let limit = evaluate(&question.trust, by: floor, since: basis)
        question.trust.time = time
        // A final denial by one of the two makes the evidence for the other irrelevant. Other final decisions do not.
        let isDenied = [own, limit].contains { $0.verdict.action == .deny && $0.needs.isEmpty }
        return Evaluation(
            verdict: own.verdict.limited(by: limit.verdict),
            needs: isDenied ? [] : (limit.needs + own.needs).merged,
            basis: own.basis ?? limit.basis
        )
    }

    /// Evaluates a question by a policy, and adds the evidence that was found in memory.
    private func evaluate(
        _ question: inout TrustQuestion,
        by match: Question.Match,
        since basis: EvidenceBasis?
    ) -> Evaluation {
        let (host, time) = (question.host, question.time)
        switch match {
        case .policy(let policy):
            let answer = answer(to: &question, under: policy)
            if !answer.fetchedIssuers.isEmpty { library?.keep(answer.fetchedIssuers) }
            let isLasting = !answer.dependsOnMemory && answer.gathered.isEmpty
            return Evaluation(verdict: answer.verdict, needs: answer.needs, basis: isLasting ? nil : basis)
        case .noPolicy(let identity, let leavesToClient):
            let verdict = VerdictBuilder.noMatch(identity, host: host, leavesToClient: leavesToClient, at: time)
            return Evaluation(verdict: verdict, needs: [], basis: nil)
        case .unreadableHost(let identity, let text, let error):
            let verdict = VerdictBuilder.unreadableHost(identity, text, error, at: time)
            return Evaluation(verdict: verdict, needs: [], basis: nil)
        }
    }
}

extension PolicyIdentity {
    /// Whether both name the same policy of the same document, regardless of the rule that selected it.
    fileprivate func isSamePolicy(as other: PolicyIdentity) -> Bool {
        set != nil && name != nil && set == other.set && name == other.name && revision == other.revision
    }
}
