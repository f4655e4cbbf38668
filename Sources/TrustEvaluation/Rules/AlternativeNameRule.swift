import TrustModel

/// Requires alternative names in the syntax of their kind (RFC 5280 section 4.2.1.6), and in a server's certificate some,
/// of the kinds DNS name and address alone (CA/Browser Forum Baseline Requirements section 7.1.2.7.12), without wildcards
/// for all that a registry delegates (section 3.2.2.6).
///
/// Under what companies let, wildcards are the company's to ask for, and that section advises not to look.
struct AlternativeNameRule: Rule {
    static let name = "alternativeNames"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let syntax = context.findings { depth, facts in
            context.names[depth].complaints.map { Self.finding($0, facts, depth) }
        }
        return .applied(
            syntax.and(leafFindings(context)),
            why: "each alternative name was read by the syntax of its kind"
        )
    }

    private static func finding(
        _ complaint: CertificateNames.NameDefect,
        _ facts: CertificateFacts,
        _ depth: Int
    ) -> Finding {
        Finding(
            .strictSubjectAltNameSyntax,
            depth: depth,
            message: "The alternative name \"\(complaint.name)\" of \(facts.displayName) \(complaint.reason).",
            facts: [Fact("name", complaint.name)]
        )
    }

    private func leafFindings(_ context: PathContext) -> [Finding] {
        guard context.requirements.purpose == .serverAuth else { return [] }
        let leaf = context.path.leaf.facts
        let names = leaf.extensions.subjectAlternativeNames ?? []
        guard !names.isEmpty else {
            let message = "\(leaf.displayName) is a server's and has no subject alternative name."
            return [Finding(.webpkiSubjectAltNameMissing, depth: 0, message: message)]
        }
        return others(names, leaf).and(wildcards(leaf, context))
    }

    private func others(_ names: [GeneralName], _ leaf: CertificateFacts) -> [Finding] {
        guard !names.allSatisfy(\.isHostOrAddress) else { return [] }
        let others = names.filter { !$0.isHostOrAddress }
        let message = "\(leaf.displayName) is a server's and has alternative names that are neither host nor address."
        let known = [Fact("names", others.prefix(20).map(\.abbreviated))]
        return [Finding(.webpkiSubjectAltNameKind, depth: 0, message: message, facts: known)]
    }

    private func wildcards(_ leaf: CertificateFacts, _ context: PathContext) -> [Finding] {
        guard let name = context.suffixWildcard?.abbreviated else { return [] }
        let message = "\(leaf.displayName) has the DNS name \(name), a wildcard for a whole public suffix."
        return [Finding(.webpkiWildcardForbidden, depth: 0, message: message, facts: [Fact("name", name)])]
    }

    /// The first wildcard of a certificate that stands directly under a public suffix.
    static func suffixWildcard(of leaf: CertificateFacts, _ suffixes: any PublicSuffixes) -> GeneralName? {
        leaf.extensions.subjectAlternativeNames?.first { name in
            name.wildcardBase.map { suffixes.isPublicSuffix($0, in: .icann) } ?? false
        }
    }
}

extension GeneralName {
    fileprivate var isHostOrAddress: Bool {
        switch self {
        case .dns, .ip: true
        case .email, .uri, .directory, .otherName, .registeredID, .other: false
        }
    }

    /// What stands behind the wildcard of a DNS name, in lower case; nil where there is none.
    fileprivate var wildcardBase: String? {
        guard case .dns(let name) = self, name.utf8.starts(with: "*.".utf8) else { return nil }
        return name.dropFirst(2).lowercased()
    }
}
