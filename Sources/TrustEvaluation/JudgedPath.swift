import TrustModel

/// A path with what every rule said of it.
struct JudgedPath: Sendable {
    let path: CandidatePath
    /// Most useful first; severities as profile, policy and exceptions want them.
    let findings: [Finding]
    let checks: [CheckReport]
    /// The digest of the key that a pin matched.
    let matchedPin: Fingerprint?
    /// Until when the path, and the pins that it was judged by, count.
    let validUntil: Instant?
    /// Whether it is accepted only because an exception says so.
    let isExcepted: Bool
    private let needsAnchor: Bool

    /// Applies all rules.
    init(_ context: PathContext) {
        path = context.path
        needsAnchor = context.requirements.enforcement.needsAnchor
        var findings: [Finding] = []
        var checks: [CheckReport] = []
        for rule in RuleBook.rules {
            switch rule.judge(context) {
            case .skipped(let why):
                checks.append(CheckReport(name: rule.name, status: .skip, why: why))
            case .judged(let found, let why):
                let weighed = found.compactMap(context.requirements.weighed)
                findings += weighed
                checks.append(Self.report(of: rule, weighed, why, failure: context.library.failure))
            }
        }
        if let failure = context.library.failure, context.requirements.enforcement.needsAnchor,
            !findings.contains(where: { $0.severity == .error })
        {
            // Whatever severities a policy sets, a path that was not validated to its end is not accepted.
            findings.append(
                Finding(.internalValidationFailed, message: "The path could not be validated to its end: \(failure).")
            )
        }
        let exception = context.exceptions.first { $0.accepts(findings, path: context.path) }
        if let exception { findings = findings.map(exception.lowering) + [exception.notice] }
        isExcepted = exception != nil
        self.findings = findings.map { Self.located($0, in: context.path) }.ranked
        self.checks = checks
        matchedPin = PinRule.match(in: context)?.facts.publicKeyFingerprint
        let ends =
            context.path.certificates.compactMap(\.facts.notAfter)
            + [
                context.requirements.pins?.decideUntil(from: context.instant), context.revocation.currentUntil,
                exception?.until,
            ].compactMap(\.self)
        validUntil = ends.min()
    }

    var errors: [Finding] { findings.filter { $0.severity == .error } }

    var isAccepted: Bool { errors.isEmpty && (path.isAnchored || isExcepted || !needsAnchor) }

    /// The demerits by which the path that explains most is chosen: the smaller, the closer it came to being trusted.
    var demerits: (Int, Int, Int, Int) {
        let signatures = errors.count { $0.code == .chainSignatureInvalid }
        return (isAccepted ? 0 : 1, path.isAnchored ? 0 : 1, signatures, errors.count)
    }

    private static func located(_ finding: Finding, in path: CandidatePath) -> Finding {
        var finding = finding
        if let depth = finding.depth, path.certificates.indices.contains(depth) {
            finding.certificate = path.certificates[depth]
        }
        return finding
    }

    /// A rule that rests on the library has not passed where the library did not come to its end.
    private static func report(
        of rule: any Rule,
        _ findings: [Finding],
        _ why: String,
        failure: String?
    ) -> CheckReport {
        if let failure, findings.isEmpty, !rule.nativeCodes.isEmpty {
            return CheckReport(name: rule.name, status: .indeterminate, why: failure)
        }
        let status: CheckReport.Status =
            switch findings.map(\.severity).max() {
            case .error: .fail
            case .warning: .warn
            case .notice, nil: .pass
            }
        let found = findings.map(\.message).joined(separator: " ")
        return CheckReport(name: rule.name, status: status, why: found.isEmpty ? why : found)
    }
}
