import TrustModel

/// Limits the validity of server certificates by their date of issue (CA/Browser Forum Baseline Requirements §6.3.2).
///
/// The validity includes both ends, so 398 days end one second before the same time of day.
struct WebLifetimeRule: Rule {
    static let name = "webLifetime"
    static let codes: [ReasonCode] = [.webpkiValidityTooLong]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.purpose == .serverAuth else { return .skipped(why: "the purpose is not serverAuth") }
        let leaf = context.path.leaf.facts
        guard let notBefore = leaf.notBefore, let seconds = leaf.lifetime else {
            return .skipped(why: "the validity period is malformed")
        }
        guard let limit = WebCalendar.limit(WebCalendar.lifetimes, issuedAt: notBefore) else {
            return .applied([], why: "a certificate issued on this date may have any lifetime")
        }
        let allowed = limit.days * 86400
        let why = context.why("a lifetime of \(seconds) seconds was compared with the limit of \(limit.days) days")
        guard seconds > allowed else { return .applied([], why: why) }
        let finding = Finding(
            .webpkiValidityTooLong,
            depth: 0,
            message:
                "\(leaf.displayName) is valid for \((seconds + 86399) / 86400) days; certificates issued since "
                + "\(limit.issuedSince.description.prefix(10)) may be valid for \(limit.days).",
            facts: [Fact("seconds", Int(seconds)), Fact("maximumSeconds", Int(allowed))]
        )
        return .applied([finding], why: why)
    }
}
