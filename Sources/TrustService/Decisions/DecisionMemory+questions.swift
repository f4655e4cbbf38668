/// Decisions whose questions can be evaluated again.
package struct RecentQuestions: Sendable {
    /// The decisions with their inputs, the newest first.
    package var decisions: [(decision: Decision, facts: DecisionFacts, inputs: DecisionInputs)] = []
    /// The number of decisions between them without inputs.
    package var withoutInputs = 0

    /// The number of all decisions.
    package var count: Int { decisions.count + withoutInputs }

    /// Creates an empty list.
    package init() {}
}

extension DecisionMemory {
    /// Returns the last decisions with verdicts that the closure includes, at most `limit`.
    ///
    /// Those with remembered verdicts share the inputs of the first one. Yields between parts of the memory, and ends early if
    /// the task is canceled.
    package func lastQuestions(
        ofAtMost limit: Int,
        where includes: (DecisionFacts) -> Bool
    ) async -> RecentQuestions {
        var found = RecentQuestions()
        var reader = reader()
        while found.count < limit, !Task.isCancelled {
            let part = reader.next()
            if part.isEmpty { break }
            for (_, decision) in part where found.count < limit {
                guard let facts = decision.facts, includes(facts) else { continue }
                if let inputs = facts.inputs {
                    found.decisions.append((decision, facts, inputs))
                } else {
                    found.withoutInputs += 1
                }
            }
            await Task.yield()
        }
        return found
    }
}
