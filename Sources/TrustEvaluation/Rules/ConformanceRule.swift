import TrustModel

/// Reports what RFC 5280 demands of conforming authorities and relying parties do not check.
struct ConformanceRule: Rule {
    let name = "conformance"
    let nativeCodes = Set(ReasonCode.all.filter { $0.name.hasPrefix("strict.") })

    func judge(_ context: PathContext) -> RuleOutcome {
        let findings = context.violations(of: nativeCodes).map { violation in
            Finding(
                violation.code,
                severity: context.severity(of: violation),
                depth: violation.depth,
                message: "\(context.name(at: violation.depth)): \(violation.text).",
                nativeCode: violation.nativeCode
            )
        }
        return .judged(findings, why: "each certificate was compared with RFC 5280's profile")
    }
}
