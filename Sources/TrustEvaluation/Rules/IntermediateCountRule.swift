import TrustModel

/// Holds a path to the policy's `maxChainDepth`: intermediates between leaf and anchor, self-issued ones not counted.
struct IntermediateCountRule: Rule {
    static let name = "chainDepth"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let allowed = context.requirements.maximumIntermediates else {
            return .skipped(why: "the policy sets no maxChainDepth")
        }
        let certificates = context.path.certificates
        let intermediates = context.path.isAnchored ? certificates.dropFirst().dropLast() : certificates.dropFirst()
        let count = intermediates.count { !$0.facts.isSelfIssued }
        let why = context.why("\(count) intermediates were compared with maxChainDepth \(allowed)")
        guard count > allowed else { return .applied([], why: why) }
        let finding = Finding(
            .chainTooLong,
            message: "The path has \(count) intermediates; the policy allows \(allowed).",
            facts: [Fact("intermediates", count), Fact("maxChainDepth", allowed)]
        )
        return .applied([finding], why: why)
    }
}
