import TrustModel

/// Holds names to the subtrees that authorities above them permit and exclude (RFC 5280 section 6.1.3 (b), (c)).
///
/// Hosts, addresses, mailboxes and URIs are compared here and by the library, all other kinds by the library alone; either
/// one's word is enough. The library takes a wildcard for a name of its own, lets malformed names pass, and finds the host
/// of a URI by its first slash and colon; here a wildcard breaks a constraint if any host does that it matches, and what is
/// malformed breaks every constraint of its kind.
struct NameConstraintsRule: Rule {
    static let name = "nameConstraints"
    static let nativeCodes: Set<ReasonCode> = [.constraintName]

    func judge(_ context: PathContext) -> RuleOutcome {
        let constrained = context.certificates.dropFirst().filter { $0.facts.extensions.contains(.nameConstraints) }
        let own = violations(of: constrained, context)
        let rest = context.nativeFindings(
            of: Self.nativeCodes,
            besides: own,
            facts: { [Fact("names", Self.names(context, $0.depth))] },
            message: { "The names of \(context.name(at: $0.depth)) break a name constraint: \($0.text)." }
        )
        let findings = own.and(rest).and(syntax(context))
        guard !constrained.isEmpty || !findings.isEmpty else { return .skipped(why: "no authority constrains names") }
        return .judged(findings, why: "names were compared with the constraints above them")
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
        for (place, name) in context.names[depth].names {
            guard let complaint = constraints.complaint(about: name) else { continue }
            let facts = context.path.certificates[depth].facts
            let spelling = facts.extensions.subjectAlternativeNames?[place].abbreviated ?? ""
            return Finding(
                .constraintName,
                depth: depth,
                message:
                    "The name \(spelling) of \(facts.displayName) \(complaint) \(authority.facts.displayName).",
                facts: [Fact("names", Self.names(context, depth))],
                nativeCode: context.native(.constraintName, at: depth)
            )
        }
        return nil
    }

    private func syntax(_ context: PathContext) -> [Finding] {
        context.findings { depth, facts in
            let complaints = context.names[depth].constraintComplaints.map { complaint in
                Finding(
                    .strictNameConstraintsSyntax,
                    depth: depth,
                    message: "A name constraint of \(facts.displayName) \(complaint.reason).",
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

    private static func names(_ context: PathContext, _ depth: Int) -> [String] {
        guard context.path.certificates.indices.contains(depth) else { return [] }
        let names = context.path.certificates[depth].facts.extensions.subjectAlternativeNames ?? []
        return names.prefix(20).compactMap { name in if case .other = name { nil } else { name.abbreviated } }
    }
}
