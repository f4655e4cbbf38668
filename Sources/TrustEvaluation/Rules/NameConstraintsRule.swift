import TrustModel

/// Rejects names outside the subtrees that CAs above them permit, and names in subtrees that they exclude (RFC 5280 section
/// 6.1.3 (b), (c)).
///
/// A wildcard breaks a constraint if any host that it matches does. A malformed name or constraint breaks every constraint of
/// its kind, and so does a constraint that cannot be applied.
struct NameConstraintsRule: Rule {
    static let name = "nameConstraints"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let constrained = context.certificates.dropFirst().filter { $0.facts.extensions.contains(.nameConstraints) }
        let findings = violations(of: constrained, context).and(syntax(context))
        guard !constrained.isEmpty || !findings.isEmpty else { return .skipped(why: "no authority constrains names") }
        return .applied(findings, why: "names were compared with the constraints above them")
    }

    /// One finding for each certificate whose names break a constraint.
    private func violations(
        of constrained: [(depth: Int, facts: CertificateFacts)],
        _ context: PathContext
    ) -> [Finding] {
        guard let highest = constrained.last?.depth else { return [] }
        return context.certificates.prefix(highest).compactMap { depth, facts -> Finding? in
            // A certificate that only renews an authority's key is not held to its own constraints (section 6.1.3).
            guard depth == 0 || !facts.isSelfIssued else { return nil }
            return constrained.lazy.filter { $0.depth > depth }
                .compactMap { violation(at: depth, of: $0, context) }.first
        }
    }

    private func violation(
        at depth: Int,
        of authority: (depth: Int, facts: CertificateFacts),
        _ context: PathContext
    ) -> Finding? {
        guard let constraints = context.names[authority.depth].constraints else { return nil }
        for (name, reach) in context.names[depth].names {
            guard let violation = constraints.violation(by: reach) else { continue }
            let broken = NameConstraintReport(name: name, depth: depth, violation: violation, authority: authority)
            return broken.finding(context)
        }
        return nil
    }

    private func syntax(_ context: PathContext) -> [Finding] {
        context.findings { depth, facts in
            let complaints = context.names[depth].constraintComplaints.map { complaint in
                Finding(
                    .strictNameConstraintsSyntax,
                    depth: depth,
                    message: "The name constraint \"\(complaint.name)\" of \(facts.displayName) \(complaint.reason).",
                    facts: [Fact("base", complaint.name)]
                )
            }
            return distances(facts, depth).and(complaints)
        }
    }

    private func distances(_ facts: CertificateFacts, _ depth: Int) -> [Finding] {
        guard facts.extensions.nameConstraints?.hasDistances ?? false else { return [] }
        let message = "A name constraint of \(facts.displayName) has a minimum or a maximum."
        return [Finding(.strictNameConstraintsSyntax, depth: depth, message: message)]
    }
}
