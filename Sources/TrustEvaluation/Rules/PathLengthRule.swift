import TrustModel

/// Holds each authority to its path length (RFC 5280 section 6.1.4 (l), (m)): self-issued certificates do not count.
struct PathLengthRule: Rule {
    static let name = "pathLength"
    static let nativeCodes: Set<ReasonCode> = [.constraintPathLength]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.certificates.dropFirst().compactMap { depth, facts in exceeded(depth, facts, context) }
        // OpenSSL blames the same certificate; its other findings here are about path lengths that make no sense.
        let rest = context.nativeFindings(of: Self.nativeCodes, besides: own) { violation in
            "The path length of \(context.name(at: violation.depth)) does not fit: \(violation.text)."
        }
        return .judged(own + rest, why: "intermediates were counted below each authority")
    }

    private func exceeded(_ depth: Int, _ facts: CertificateFacts, _ context: PathContext) -> Finding? {
        guard let allowed = facts.extensions.basicConstraints?.pathLength else { return nil }
        let below = context.path.certificates[1..<depth].count { !$0.facts.isSelfIssued }
        guard below > allowed else { return nil }
        return Finding(
            .constraintPathLength,
            depth: depth,
            message: "\(facts.displayName) allows \(allowed) intermediates below it, but there are \(below).",
            facts: [Fact("pathLength", allowed), Fact("intermediates", below)],
            nativeCode: context.native(.constraintPathLength, at: depth)
        )
    }
}
