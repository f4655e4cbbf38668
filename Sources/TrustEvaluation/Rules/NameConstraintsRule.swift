import TrustModel

/// Holds names to the subtrees that authorities above them permit and exclude (RFC 5280 section 6.1.3 (b), (c)).
///
/// Hosts, addresses and mailboxes are compared here and by the library, all other kinds by the library alone; either one's
/// word is enough. The library takes a wildcard for a name of its own and lets malformed names pass; here a wildcard breaks a
/// constraint if any host does that it matches, and what is malformed breaks every constraint of its kind.
struct NameConstraintsRule: Rule {
    let name = "nameConstraints"
    let nativeCodes: Set<ReasonCode> = [.constraintName]

    func judge(_ context: PathContext) -> RuleOutcome {
        let constrained = context.certificates.dropFirst().filter { $0.facts.extensions.contains(.nameConstraints) }
        let own = violations(of: constrained, context)
        let rest = context.libraryFindings(
            of: nativeCodes,
            besides: own,
            facts: { [Fact("names", Self.names(context, $0.depth))] },
            message: { "The names of \(context.name(at: $0.depth)) break a name constraint: \($0.text)." }
        )
        let findings = own + rest + constrained.flatMap { Self.syntax(of: $0.facts, at: $0.depth) }
        guard !constrained.isEmpty || !findings.isEmpty else { return .skipped(why: "no authority constrains names") }
        return .judged(findings, why: "names were compared with the constraints above them")
    }

    /// One finding for each certificate whose names break a constraint.
    private func violations(
        of constrained: [(depth: Int, facts: CertificateFacts)],
        _ context: PathContext
    ) -> [Finding] {
        let constraints = constrained.map { ($0.depth, NameConstraintSet($0.facts), $0.facts.displayName) }
        guard let highest = constraints.last?.0 else { return [] }
        return context.certificates.prefix(highest).compactMap { depth, facts -> Finding? in
            // A certificate that only renews an authority's key is not held to its own constraints (section 6.1.3).
            guard depth == 0 || !facts.isSelfIssued else { return nil }
            let names = facts.extensions.subjectAlternativeNames ?? []
            for (above, set, authority) in constraints where above > depth {
                guard let broken = set?.broken(by: names) else { continue }
                let native = context.native(.constraintName, at: depth)
                return Finding(
                    .constraintName,
                    depth: depth,
                    message: "The name \(broken.name) of \(facts.displayName) \(broken.complaint) \(authority).",
                    facts: [Fact("names", Self.names(context, depth))],
                    nativeCode: native
                )
            }
            return nil
        }
    }

    private static func syntax(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        guard let constraints = facts.extensions.nameConstraints else { return [] }
        return (constraints.permitted + constraints.excluded).lazy.compactMap { base in
            NameSyntax.complaint(aboutBase: base).map { complaint in
                Finding(
                    .strictNameConstraintsSyntax,
                    depth: depth,
                    message: "A name constraint of \(facts.displayName) \(complaint).",
                    facts: [Fact("base", base.abbreviated)]
                )
            }
        }.prefix(PathContext.maximumFindingsEach).map(\.self)
    }

    private static func names(_ context: PathContext, _ depth: Int) -> [String] {
        guard context.path.certificates.indices.contains(depth) else { return [] }
        let names = context.path.certificates[depth].facts.extensions.subjectAlternativeNames ?? []
        return names.prefix(20).compactMap { name in if case .other = name { nil } else { name.abbreviated } }
    }
}
