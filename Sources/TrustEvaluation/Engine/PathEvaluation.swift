import TrustModel

/// A candidate path with the findings of every rule.
struct PathEvaluation: Sendable {
    let path: CandidatePath
    /// Most useful first; severities as profile, policy and exceptions want them.
    let findings: [Finding]
    let checks: [CheckReport]
    /// The digest of the key that a pin matched.
    let matchedPin: Fingerprint?
    /// The end of the validity of the path and of the pins that apply to it.
    let validUntil: Instant?
    /// Whether it is accepted only because an exception says so.
    let isExcepted: Bool
    /// Whether it may be trusted.
    let isAccepted: Bool
    /// Selects the path that explains most: the smaller, the closer it came to being trusted.
    ///
    /// Of equals the one that lacks a pin only comes first, which is what a policy that only reports lets pass.
    let rankingKey: (Int, Int, Int, Int, Int)

    /// Applies all rules.
    init(_ context: PathContext) {
        path = context.path
        let requirements = context.requirements
        let needsAnchor = requirements.enforcement.needsAnchor
        var findings: [Finding] = []
        // Of each rule what it found, where somebody reads it.
        var outcomes: [(rule: any Rule, outcome: RuleOutcome)] = []
        for rule in RuleCatalog.rules {
            let outcome = Self.weighed(rule.evaluate(context), by: requirements)
            if case .applied(let found, _) = outcome, !found.isEmpty { findings += found }
            if context.isExplained { outcomes.append((rule, outcome)) }
        }
        if let warning = requirements.enforcement.warning { findings.append(warning) }
        let exception = context.exceptions.first { $0.accepts(findings, in: context) }
        if let exception { findings = findings.map(exception.downgrading) + [exception.notice] }
        isExcepted = exception != nil
        let errors = findings.lazy.filter { $0.severity == .error }
        isAccepted = errors.isEmpty && (path.isAnchored || isExcepted || !needsAnchor)
        rankingKey = (
            isAccepted ? isExcepted ? 1 : 0 : 2, path.isAnchored ? 0 : 1,
            errors.count { $0.code == .chainSignatureInvalid }, errors.count, errors.count { !$0.code.isOfPins }
        )
        for index in findings.indices {
            findings[index].certificate = path.certificate(at: findings[index].depth)
            findings[index].specialRemedy =
                findings[index].specialRemedy ?? context.specialRemedy(for: findings[index], among: findings)
        }
        self.findings = WholePathValidity.merging(findings, context).ranked
        checks = outcomes.map { rule, outcome in
            Self.report(of: rule, exception.map(outcome.downgraded(by:)) ?? outcome)
        }
        matchedPin = PinRule.match(in: context)?.facts.publicKeyFingerprint
        validUntil = Self.end(context, exception)
    }

    var errors: [Finding] { findings.filter { $0.severity == .error } }

    /// Whether it is accepted without an exception, so that no other path need be looked at.
    var isSound: Bool { isAccepted && !isExcepted }

    /// The first moment to come after which something that the decision rests on counts no longer.
    ///
    /// What has ended already cannot end again: it is accepted as it is, or the path is not accepted.
    private static func end(_ context: PathContext, _ exception: TrustException?) -> Instant? {
        var first: Instant?
        func take(_ end: Instant?) {
            guard let end, end >= context.instant else { return }
            first = first.map { min($0, end) } ?? end
        }
        for certificate in context.path.certificates { take(certificate.facts.notAfter) }
        take(context.requirements.pins?.expires)
        take(context.revocation.currentUntil)
        take(exception?.until)
        return first
    }

    private static func weighed(_ outcome: RuleOutcome, by requirements: PathRequirements) -> RuleOutcome {
        guard case .applied(let findings, let why) = outcome, !findings.isEmpty else { return outcome }
        return .applied(findings.compactMap(requirements.weighed), why: why)
    }

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

    /// How many findings a check tells; the reasons have all of them.
    private static let maximumListed = 16

    private static func summary(of findings: [Finding]) -> String {
        let told = findings.prefix(maximumListed).map(\.message).joined(separator: " ")
        return findings.count > maximumListed ? "\(told) … \(findings.count - maximumListed) more are not listed" : told
    }
}

extension CandidatePath {
    fileprivate func certificate(at depth: Int?) -> Certificate? {
        depth.flatMap { certificates.indices.contains($0) ? certificates[$0] : nil }
    }
}

extension RuleOutcome {
    /// The same under an exception.
    fileprivate func downgraded(by exception: TrustException) -> RuleOutcome {
        guard case .applied(let findings, let why) = self else { return self }
        return .applied(findings.map(exception.downgrading), why: why)
    }
}
