import TrustModel

/// One evaluation under way: what it may use, and what is left of its budget.
///
/// All evaluators of one policy share the session, so that a policy of many parts costs no more than one of one part.
package struct EvaluationSession {
    /// How many paths that lead nowhere are judged to find the one that explains most.
    ///
    /// Where such a path may be accepted all of them are, as far as the budget goes.
    private static let maximumIncompletePaths = 4

    /// The adapters.
    let ports: EvaluationPorts
    /// The exceptions in force for the question.
    var exceptions: [TrustException]
    private var ledger: WorkLedger
    private var work: EvaluationWork

    /// Begins an evaluation with a whole budget.
    init(ports: EvaluationPorts, budget: WorkBudget, exceptions: [TrustException]) {
        self.ports = ports
        self.exceptions = exceptions
        ledger = WorkLedger(budget)
        work = EvaluationWork(ports: ports, budget: budget)
    }

    /// Searches the paths from the question's leaf, applies every rule to each, and judges by the best.
    ///
    /// - Complexity: bounded by what is left of the budget, whatever the chain holds.
    package mutating func judgePaths(of question: TrustQuestion, _ requirements: PathRequirements) -> Judgement {
        var search = PathSearch(
            others: Array(question.chain.dropFirst()),
            anchors: requirements.anchors,
            instant: question.instant,
            validator: ports.paths,
            ledger: ledger
        )
        let needsAnchor = requirements.enforcement.needsAnchor
        var revocation = RevocationChecker(of: question, requirements)
        var judged: [JudgedPath] = []
        var incomplete: [CandidatePath] = []
        var unpaid = 0
        search.visitPaths(from: question.chain[0]) { path in
            guard path.isAnchored else {
                if !needsAnchor || incomplete.count < Self.maximumIncompletePaths { incomplete.append(path) }
                return .goOn
            }
            guard let result = judge(path, requirements, question, &revocation) else {
                unpaid += 1
                return .goOn
            }
            judged.append(result)
            // A path that only an exception accepts is the last resort.
            return result.isSound ? .stop : .goOn
        }
        ledger = search.ledger
        if judged.isEmpty || !needsAnchor {
            for path in incomplete where !judged.contains(where: \.isSound) {
                guard let result = judge(path, requirements, question, &revocation) else {
                    unpaid += 1
                    continue
                }
                judged.append(result)
            }
        }
        return Judgement(of: judged, isExhausted: unpaid > 0 || search.isExhausted, requirements)
    }

    /// Judges one path; nil where the budget does not allow it.
    private mutating func judge(
        _ path: CandidatePath,
        _ requirements: PathRequirements,
        _ question: TrustQuestion,
        _ revocation: inout RevocationChecker
    ) -> JudgedPath? {
        guard work.validations.pay(for: path) else { return nil }
        let library = ports.paths.validate(path, requirements: requirements, at: question.instant)
        let isExcepted = exceptions.contains { $0.isOf(path) }
        return JudgedPath(
            PathContext(
                path: path,
                library: library,
                requirements: requirements,
                host: question.host,
                instant: question.instant,
                revocation: revocation.report(for: path, isExcepted: isExcepted, &work),
                names: work.names.readings(of: path),
                publicSuffixes: ports.publicSuffixes,
                exceptions: exceptions
            )
        )
    }
}
