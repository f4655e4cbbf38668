import TrustModel

/// Applies every rule to the candidate paths of one question, and keeps the evaluations.
struct PathValidator {
    /// The evaluations, in the order of the paths.
    private(set) var evaluations: [PathEvaluation] = []
    /// Whether the budget did not suffice for some path.
    private(set) var hasUnpaidPath = false
    private let question: TrustQuestion
    private let exceptions: [TrustException]
    private let restrictions: TrustRestrictions
    private var revocation: RevocationChecker

    /// Takes the requirements and exceptions for all paths.
    init(
        of question: TrustQuestion,
        _ requirements: PathRequirements,
        _ exceptions: [TrustException],
        _ restrictions: TrustRestrictions
    ) {
        self.question = question
        self.exceptions = exceptions
        self.restrictions = restrictions
        revocation = RevocationChecker(of: question, requirements, restrictions)
    }

    /// Whether a path is accepted without an exception, so that no other need be looked at.
    var hasSoundPath: Bool { evaluations.contains(where: \.isSound) }

    private var requirements: PathRequirements { revocation.requirements }

    /// Evaluates one path as far as the budget allows; whether it is accepted without an exception.
    mutating func validate(_ path: CandidatePath, _ work: inout EvaluationResources) -> Bool {
        guard let signatures = work.signatures(of: path) else {
            hasUnpaidPath = true
            return false
        }
        let isExcepted = exceptions.contains { $0.isOf(path) }
        let result = PathEvaluation(
            PathContext(
                path: path,
                signatures: signatures,
                requirements: requirements,
                host: question.host,
                instant: question.instant,
                timeSource: question.timeSource,
                revocation: revocation.report(for: path, isExcepted: isExcepted, &work),
                names: work.names.readings(of: path),
                suffixWildcard: requirements.purpose == .serverAuth ? work.suffixWildcard(of: path.leaf) : .some(nil),
                restrictions: restrictions,
                publicSuffixes: work.ports.publicSuffixes,
                exceptions: exceptions,
                isExplained: question.explain
            )
        )
        work.charge(for: result)
        evaluations.append(result)
        return result.isSound
    }
}
