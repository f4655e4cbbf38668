import TrustModel

/// The outcomes of the rules for one path, with the severities of the policy.
struct AppliedRules {
    private(set) var findings: [Finding] = []
    /// The outcome of each rule, collected only for explanations.
    private(set) var outcomes: [(rule: any Rule, outcome: RuleOutcome)] = []
    /// Whether report mode may waive errors of the path, because it is valid apart from such errors.
    private(set) var isValidForReporting: Bool

    /// Applies all rules but the last.
    init(to context: PathContext) {
        isValidForReporting = context.path.isAnchored && !context.requirements.leavesHostOpen
        let requirements = context.requirements
        for rule in RuleCatalog.rules where context.isExplained || !rule.isIdle(under: requirements) {
            let outcome = rule.evaluate(context)
            // Most rules find nothing, which only explanations mention.
            if outcome.hasFindings || context.isExplained { add(rule, outcome, to: context) }
        }
        if let warning = context.requirements.enforcement.warning { findings.append(warning) }
        if let warning = context.requirements.publicClientsWarning { findings.append(warning) }
        if let warning = context.serverAuthWarning { findings.append(warning) }
        assert(areComplete(for: context), "a rule found something about known issuers")
    }

    /// Whether the rules find the same, and depend on no other time, if they examine all certificates; only for assertions.
    private func areComplete(for context: PathContext) -> Bool {
        guard context.examined.count < context.certificates.count else { return true }
        let (stableUntil, pathEnd) = (context.time.stableUntil, context.time.pathEnd)
        let all = AppliedRules(to: context.examiningAllCertificates)
        return all.findings == findings && all.isValidForReporting == isValidForReporting
            && context.time.stableUntil == stableUntil && context.time.pathEnd == pathEnd
    }

    /// Adds the outcome of the last rule; `comparison` is nil if the names of the client were not compared.
    mutating func add(_ comparison: ClientComparison?, to context: PathContext) {
        guard context.requirements.allowedClients != nil || context.isExplained else { return }
        let isMissing = comparison == nil && context.requirements.allowedClients != nil
        let outcome = isMissing ? AllowedClientsRule.notReached : RuleCatalog.last.evaluate(context, comparison)
        add(RuleCatalog.last, outcome, to: context)
    }

    private mutating func add(_ rule: any Rule, _ unadjusted: RuleOutcome, to context: PathContext) {
        assert(unadjusted.hasOnly(type(of: rule).codes), "the codes of \(type(of: rule).name) are incomplete")
        let outcome = Self.adjusted(unadjusted, by: context.requirements)
        isValidForReporting = isValidForReporting && context.requirements.waivesUnenforced(unadjusted)
        if case .applied(let found, _) = outcome { findings += found }
        if context.isExplained { outcomes.append((rule, outcome)) }
    }

    /// Whether the names of the client are to be compared: no other rule rejects the path, or report mode could waive that.
    func isReached(in context: PathContext) -> Bool {
        guard context.requirements.allowedClients != nil else { return false }
        if areMet(in: context, with: exception(in: context)) { return true }
        return isValidForReporting && findings.allSatisfy { $0.severity != .error || $0.code.reportMode == .waived }
    }

    /// Returns the exception that accepts all errors; nil if there is none.
    func exception(in context: PathContext) -> TrustException? {
        context.exceptions.first { $0.accepts(findings, in: context) }
    }

    /// Whether the path is accepted, with an exception that accepts all errors, or without errors.
    func areMet(in context: PathContext, with exception: TrustException?) -> Bool {
        guard exception == nil else { return true }
        let isAnchored = context.path.isAnchored || !context.requirements.enforcement.needsAnchor
        return isAnchored && findings.allSatisfy { $0.severity != .error }
    }

    private static func adjusted(_ outcome: RuleOutcome, by requirements: PathRequirements) -> RuleOutcome {
        guard case .applied(let findings, let why) = outcome, !findings.isEmpty else { return outcome }
        return .applied(findings.compactMap { requirements.adjusted($0) }, why: why)
    }
}

extension RuleOutcome {
    fileprivate var hasFindings: Bool {
        if case .applied(let findings, _) = self { !findings.isEmpty } else { false }
    }

    /// Whether all findings have one of the codes; an empty list means all codes.
    fileprivate func hasOnly(_ codes: [ReasonCode]) -> Bool {
        guard case .applied(let findings, _) = self, !codes.isEmpty else { return true }
        return findings.allSatisfy { codes.contains($0.code) }
    }
}
