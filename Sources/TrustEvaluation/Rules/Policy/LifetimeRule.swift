import TrustModel

/// Enforces the policy's `maximumLifetime` for the leaf; both ends of the validity period are included.
struct LifetimeRule: Rule {
    static let name = "lifetime"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let allowed = context.requirements.maximumLifetime else {
            return .skipped(why: "the policy has no maximumLifetime")
        }
        let leaf = context.path.leaf.facts
        guard let seconds = leaf.lifetime else { return .skipped(why: "the validity period is malformed") }
        let why = context.why("a lifetime of \(seconds) seconds was compared with the maximum of \(allowed)")
        guard seconds > allowed else { return .applied([], why: why) }
        let finding = Finding(
            .timeValidityTooLong,
            depth: 0,
            message: "\(leaf.displayName) is valid for \(seconds / 86400) days; the policy allows \(allowed / 86400).",
            facts: [Fact("seconds", Int(seconds)), Fact("maximumSeconds", Int(allowed))]
        )
        return .applied([finding], why: why)
    }
}
