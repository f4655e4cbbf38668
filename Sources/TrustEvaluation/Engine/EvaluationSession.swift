import TrustModel

/// One evaluation under way: what it may use, and what is left of its budget.
///
/// All evaluators of one policy share the session, so that a policy of many parts costs no more than one of one part.
package struct EvaluationSession {
    /// How many paths that lead nowhere are evaluated to find the one that explains most.
    ///
    /// Where such a path may be accepted all of them are, as far as the budget goes.
    private static let maximumIncompletePaths = 4

    /// The exceptions in force for the question.
    var exceptions: [TrustException]
    private(set) var work: EvaluationResources

    /// Begins an evaluation with a whole budget, but for what it took to read the evidence that the question brought.
    init(ports: EvaluationPorts, budget: WorkBudget, exceptions: [TrustException], evidence: RevocationEvidence) {
        self.exceptions = exceptions
        work = EvaluationResources(ports: ports, budget: budget.reduced(by: evidence))
    }

    /// The failure of the library that leaves the question undecided; nil if it did not fail.
    var failure: LibraryFailure? { work.failure }

    /// Searches the paths from the question's leaf, applies every rule to each, and evaluates by the best.
    ///
    /// - Complexity: bounded by what is left of the budget, whatever the chain holds.
    package mutating func evaluatePaths(
        of question: TrustQuestion,
        _ requirements: PathRequirements
    ) -> EvaluatorDecision {
        let restrictions = TrustRestrictions(of: question, requirements)
        var search = PathSearch(
            others: question.chain.dropFirst(),
            intermediates: requirements.intermediates,
            anchors: requirements.anchors,
            purpose: requirements.purpose,
            restrictions: restrictions,
            instant: question.instant
        )
        let needsAnchor = requirements.enforcement.needsAnchor
        var validator = PathValidator(of: question, requirements, exceptions, restrictions)
        var incomplete: [CandidatePath] = []
        search.visitPaths(from: question.chain[0], &work) { path, work in
            guard path.isAnchored else {
                if !needsAnchor || incomplete.count < Self.maximumIncompletePaths { incomplete.append(path) }
                return .goOn
            }
            // A path that only an exception accepts is the last resort.
            return validator.validate(path, &work) ? .stop : .goOn
        }
        if validator.evaluations.isEmpty || !needsAnchor {
            for path in incomplete where !validator.hasSoundPath { _ = validator.validate(path, &work) }
        }
        let isExhausted = validator.hasUnpaidPath || search.isExhausted
        return EvaluatorDecision(
            of: validator.evaluations,
            exceeding: isExhausted ? work.exceededBounds : [],
            requirements
        )
    }
}
