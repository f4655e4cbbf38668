import StructuredDocuments
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustPolicies

extension EvaluationService {
    /// A request with its policies.
    struct Prepared {
        var question: TrustQuestion
        let match: Match
        let floor: Match?
        /// The time for which the response may wait for the evidence of the policy.
        let deadline: Duration
        /// The time for which the response may wait for the evidence of the floor: at least that of the configuration, so
        /// that no request shortens it.
        let floorDeadline: Duration
        /// Whether the request gives less time than it takes to look for evidence; the floor waits nevertheless.
        let isCutShort: Bool
        /// The length of the body with an inline policy; 0 for other policies.
        let inlineBytes: Int
        /// The evidence that was not found before the deadline of the policy, or not looked for; the floor may still look for it.
        var unfinished: [EvidenceNeed] = []

        /// Adds the evidence that was found for the policy and for the floor.
        mutating func add(_ policy: GatheredEvidence, _ floor: GatheredEvidence) {
            for found in [floor, policy] { question.gathered.add(found) }
            unfinished.removeAll { floor.contains($0) }
            unfinished += policy.results.filter { $0.isUnsought || $0.failures.contains { $0.code == .deadline } }.map(
                \.need
            )
        }
    }

    /// A verdict of a request, with the evidence that its policy and its floor lack.
    struct Decision {
        let evaluated: Evaluated
        var needs: [EvidenceNeed] = []
        var floorNeeds: [EvidenceNeed] = []
    }

    /// Evaluates a request with the evidence at hand.
    func round(_ prepared: Prepared, of share: ClientShare) -> EvaluationRound {
        var prepared = prepared
        let decision = evaluate(&prepared)
        guard !decision.needs.isEmpty || !decision.floorNeeds.isEmpty else {
            return EvaluationRound(evaluated: decision.evaluated, rest: nil)
        }
        // A request that waits keeps no evidence that it does not use; the next round asks the memory again.
        prepared.question.known = nil
        let isShared = { (need: EvidenceNeed) in decision.floorNeeds.contains(need) }
        let needs = decision.needs.filter { !isShared($0) }
        let floorNeeds = (decision.floorNeeds + decision.needs.filter(isShared)).merged
        let rest = EvaluationRound.Rest(
            policy: EvaluationRound.Lack(needs: needs, deadline: prepared.deadline, isCutShort: prepared.isCutShort),
            floor: EvaluationRound.Lack(needs: floorNeeds, deadline: prepared.floorDeadline),
            share: share,
            heldBytes: prepared.heldBytes
        ) { [prepared] policy, floor in
            var next = prepared
            next.add(policy, floor)
            return round(next, of: share)
        }
        return EvaluationRound(evaluated: decision.evaluated, rest: rest)
    }

    /// Evaluates a request under its policy and its floor, and adds the evidence that was found in memory.
    func evaluate(_ prepared: inout Prepared) -> Decision {
        // Each round asks the memory again, because it can learn while the request waits. The basis comes first, so that
        // it is never too new.
        let basis = memory.map { EvidenceBasis($0) }
        prepared.question.known = memory.map { _ in RememberedEvidence() }
        let (answer, needs) = evaluate(&prepared.question, by: prepared.match, since: basis)
        guard let floor = prepared.floor else { return Decision(evaluated: answer, needs: needs) }
        // A request that selects the floor itself needs no second evaluation.
        if case .policy(let policy) = floor, answer.verdict.policy.isSamePolicy(as: policy.identity) {
            return Decision(evaluated: (answer.verdict.asFloor, answer.basis), floorNeeds: needs)
        }
        // A floor never accepts certificates for servers from clients.
        let time = prepared.question.time
        prepared.question.time = time.withoutClock
        let (limit, more) = evaluate(&prepared, byFloor: floor, since: basis)
        prepared.question.time = time
        let limited = (answer.verdict.limited(by: limit.verdict), answer.basis ?? limit.basis)
        // A final denial by one of the two makes the evidence for the other irrelevant. Other final decisions do not.
        let isDenied = [(answer.verdict, needs), (limit.verdict, more)].contains { verdict, needs in
            verdict.action == .deny && needs.isEmpty
        }
        return isDenied ? Decision(evaluated: limited) : Decision(evaluated: limited, needs: needs, floorNeeds: more)
    }

    /// Evaluates a request under its floor, for which the deadline of the policy does not end the search for evidence.
    private func evaluate(
        _ prepared: inout Prepared,
        byFloor floor: Match,
        since basis: EvidenceBasis?
    ) -> (evaluated: Evaluated, needs: [EvidenceNeed]) {
        guard !prepared.unfinished.isEmpty else { return evaluate(&prepared.question, by: floor, since: basis) }
        var question = prepared.question
        question.gathered.reopen(prepared.unfinished)
        let answer = evaluate(&question, by: floor, since: basis)
        let found = question.gathered.results.dropFirst(prepared.question.gathered.results.count)
        for result in found { prepared.question.gathered.add(result) }
        prepared.unfinished.removeAll { question.gathered.contains($0) }
        return answer
    }

    /// The handling of a request by a policy or a floor.
    enum Match {
        case policy(TrustPolicy)
        /// The set denies the host, or leaves it to the client.
        case noPolicy(PolicyIdentity, leavesToClient: Bool)
        /// The host name is invalid, so that the rules for hosts cannot be applied.
        case unreadableHost(PolicyIdentity, text: String, HostNameError)

        init(_ match: PolicyMatch) {
            switch match {
            case .policy(let policy): self = .policy(policy)
            case .deny(let identity): self = .noPolicy(identity, leavesToClient: false)
            case .performDefaultHandling(let identity): self = .noPolicy(identity, leavesToClient: true)
            }
        }
    }

    /// Evaluates a question under a policy, and adds the evidence that was found in memory.
    private func evaluate(
        _ question: inout TrustQuestion,
        by match: Match,
        since basis: EvidenceBasis?
    ) -> (evaluated: Evaluated, needs: [EvidenceNeed]) {
        let (host, time) = (question.host, question.time)
        switch match {
        case .policy(let policy):
            let answer = answer(to: &question, under: policy)
            if !answer.fetchedIssuers.isEmpty { memory?.keep(answer.fetchedIssuers) }
            let isLasting = !answer.dependsOnMemory && answer.gathered.isEmpty
            return ((answer.verdict, isLasting ? nil : basis), answer.needs)
        case .noPolicy(let identity, let leavesToClient):
            let verdict = VerdictBuilder.noMatch(identity, host: host, leavesToClient: leavesToClient, at: time)
            return ((verdict, nil), [])
        case .unreadableHost(let identity, let text, let error):
            return ((VerdictBuilder.unreadableHost(identity, text, error, at: time), nil), [])
        }
    }
}

extension PolicyIdentity {
    /// Whether both name the same policy of the same document, regardless of the rule that selected it.
    fileprivate func isSamePolicy(as other: PolicyIdentity) -> Bool {
        set != nil && name != nil && set == other.set && name == other.name && revision == other.revision
    }
}
