import TrustModel

/// Rejects a path with a certificate that is not valid at the time of evaluation.
///
/// Both ends are inclusive (RFC 5280 section 4.1.2.5). An expired trust anchor is an error too, as in `SecTrust`. A period
/// that ends before it begins is malformed at any time; it has also expired if both of its times have passed.
struct ValidityRule: Rule {
    static let name = "validity"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.findings { depth, facts in self.findings(of: facts, at: depth, context) }
        return .applied(findings, why: context.why("validity periods were compared with the time \(context.instant)"))
    }

    private func findings(of facts: CertificateFacts, at depth: Int, _ context: PathContext) -> [Finding] {
        guard let notBefore = facts.notBefore, let notAfter = facts.notAfter else {
            return malformed(facts, at: depth)
        }
        let isReversed = notAfter < notBefore
        guard isReversed || context.instant > notAfter || context.instant < notBefore else { return [] }
        let common = [Fact("notBefore", notBefore), Fact("notAfter", notAfter), Fact("evaluatedAt", context.instant)]
        var findings: [Finding] = []
        if isReversed {
            findings.append(
                Finding(
                    .timeMalformed,
                    depth: depth,
                    message:
                        "The validity period of \(facts.displayName) ends before it begins: notAfter is \(notAfter), "
                        + "and notBefore is \(notBefore).",
                    facts: [Fact("notBefore", notBefore), Fact("notAfter", notAfter)]
                )
            )
        }
        if context.instant > notAfter, !isReversed || context.instant >= notBefore {
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
        if context.instant < notBefore, !isReversed {
            let message = "\(facts.displayName) is not valid before \(notBefore)."
            findings.append(Finding(.timeNotYetValid, depth: depth, message: message, facts: common))
        }
        return findings
    }

    private func malformed(_ facts: CertificateFacts, at depth: Int) -> [Finding] {
        let fields = facts.malformedTimes
        guard !fields.isEmpty else {
            let message = "The validity period of \(facts.displayName) is malformed (RFC 5280 section 4.1.2.5)."
            return [Finding(.timeMalformed, depth: depth, message: message)]
        }
        return fields.map { time in
            Finding(
                .timeMalformed,
                depth: depth,
                message: "The time \(time.field) of \(facts.displayName) is malformed (RFC 5280 section 4.1.2.5): "
                    + "\(time.defect).",
                facts: [Fact("time", time.field)]
            )
        }
    }
}
