import TrustEvaluation
import TrustEvidence

/// Evaluations with what the memory of evidence has.
///
/// The engine does not know the memory. It names look-ups, and this file makes them: before the first evaluation those that
/// are foreseeable, and later those that only an evaluation can name. Looking into memory has no effects, so that it
/// may be done for any chain. Only evidence that an evaluation used is fetched again.
extension Evaluations {
    /// The maximum number of evaluations, each with more evidence from memory.
    ///
    /// Each missing issuer needs another one, because its certificate names the next.
    private static let maximumEvaluations = 10

    /// Evaluates a question with all that the memory has, and returns the verdict with the evidence that is in neither.
    ///
    /// The evidence that was used is added to the question.
    func answer(to question: inout TrustQuestion, under policy: TrustPolicy) -> TrustAnswer {
        guard let memory = library else {
            let answer = engine.answer(to: question, under: policy)
            question.gathered = answer.gathered
            return answer
        }
        question.known?.isFinal = false
        var remaining = Self.maximumEvaluations
        while true {
            // Issuers that were found since the last evaluation make other look-ups foreseeable.
            let foreseeable = engine.foreseeableLookups(for: question, under: policy)
            question.known?.add(foreseeable, from: memory)
            let answer = engine.answer(to: question, under: policy)
            remaining -= 1
            let used = answer.gathered.results.dropFirst(question.gathered.results.count)
            question.gathered = answer.gathered
            memory.refresh(used)
            if !answer.unasked.isEmpty {
                // A verdict without these look-ups could overlook a revocation. Without end, they are refused instead.
                question.known?.isFinal = remaining <= 0
                question.known?.add(answer.unasked, from: memory)
                continue
            }
            guard remaining > 0, let found = memory.results(for: answer.needs) else { return answer }
            for result in found { question.gathered.add(result) }
            memory.refresh(found[...])
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
