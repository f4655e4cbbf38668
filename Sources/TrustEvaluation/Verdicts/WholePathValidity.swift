import TrustModel

/// Reports that no certificate of a path is valid at the time of evaluation.
///
/// If no certificate is valid, the time is probably wrong. After the decision, one finding replaces the findings of
/// ``ValidityRule``. Code and severity remain the same, so verdict, exceptions and `checks` are not affected.
enum WholePathValidity {
    /// Merges the findings if all certificates of the path have expired, or all are not yet valid.
    static func merging(_ findings: [Finding], _ context: PathContext) -> [Finding] {
        guard context.path.certificates.count > 1 else { return findings }
        return [ReasonCode.timeNotYetValid, .timeExpired].reduce(findings) { merging($1, in: $0, context) }
    }

    private static func merging(_ code: ReasonCode, in findings: [Finding], _ context: PathContext) -> [Finding] {
        let same = findings.filter { $0.code == code }
        guard same.count == context.path.certificates.count, let leaf = same.first(where: { $0.depth == 0 }) else {
            return findings
        }
        let bounds = context.certificates.compactMap { code == .timeExpired ? $0.facts.notAfter : $0.facts.notBefore }
        guard let first = bounds.min(), let last = bounds.max() else { return findings }
        var whole = Finding(
            code,
            severity: leaf.severity,
            depth: 0,
            message: message(code, upTo: last, in: context),
            facts: leaf.facts + [
                Fact("timeSource", context.time.source.rawValue),
                Fact("nearestBound", code == .timeExpired ? last : first),
                Fact("certificates", same.count),
            ],
            remedy: remedy(code, context.time.source)
        )
        whole.certificate = leaf.certificate
        return findings.filter { $0.code != code } + [whole]
    }

    /// Returns the message, which names the latest `notAfter` or `notBefore` of the path.
    ///
    /// After the latest `notAfter` every certificate has expired; before the latest `notBefore` the path is not valid.
    private static func message(_ code: ReasonCode, upTo last: Instant, in context: PathContext) -> String {
        let time =
            switch context.time.source {
            case .clock: "the clock of the machine that runs anchord reads \(context.time.quoted)"
            case .request: "the requested time is \(context.time.quoted)"
            }
        let count = context.path.certificates.count
        return code == .timeExpired
            ? "All \(count) certificates of the path have expired: \(time), and the last of them expired on \(last)."
            : "None of the \(count) certificates of the path is valid yet: \(time), and the last of them becomes valid on "
                + "\(last)."
    }

    private static func remedy(_ code: ReasonCode, _ source: TimeSource) -> SpecialRemedy {
        switch source {
        case .clock: code == .timeExpired ? .fastClock : .slowClock
        case .request: code == .timeExpired ? .requestedTimeTooLate : .requestedTimeTooEarly
        }
    }
}
