import TrustModel

/// A path with what every rule said of it.
struct JudgedPath: Sendable {
    let path: CandidatePath
    /// Most useful first; severities as profile and policy want them.
    let findings: [Finding]
    let checks: [CheckReport]

    /// Applies all rules.
    init(_ context: PathContext) {
        path = context.path
        var findings: [Finding] = []
        var checks: [CheckReport] = []
        for rule in RuleBook.rules {
            switch rule.judge(context) {
            case .skipped(let why):
                checks.append(CheckReport(name: rule.name, status: .skip, why: why))
            case .judged(let found, let why):
                let weighed = found.compactMap { Self.weighed($0, by: context.requirements.severities) }
                findings += weighed
                checks.append(Self.report(of: rule, weighed, why, failure: context.library.failure))
            }
        }
        if let failure = context.library.failure, !findings.contains(where: { $0.severity == .error }) {
            // Whatever severities a policy sets, a path that was not validated to its end is not accepted.
            findings.append(
                Finding(.internalValidationFailed, message: "The path could not be validated to its end: \(failure).")
            )
        }
        self.findings = findings.sorted(by: Self.leads)
        self.checks = checks
    }

    var errors: [Finding] { findings.filter { $0.severity == .error } }

    var isAccepted: Bool { path.isAnchored && errors.isEmpty }

    /// The demerits by which the path that explains most is chosen: the smaller, the closer it came to being trusted.
    var demerits: (Int, Int, Int) {
        let signatures = errors.count { $0.code == .chainSignatureInvalid }
        return (path.isAnchored ? 0 : 1, signatures, errors.count)
    }

    private static func weighed(_ finding: Finding, by overrides: [ReasonCode: SeverityOverride]) -> Finding? {
        var finding = finding
        switch overrides[finding.code] {
        case .error: finding.severity = .error
        case .warning where finding.code.mayBeLowered: finding.severity = .warning
        case .ignore where finding.code.mayBeLowered: return nil
        case .warning, .ignore, nil: break
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

    private static func leads(_ left: Finding, _ right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        if left.code.rank != right.code.rank { return left.code.rank < right.code.rank }
        if left.depth != right.depth { return (left.depth ?? -1) < (right.depth ?? -1) }
        return left.code.name < right.code.name
    }
}
