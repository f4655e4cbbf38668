import TrustService

extension APIContext {
    /// Returns the memory of the last decisions.
    ///
    /// - Throws: ``Problem`` if none are kept.
    func lastDecisions() throws(Problem) -> DecisionMemory {
        guard let decisionMemory else {
            throw Problem(.unknownDecision, "No decisions are in memory, because `decisions.memory` is 0.")
        }
        return decisionMemory
    }

    /// Returns the memory of the last decisions, which has their questions.
    ///
    /// - Throws: ``Problem`` if decisions or questions are not kept.
    func askedDecisions() throws(Problem) -> DecisionMemory {
        let memory = try lastDecisions()
        guard evaluations.decisions.recordsInputs else {
            throw Problem(
                .unknownDecision,
                "The last decisions cannot be evaluated again, because `decisions.record` is not `inputs`."
            )
        }
        return memory
    }
}
