import TrustModel

/// The state of one evaluation: its resources and the remaining budget.
///
/// All evaluators of a policy share the session, so a composite cannot cost more than a single evaluator.
package final class EvaluationSession {
    /// The maximum number of paths without an anchor that are evaluated to find the best explanation.
    ///
    /// The limit does not apply if the policy may accept a path without an anchor.
    private static let maximumIncompletePaths = 4

    var exceptions: [TrustException]
    /// Whether the policy is in report mode, so that a path with only waived errors is preferred.
    let isReporting: Bool
    private(set) var resources: EvaluationResources

    /// Creates a session with the budget that remains after reading the question's evidence.
    init(
        ports: EvaluationPorts,
        budget: WorkBudget,
        exceptions: [TrustException],
        isReporting: Bool,
        question: TrustQuestion,
        time: Moment
    ) {
        self.exceptions = exceptions
        self.isReporting = isReporting
        scripts = ScriptRecord(isTraced: question.tracesScripts)
        resources = EvaluationResources(
            ports: ports,
            budget: budget.reduced(by: question.evidence),
            time: time,
            gathered: question.gathered
        )
        resources.blocks = question.blocks?.ofOtherPaths
    }

    /// The decisions of scripts so far.
    var scripts: ScriptRecord
    /// The fetched issuers of verified paths so far, each once.
    private(set) var fetchedIssuers: [FetchedIssuer] = []

    var failure: LibraryFailure? { resources.failure }

    /// The gathered evidence, with what this evaluation found in memory.
    var gathered: GatheredEvidence { resources.gathered }

    /// The look-ups in memory that the evaluation needed and that no one had made.
    var unasked: MemoryLookups { resources.unasked }

    /// The time of the evaluation.
    var time: Moment { resources.time }

    /// Whether revocation was checked with a memory of evidence, which can learn of a revocation at any time.
    var dependsOnMemory: Bool { resources.dependsOnMemory }

    /// Whether the evaluation has the same decision if it is repeated.
    ///
    /// A timestamp of the leaf that is in the future may be valid for a later evaluation.
    var isRepeatable: Bool {
        failure == nil && scripts.areRepeatable && !time.isOfOneRequest && !resources.timestamps.hasFutureTimestamp
    }

    /// How long the decision may be reused, in seconds, as scripts and the machine's clock allow; nil without limit.
    var reusableSeconds: Int64? { [scripts.seconds, time.clockSeconds].compactMap(\.self).min() }

    /// Returns the verified timestamps of the leaf in a path.
    func timestamps(
        of question: TrustQuestion,
        issuedBy issuer: Certificate?,
        by logs: TransparencyLogList
    ) -> TimestampReport {
        resources.timestamps(of: question, issuedBy: issuer, by: logs)
    }

    /// Builds paths from the leaf, applies every rule to each path, and decides by the best path, within the budget.
    ///
    /// If the issuers are known, their path is evaluated first, without a search.
    package func evaluatePaths(
        of question: TrustQuestion,
        _ requirements: PathRequirements,
        remembering known: KnownIssuers? = nil
    ) -> EvaluatorDecision {
        let restrictions = TrustRestrictions(of: question, requirements)
        if requirements.revocation != nil, question.known != nil { resources.dependsOnMemory = true }
        var validator = PathValidator(of: question, requirements, except: exceptions, within: restrictions)
        let isFirstVisited = visitKnown(known?.path(of: question, requirements), &validator)
        let isExhausted =
            !validator.hasSoundPath
            && search(for: question, requirements, within: restrictions, afterFirst: isFirstVisited, &validator)
        if !isFirstVisited, exceptions.isEmpty, let found = validator.evaluations.first {
            known?.remember(found, of: question, requirements)
        }
        for issuer in validator.evaluations.flatMap({ $0.fetchedIssuers(gathered) })
        where !fetchedIssuers.contains(issuer) {
            fetchedIssuers.append(issuer)
        }
        return .choosing(
            from: validator.evaluations,
            exceeding: isExhausted || validator.isBudgetExhausted ? resources.exceededBounds : [],
            under: requirements,
            to: question,
            at: time,
            with: gathered,
            isReporting: isReporting
        )
    }

    /// Evaluates a path whose issuers are known; returns false if there is none, or if the budget does not allow it.
    private func visitKnown(_ path: CandidatePath?, _ validator: inout PathValidator) -> Bool {
        guard let path, resources.pay(1, for: .paths) else { return false }
        _ = validator.validate(path, issuersAreKnown: true, &resources)
        return true
    }

    /// Searches paths and evaluates each until one is accepted without an exception; returns whether the budget ended the
    /// search.
    private func search(
        for question: TrustQuestion,
        _ requirements: PathRequirements,
        within restrictions: TrustRestrictions,
        afterFirst isFirstVisited: Bool,
        _ validator: inout PathValidator
    ) -> Bool {
        var search = PathSearch(
            others: question.chain.dropFirst(),
            fetched: question.fetchedIssuers(under: requirements),
            intermediates: requirements.intermediates,
            anchors: requirements.anchors,
            purpose: requirements.purpose,
            restrictions: restrictions
        )
        let needsAnchor = requirements.enforcement.needsAnchor
        var incomplete: [CandidatePath] = []
        search.visitPaths(from: question.chain[0], afterFirst: isFirstVisited, &resources) { path, resources in
            guard path.isAnchored else {
                if !needsAnchor || incomplete.count < Self.maximumIncompletePaths { incomplete.append(path) }
                return .goOn
            }
            // A path that is accepted only by an exception does not end the search.
            return validator.validate(path, &resources) ? .stop : .goOn
        }
        if validator.evaluations.isEmpty || !needsAnchor {
            for path in incomplete where !validator.hasSoundPath { _ = validator.validate(path, &resources) }
        }
        return search.isExhausted
    }
}
