import TrustEvaluation
import TrustEvidence
import TrustModel

/// The evaluation of a question with the evidence at hand and with what the memory of evidence has.
///
/// The engine does not know the memory. It names look-ups, and this file makes them: before the first evaluation those that
/// are foreseeable, and later those that only an evaluation can name. Looking into memory has no effects, so that it
/// may be done for any chain. Only evidence that an evaluation used is fetched again.
extension Evaluations {
    /// A verdict, and what it rests on.
    struct Evaluation {
        let verdict: Verdict
        /// The memory of evidence before the evaluation; nil if the verdict does not depend on it.
        let basis: EvidenceBasis?

        /// The evidence that the policy or the floor lacks; empty if the verdict is final.
        var needs: [EvidenceNeed] { verdict.decision.needs }
    }

    /// The maximum number of evaluations, each with more evidence from memory.
    ///
    /// Each missing issuer needs another one, because its certificate names the next.
    private static let maximumEvaluations = 10

    /// Evaluates a question under its policy and its floor, and adds the evidence that was used.
    func evaluate(_ question: inout Question) -> Evaluation {
        // Each round asks the memory again, because it can learn while the inquiry waits. The basis comes first, so that it
        // is never too new. An inquiry that waits keeps no evidence that it does not use.
        let basis = library.map { EvidenceBasis($0) }
        question.trust.known = library.map { _ in RememberedEvidence() }
        defer { question.trust.known = nil }
        let answer = answer(to: &question.trust, under: question.policy, floor: question.floor)
        if !answer.fetchedIssuers.isEmpty { library?.keep(answer.fetchedIssuers) }
        let isLasting = !answer.dependsOnMemory && answer.gathered.isEmpty
        return Evaluation(verdict: answer.verdict, basis: isLasting ? nil : basis)
    }

    /// Evaluates a question with all that the memory has, and adds the evidence that was used to the question.
    private func answer(
        to question: inout TrustQuestion,
        under policy: PolicyMatch,
        floor: PolicyMatch?
    ) -> TrustAnswer {
        var remaining = Self.maximumEvaluations
        while true {
            // Issuers that were found since the last evaluation make other look-ups foreseeable.
            if let library {
                let foreseeable = engine.foreseeableLookups(for: question, under: policy, floor: floor)
                question.known?.add(foreseeable, from: library)
            }
            let answer = engine.answer(to: question, under: policy, floor: floor)
            remaining -= 1
            let used = answer.gathered.results.dropFirst(question.gathered.results.count)
            question.gathered = answer.gathered
            guard let library else { return answer }
            library.refresh(used)
            if !answer.unasked.isEmpty {
                // A verdict without these look-ups could overlook a revocation. Without end, they are refused instead.
                question.known?.isFinal = remaining <= 0
                question.known?.add(answer.unasked, from: library)
                continue
            }
            let found = answer.wanted.flatMap { library.results(for: $0) ?? [] }
            guard remaining > 0, !found.isEmpty else { return answer }
            // The policy and its floor can lack the same evidence.
            for result in found where !question.gathered.contains(result.need) { question.gathered.add(result) }
            library.refresh(found[...])
        }
    }
}

extension RememberedEvidence {
    /// Makes look-ups, unless they were made before, and records their results.
    fileprivate mutating func add(_ lookups: MemoryLookups, from memory: any EvidenceMemory) {
        for need in lookups.current where current(for: need) == nil {
            record(current: memory.storedResult(for: need), for: need)
        }
        for need in lookups.revoking where revoking(for: need) == nil {
            record(revoking: memory.revokingResult(for: need), for: need)
        }
    }
}

extension EvidenceMemory {
    /// Returns the evidence for needs; nil unless there are any and each of them is met.
    fileprivate func results(for needs: [EvidenceNeed]) -> [GatheredEvidence.Result]? {
        guard !needs.isEmpty else { return nil }
        var results: [GatheredEvidence.Result] = []
        for need in needs {
            guard let result = storedResult(for: need) else { return nil }
            results.append(result)
        }
        return results
    }

    /// Lets evidence that was used be fetched again in the second half of its lifetime.
    fileprivate func refresh(_ used: ArraySlice<GatheredEvidence.Result>) {
        let needs = used.filter { $0.origin != nil }.map(\.need)
        if !needs.isEmpty { refresh(needs) }
    }
}
