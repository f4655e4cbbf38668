package import TrustModel

/// What is asked of the engine.
package struct TrustQuestion: Sendable {
    /// The certificates as sent, the leaf first; never empty.
    package let chain: [Certificate]
    /// The host that was asked for.
    package let host: HostQuestion
    /// The time to judge at, which need not be now.
    package let instant: Instant
    /// Whether checks and rejected paths are wanted.
    package let explain: Bool

    /// Takes the parts; there must be a leaf.
    package init(chain: [Certificate], host: HostQuestion, instant: Instant, explain: Bool = false) {
        precondition(!chain.isEmpty, "a chain has a leaf")
        self.chain = chain
        self.host = host
        self.instant = instant
        self.explain = explain
    }
}

/// Judges chains under policies: searches paths, applies the rules to each, and forms the verdict of the best.
///
/// It has no state of its own and reads no clock: the same question under the same policy has the same answer.
package struct TrustEngine: Sendable {
    /// How many paths that lead nowhere are judged to find the one that explains most.
    private static let maximumIncompletePaths = 4

    private let validator: any PathValidating
    private let publicSuffixes: any PublicSuffixes
    private let budget: WorkBudget

    /// An engine that validates paths with the given library, within the given budget.
    package init(
        validator: any PathValidating,
        publicSuffixes: any PublicSuffixes,
        budget: WorkBudget = WorkBudget()
    ) {
        self.validator = validator
        self.publicSuffixes = publicSuffixes
        self.budget = budget
    }

    /// Answers a question under a policy.
    ///
    /// - Complexity: bounded by the budget, whatever the chain holds.
    package func evaluate(_ question: TrustQuestion, under policy: TrustPolicy) -> Verdict {
        switch policy.evaluator {
        case .disabled: VerdictRule.disabled(question, policy.identity)
        case .standard(let requirements): evaluate(question, requirements, policy.identity)
        }
    }

    private func evaluate(
        _ question: TrustQuestion,
        _ requirements: PathRequirements,
        _ identity: PolicyIdentity
    ) -> Verdict {
        var search = PathSearch(
            others: Array(question.chain.dropFirst()),
            anchors: requirements.anchors,
            instant: question.instant,
            validator: validator,
            budget: budget
        )
        var validations = ValidationBudget(budget)
        var isExhausted = false
        var judged: [JudgedPath] = []
        var incomplete: [CandidatePath] = []
        search.visitPaths(from: question.chain[0]) { path in
            guard path.isAnchored else {
                if incomplete.count < Self.maximumIncompletePaths { incomplete.append(path) }
                return .goOn
            }
            guard validations.pay(for: path) else {
                isExhausted = true
                return .goOn
            }
            let result = judge(path, requirements, question)
            judged.append(result)
            return result.isAccepted ? .stop : .goOn
        }
        if judged.isEmpty {
            for path in incomplete {
                guard validations.pay(for: path) else {
                    isExhausted = true
                    continue
                }
                judged.append(judge(path, requirements, question))
            }
        }
        return VerdictRule.verdict(
            of: judged,
            isExhausted: isExhausted || search.isExhausted,
            question: question,
            requirements: requirements,
            identity: identity
        )
    }

    private func judge(_ path: CandidatePath, _ requirements: PathRequirements, _ question: TrustQuestion) -> JudgedPath
    {
        let library = validator.validate(path, requirements: requirements, at: question.instant)
        return JudgedPath(
            PathContext(
                path: path,
                library: library,
                requirements: requirements,
                host: question.host,
                instant: question.instant,
                publicSuffixes: publicSuffixes
            )
        )
    }
}
