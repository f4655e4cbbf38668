import TrustModel

/// Rejects a path with a certificate that is not valid at the time of evaluation.
///
/// Both ends are inclusive (RFC 5280 section 4.1.2.5). An expired trust anchor is an error too, as in `SecTrust`.
struct ValidityRule: Rule {
    static let name = "validity"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.findings { depth, facts in self.findings(of: facts, at: depth, context) }
        return .applied(findings, why: context.why("validity periods were compared with the time \(context.instant)"))
    }

    private func findings(of facts: CertificateFacts, at depth: Int, _ context: PathContext) -> [Finding] {
        guard let notBefore = facts.notBefore, let notAfter = facts.notAfter else {
            return [
                Finding(
                    .timeMalformed,
                    depth: depth,
                    message: "The validity period of \(facts.displayName) is malformed (RFC 5280 section 4.1.2.5)."
                )
            ]
        }
        guard context.instant > notAfter || context.instant < notBefore else { return [] }
        let common = [Fact("notBefore", notBefore), Fact("notAfter", notAfter), Fact("evaluatedAt", context.instant)]
        var findings: [Finding] = []
        if context.instant > notAfter {
            let days = (context.instant.secondsSince1970 - notAfter.secondsSince1970) / 86400
            let ago = days > 0 ? ", \(days) day\(days == 1 ? "" : "s") before the time of evaluation" : ""
            findings.append(
                Finding(
                    .timeExpired,
                    depth: depth,
                    message: "\(facts.displayName) expired on \(notAfter)\(ago).",
                    facts: common
                )
            )
        }
        // Both findings apply if a validity period ends before it begins.
        if context.instant < notBefore {
            let message = "\(facts.displayName) is not valid before \(notBefore)."
            findings.append(Finding(.timeNotYetValid, depth: depth, message: message, facts: common))
        }
        return findings
    }
}
