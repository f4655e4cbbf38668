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
        let rest =
            context.violations(of: Self.nativeCodes).isEmpty
            ? []
            : found(byLibrary: own, constrained, context).filter { !isMisjudged($0, by: constrained, context) }
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

    /// Whether the library complains of a certificate with an internationalized mailbox although our own comparison, which
    /// knows every name that the constraints above are about, finds nothing.
    ///
    /// OpenSSL 3.0 compares such mailboxes with hosts alone, not with domains, and never in A-labels (RFC 9598 section 6).
    private func isMisjudged(
        _ finding: Finding,
        by constrained: [(depth: Int, facts: CertificateFacts)],
        _ context: PathContext
    ) -> Bool {
        guard let depth = finding.depth, context.names.indices.contains(depth) else { return false }
        let hasMailbox = context.names[depth].names.contains { name in
            if case .internationalizedMailbox = name.reach { true } else { false }
        }
        return hasMailbox
            && constrained.lazy.filter { $0.depth > depth }.allSatisfy { authority in
                guard let constraints = authority.facts.extensions.nameConstraints else { return false }
                let bases = constraints.permitted + constraints.excluded
                return !constraints.hasDistances && bases.allSatisfy(\.isComparedInFull)
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
            let broken = BrokenNameConstraint(name: name, depth: depth, violation: violation, authority: authority)
            return broken.finding(context, nativeCode: context.native(.constraintName, at: depth))
        }
        return nil
    }

    /// The findings of the library alone, explained by our own facts where they concern directory names.
    private func found(
        byLibrary own: [Finding],
        _ constrained: [(depth: Int, facts: CertificateFacts)],
        _ context: PathContext
    ) -> [Finding] {
        let explained = Set(own.compactMap(\.depth))
        let depths = Set(context.violations(of: Self.nativeCodes).map(\.depth)).subtracting(explained)
        let ours = depths.sorted().compactMap { depth -> Finding? in
            let above = constrained.lazy.filter { $0.depth > depth }
            let broken = above.compactMap { BrokenNameConstraint(directoryNamesAt: depth, of: $0, context) }.first
            return broken?.finding(context, nativeCode: context.native(.constraintName, at: depth))
        }
        let rest = context.nativeFindings(of: Self.nativeCodes, besides: own + ours) { violation in
            let above = constrained.filter { $0.depth > violation.depth }.map(\.facts.displayName)
            let authorities = above.isEmpty ? "" : " of " + above.prefix(10).joined(separator: " or ")
            return "The names of \(context.name(at: violation.depth)) break a name constraint\(authorities): "
                + "\(violation.text)."
        }
        return ours + rest
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

extension GeneralName {
    /// Whether a base of a subtree is of a kind of which our own comparison is at least as strict as the library's.
    fileprivate var isComparedInFull: Bool {
        switch self {
        case .dns, .ip, .email: true
        case .uri, .directory, .other: false
        }
    }
}
