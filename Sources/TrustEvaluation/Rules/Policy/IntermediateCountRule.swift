import TrustModel

/// Enforces the policy's `maxChainDepth`, the number of intermediates that are not self-issued.
struct IntermediateCountRule: Rule {
    static let name = "chainDepth"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let allowed = context.requirements.maximumIntermediates else {
            return .skipped(why: "the policy has no maxChainDepth")
        }
        let certificates = context.path.certificates
        let intermediates = context.path.isAnchored ? certificates.dropFirst().dropLast() : certificates.dropFirst()
        let count = intermediates.count { !$0.facts.isSelfIssued }
        let why = context.why("the number of intermediates, \(count), was compared with maxChainDepth, \(allowed)")
        guard count > allowed else { return .applied([], why: why) }
        let finding = Finding(
            .chainTooLong,
            message: "The path has \(count) intermediates; the policy allows at most \(allowed).",
            facts: [Fact("intermediates", count), Fact("maxChainDepth", allowed)]
        )
        return .applied([finding], why: why)
    }
}
