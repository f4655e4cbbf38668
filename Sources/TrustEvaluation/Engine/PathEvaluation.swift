import TrustModel

/// A candidate path with the findings of every rule.
final class PathEvaluation: Sendable {
    let path: CandidatePath
    /// The findings, most useful first; profile, policy and exceptions have determined their severities.
    let findings: [Finding]
    let checks: [CheckReport]
    let matchedCertificate: Certificate?
    /// The name with which the policy allows the leaf of an accepted path.
    let principal: Principal?
    let revocation: RevocationReport
    /// The verified timestamps of the leaf; nil if nothing in the policy depends on them.
    let timestamps: TimestampReport?
    /// The last second at which the path and its pins are valid.
    let validUntil: Instant?
    let isExcepted: Bool
    let isAccepted: Bool
    /// Whether report mode may waive errors of the path, because it is valid apart from such errors.
    let isValidForReporting: Bool
    /// Whether the path ends in a trust anchor, and all of its signatures are valid.
    let isVerifiedToAnchor: Bool
    /// Whether no rule found anything about the issuers of the path, apart from what the policy ignores.
    let hasSoundIssuers: Bool
    /// The sort key for selecting the best path: the path with the smallest key is closest to being trusted.
    ///
    /// Among otherwise equal paths, those with only pin failures come first.
    let rankingKey: (Int, Int, Int, Int, Int)

    /// Applies all rules to a path, the comparison of clients without a limit on its work.
    convenience init(_ context: PathContext) {
        self.init(context) {
            context.requirements.allowedClients.map { ClientComparison(of: context.path.leaf.facts, with: $0) }
        }
    }

    /// Applies all rules to a path.
    ///
    /// The names of the client are compared last, and only if all other rules accept the path, or report mode could waive
    /// their errors. `compareClients` returns nil if the policy does not limit the clients.
    init(_ context: PathContext, comparingClients compareClients: () -> ClientComparison?) {
        context.time.beginPath()
        path = context.path
        isVerifiedToAnchor = path.isAnchored && context.areSignaturesValid
        var rules = AppliedRules(to: context)
        let comparison = rules.isReached(in: context) ? compareClients() : nil
        rules.add(comparison, to: context)
        let exception = rules.exception(in: context)
        isExcepted = exception != nil
        isAccepted = rules.areMet(in: context, with: exception)
        isValidForReporting = rules.isValidForReporting
        hasSoundIssuers = isVerifiedToAnchor && rules.findings.allSatisfy { $0.depth ?? 0 == 0 }
        var findings = rules.findings
        if let exception { findings = findings.map(exception.downgrading) + [exception.notice] }
        let errors = findings.lazy.filter { $0.severity == .error }
        rankingKey = (
            isAccepted ? isExcepted ? 1 : 0 : 2, path.isAnchored ? 0 : 1,
            errors.count { $0.code == .chainSignatureInvalid }, errors.count, errors.count { !$0.code.isOfPins }
        )
        for index in findings.indices {
            findings[index].certificate = path.certificate(at: findings[index].depth)
            findings[index].specialRemedy =
                findings[index].specialRemedy ?? context.specialRemedy(for: findings[index], among: findings)
        }
        let merged = WholePathValidity.merging(findings, context)
        self.findings = (isAccepted ? merged : MalformedExtensions.withoutConsequences(merged)).ranked
        checks = rules.outcomes.map { rule, outcome in
            Self.report(of: rule, exception.map(outcome.downgraded(by:)) ?? outcome)
        }
        matchedCertificate = PinRule.match(in: context)
        principal = isAccepted ? comparison?.principal : nil
        revocation = context.revocation
        timestamps = context.timestamps
        for last in [context.revocation.currentUntil, context.timestamps?.unchangedUntil, exception?.until] {
            context.time.limitPath(to: last)
        }
        validUntil = context.time.pathEnd
    }

    var errors: [Finding] { findings.filter { $0.severity == .error } }

    /// Whether the path is rejected, but only by errors that report mode waives.
    var isWaivable: Bool { isValidForReporting && !isAccepted && errors.allSatisfy { $0.code.reportMode == .waived } }

    /// Whether the path is accepted without an exception, so that no other path needs to be examined.
    var isSound: Bool { isAccepted && !isExcepted }

    private static func report(of rule: any Rule, _ outcome: RuleOutcome) -> CheckReport {
        let findings: [Finding]
        let why: String
        switch outcome {
        case .skipped(let why): return CheckReport(name: type(of: rule).name, status: .skip, why: why)
        case .applied(let found, let reason): (findings, why) = (found, reason)
        }
        let status: CheckReport.Status =
            switch findings.map(\.severity).max() {
            case .error: .fail
            case .warning: .warn
            case .notice, nil: .pass
            }
        return CheckReport(
            name: type(of: rule).name,
            status: status,
            why: findings.isEmpty ? why : summary(of: findings)
        )
    }

    /// The maximum number of findings in a check; the reasons contain all findings.
    private static let maximumListed = 16

    private static func summary(of findings: [Finding]) -> String {
        let listed = findings.prefix(maximumListed).map(\.message).joined(separator: " ")
        guard findings.count > maximumListed else { return listed }
        return "\(listed) … \(findings.count - maximumListed) more are not listed"
    }
}

extension CandidatePath {
    fileprivate func certificate(at depth: Int?) -> Certificate? {
        depth.flatMap { certificates.indices.contains($0) ? certificates[$0] : nil }
    }
}

extension RuleOutcome {
    fileprivate func downgraded(by exception: TrustException) -> RuleOutcome {
        guard case .applied(let findings, let why) = self else { return self }
        return .applied(findings.map(exception.downgrading), why: why)
    }
}
