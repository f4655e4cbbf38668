import TrustModel

/// Refuses a path in which a certificate is not valid at the time of evaluation.
///
/// Both ends are inclusive (RFC 5280 section 4.1.2.5), where OpenSSL takes the last second as expired. Anchors count too:
/// an expired anchor fails, as with `SecTrust`.
struct ValidityRule: Rule {
    static let name = "validity"
    static let nativeCodes: Set<ReasonCode> = [.timeExpired, .timeNotYetValid, .timeMalformed]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.findings { depth, facts in self.findings(of: facts, at: depth, context) }
        let unread = context.nativeFindings(of: .timeMalformed, besides: own) { violation in
            "The validity of \(context.name(at: violation.depth)) cannot be read: \(violation.text)."
        }
        return .judged(own.and(unread), why: context.why("validity was compared with \(context.instant)"))
    }

    private func findings(of facts: CertificateFacts, at depth: Int, _ context: PathContext) -> [Finding] {
        guard let notBefore = facts.notBefore, let notAfter = facts.notAfter else {
            return [
                finding(.timeMalformed, "The validity of \(facts.displayName) cannot be read.", depth, [], context)
            ]
        }
        guard context.instant > notAfter || context.instant < notBefore else { return [] }
        let common = [Fact("notBefore", notBefore), Fact("notAfter", notAfter), Fact("evaluatedAt", context.instant)]
        var findings: [Finding] = []
        if context.instant > notAfter {
            let days = (context.instant.secondsSince1970 - notAfter.secondsSince1970) / 86400
            let ago = days > 0 ? ", \(days) day\(days == 1 ? "" : "s") before the time of evaluation" : ""
            findings.append(
                finding(.timeExpired, "\(facts.displayName) expired on \(notAfter)\(ago).", depth, common, context)
            )
        }
        // Both, where validity ends before it begins.
        if context.instant < notBefore {
            let message = "\(facts.displayName) is not valid before \(notBefore)."
            findings.append(finding(.timeNotYetValid, message, depth, common, context))
        }
        return findings
    }

    private func finding(
        _ code: ReasonCode,
        _ message: String,
        _ depth: Int,
        _ facts: [Fact],
        _ context: PathContext
    ) -> Finding {
        Finding(code, depth: depth, message: message, facts: facts, nativeCode: context.native(code, at: depth))
    }
}
