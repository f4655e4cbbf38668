import TrustModel

/// Rejects a path with a certificate that is not valid at the time of evaluation.
///
/// Both ends are inclusive (RFC 5280 section 4.1.2.5). An expired trust anchor is an error too, as in `SecTrust`. A period
/// that ends before it begins is malformed at any time; it has also expired if both of its times have passed.
struct ValidityRule: Rule {
    static let name = "validity"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        // The time is compared with every certificate, also if the issuers are known.
        let findings = context.certificates.flatMap { depth, facts in self.findings(of: facts, at: depth, context) }
        return .applied(
            findings,
            why: context.why("validity periods were compared with the time \(context.time.quoted)")
        )
    }

    private func findings(of facts: CertificateFacts, at depth: Int, _ context: PathContext) -> [Finding] {
        guard let notBefore = facts.notBefore, let notAfter = facts.notAfter else {
            return malformed(facts, at: depth)
        }
        let isReversed = notAfter < notBefore
        let (hasBegun, hasEnded) = (context.time.hasBegun(notBefore), context.time.hasEnded(notAfter))
        guard isReversed || hasEnded || !hasBegun else { return [] }
        let period = [Fact("notBefore", notBefore), Fact("notAfter", notAfter)]
        var findings: [Finding] = []
        if isReversed {
            findings.append(
                Finding(
                    .timeMalformed,
                    depth: depth,
                    message:
                        "The validity period of \(facts.displayName) ends before it begins: notAfter is \(notAfter), "
                        + "and notBefore is \(notBefore).",
                    facts: period
                )
            )
        }
        if hasEnded, !isReversed || hasBegun {
            let instant = context.time.quoted
            let days = (instant.secondsSince1970 - notAfter.secondsSince1970) / 86400
            let ago = days > 0 ? ", \(days) day\(days == 1 ? "" : "s") before the time of evaluation" : ""
            findings.append(
                Finding(
                    .timeExpired,
                    depth: depth,
                    message: "\(facts.displayName) expired on \(notAfter)\(ago).",
                    facts: period + [Fact("evaluatedAt", instant)]
                )
            )
        }
        if !hasBegun, !isReversed {
            let message = "\(facts.displayName) is not valid before \(notBefore)."
            let compared = period + [Fact("evaluatedAt", context.time.quoted)]
            findings.append(Finding(.timeNotYetValid, depth: depth, message: message, facts: compared))
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
