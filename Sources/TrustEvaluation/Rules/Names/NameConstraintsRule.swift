import TrustModel

/// Rejects names that violate the name constraints of a CA above them (RFC 5280 section 6.1.3 (b), (c)).
///
/// A wildcard violates a constraint if any host that matches the wildcard violates the constraint. A malformed name
/// violates every constraint of its type. Every name violates a malformed or unsupported constraint of its type.
struct NameConstraintsRule: Rule {
    static let name = "nameConstraints"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let constrained = context.certificates.dropFirst().filter { $0.facts.extensions.contains(.nameConstraints) }
        let findings = violations(of: constrained, context).and(syntax(context))
        guard !constrained.isEmpty || !findings.isEmpty else {
            return .skipped(why: "no certificate has name constraints")
        }
        return .applied(
            findings,
            why: "each certificate's names were compared with the name constraints of the CAs above the certificate"
        )
    }

    /// Returns one finding for each certificate whose names violate a constraint.
    private func violations(
        of constrained: [(depth: Int, facts: CertificateFacts)],
        _ context: PathContext
    ) -> [Finding] {
        guard let highest = constrained.last?.depth else { return [] }
        return context.certificates.prefix(highest).compactMap { depth, facts -> Finding? in
            // Self-issued intermediates are exempt (section 6.1.3): otherwise, a constrained CA could not introduce a
            // new key for its name (section 4.2.1.10). A leaf is not exempt: it could have its issuer's name to escape.
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
            let complaints = context.names[depth].constraintDefects.map { complaint in
                Finding(
                    .strictNameConstraintsSyntax,
                    depth: depth,
                    message:
                        "The name constraint \(complaint.name.quoted) of \(facts.displayName) \(complaint.reason).",
                    facts: [Fact("base", complaint.name.abbreviated)]
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
