import TrustModel

/// Applies every rule to the candidate paths of one question, and stores the evaluations.
struct PathValidator {
    private(set) var evaluations: [PathEvaluation] = []
    private(set) var isBudgetExhausted = false
    private let question: TrustQuestion
    private let exceptions: [TrustException]
    private let restrictions: TrustRestrictions
    /// The comparison of the leaf's names with `allowedClients`, made once for all paths; nil before the first accepted path.
    private var comparison: ClientComparison?
    private var revocation: RevocationChecker

    init(
        of question: TrustQuestion,
        _ requirements: PathRequirements,
        except exceptions: [TrustException],
        within restrictions: TrustRestrictions
    ) {
        self.question = question
        self.exceptions = exceptions
        self.restrictions = restrictions
        revocation = RevocationChecker(of: question, requirements, restrictions)
    }

    var hasSoundPath: Bool { evaluations.contains(where: \.isSound) }

    private var requirements: PathRequirements { revocation.requirements }

    /// Evaluates one path within the budget, and returns whether it is accepted without an exception.
    ///
    /// If the issuers are known, the rules about single certificates find nothing about them (``KnownIssuers``).
    mutating func validate(
        _ path: CandidatePath,
        issuersAreKnown: Bool = false,
        _ resources: inout EvaluationResources
    ) -> Bool {
        let comparisons =
            (requirements.constraints?.cost(of: path) ?? 0) + requirements.anchorComparisons(of: path)
            + (question.blocks?.cost(of: path) ?? 0)
        guard resources.pay(comparisons, for: .names), let signatures = resources.signatures(of: path) else {
            isBudgetExhausted = true
            return false
        }
        let isExcepted = exceptions.contains { $0.matches(path) }
        let logs = logs(for: path)
        let context = PathContext(
            path: path,
            signatures: signatures,
            issuersAreKnown: issuersAreKnown,
            requirements: requirements,
            host: question.host,
            time: resources.time,
            isSentAlone: question.chain.count == 1,
            revocation: revocation.report(for: path, isExcepted: isExcepted, &resources),
            timestamps: timestamps(of: path, by: logs, isExcepted: isExcepted, &resources),
            names: resources.names.parsedNames(of: path),
            suffixWildcard: suffixWildcard(of: path.leaf, &resources),
            logs: logs,
            restrictions: restrictions,
            blocks: question.blocks,
            publicSuffixes: resources.ports.publicSuffixes,
            exceptions: exceptions,
            isExplained: question.explain,
            gathered: resources.gathered
        )
        let result = PathEvaluation(context) { comparison(of: path.leaf.facts, &resources) }
        resources.charge(for: result)
        evaluations.append(result)
        return result.isSound
    }

    /// Returns the leaf's wildcard directly below a public suffix, unless the policy ignores it.
    private func suffixWildcard(of leaf: Certificate, _ resources: inout EvaluationResources) -> GeneralName?? {
        guard requirements.purpose == .serverAuth, !requirements.ignores(.webpkiWildcardForbidden) else {
            return .some(nil)
        }
        return resources.suffixWildcard(of: leaf)
    }

    /// Compares the leaf's names with `allowedClients` within the budget; nil if the policy does not limit the clients.
    private mutating func comparison(
        of leaf: CertificateFacts,
        _ resources: inout EvaluationResources
    ) -> ClientComparison? {
        guard let clients = requirements.allowedClients else { return nil }
        if let comparison { return comparison }
        let comparison = ClientComparison(of: leaf, with: clients, &resources)
        self.comparison = comparison
        return comparison
    }

    /// Returns the log list if a requirement of the policy, or a constraint on the path's anchor, depends on it.
    private func logs(for path: CandidatePath) -> TransparencyLogList? {
        requirements.transparency?.logs ?? (requirements.comparesTimestamps(of: path) ? question.logs : nil)
    }

    /// Returns the timestamps of the leaf if there is a log list on which the path depends; otherwise nil, without any work.
    ///
    /// Like revocation, they are not evaluated in a path that lacks a required anchor.
    private func timestamps(
        of path: CandidatePath,
        by logs: TransparencyLogList?,
        isExcepted: Bool,
        _ resources: inout EvaluationResources
    ) -> TimestampReport? {
        guard let logs, path.isAnchored || isExcepted else { return nil }
        return resources.timestamps(of: question, issuedBy: path.issuers.first, by: logs)
    }
}
