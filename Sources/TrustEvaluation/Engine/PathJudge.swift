import TrustModel

/// Applies every rule to the candidate paths of one question, and keeps what they say.
struct PathJudge {
    /// The paths that were judged, in their order.
    private(set) var judged: [JudgedPath] = []
    /// Whether the budget did not allow to judge some path.
    private(set) var hasUnpaidPath = false
    private let question: TrustQuestion
    private let requirements: PathRequirements
    private let exceptions: [TrustException]
    private let restrictions: TrustRestrictions
    private var revocation: RevocationChecker

    /// Takes what all paths are judged by.
    init(
        of question: TrustQuestion,
        _ requirements: PathRequirements,
        _ exceptions: [TrustException],
        _ restrictions: TrustRestrictions
    ) {
        self.question = question
        self.requirements = requirements
        self.exceptions = exceptions
        self.restrictions = restrictions
        revocation = RevocationChecker(of: question, requirements, restrictions)
    }

    /// Whether a path is accepted without an exception, so that no other need be looked at.
    var hasSoundPath: Bool { judged.contains(where: \.isSound) }

    /// Judges one path as far as the budget allows; whether it is accepted without an exception.
    mutating func judge(_ path: CandidatePath, _ work: inout EvaluationWork) -> Bool {
        guard let signatures = work.signatures(of: path) else {
            hasUnpaidPath = true
            return false
        }
        let isExcepted = exceptions.contains { $0.isOf(path) }
        let result = JudgedPath(
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
        judged.append(result)
        return result.isSound
    }
}
