import TrustModel

/// Rejects more intermediates below a CA than its path length constraint allows (RFC 5280 section 6.1.4 (l), (m)).
///
/// Self-issued certificates are not counted. Only a CA certificate whose key usage includes keyCertSign may have a path
/// length constraint (section 4.2.1.9); because this requirement binds only conforming CAs, a violation is a warning.
struct PathLengthRule: Rule {
    static let name = "pathLength"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let exceeded = context.examined.dropFirst().compactMap { depth, facts in
            self.exceeded(at: depth, of: facts, in: context)
        }
        let misplaced = context.examined.compactMap { depth, facts in Self.misplaced(at: depth, of: facts) }
        return .applied(exceeded.and(misplaced), why: "the intermediates below each CA were counted")
    }

    private func exceeded(at depth: Int, of facts: CertificateFacts, in context: PathContext) -> Finding? {
        guard let allowed = facts.extensions.basicConstraints?.pathLength else { return nil }
        let below = context.path.certificates[1..<depth].count { !$0.facts.isSelfIssued }
        guard below > allowed else { return nil }
        return Finding(
            .constraintPathLength,
            depth: depth,
            message:
                "\(facts.displayName) allows at most \(allowed) intermediates below it, but the path has \(below).",
            facts: [Fact("pathLength", allowed), Fact("intermediates", below)]
        )
    }

    private static func misplaced(at depth: Int, of facts: CertificateFacts) -> Finding? {
        guard facts.extensions.basicConstraints?.pathLength != nil else { return nil }
        let complaint: String
        if !facts.isAuthority {
            complaint = "is not a CA certificate"
        } else if let usage = facts.extensions.keyUsage, !usage.contains(.keyCertSign) {
            complaint = "has a key usage without keyCertSign"
        } else {
            return nil
        }
        return Finding(
            .constraintPathLength,
            severity: .warning,
            depth: depth,
            message: "\(facts.displayName) has a path length constraint but \(complaint).",
            remedy: .misplacedPathLength
        )
    }
}
