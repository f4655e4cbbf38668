import TrustModel

/// Checks the syntax of subject alternative names (RFC 5280 section 4.2.1.6) and their types in server certificates.
///
/// A server certificate must have subject alternative names, all of them DNS names or IP addresses (CA/Browser Forum
/// Baseline Requirements section 7.1.2.7.12). A wildcard must not be directly below a registry's public suffix (section
/// 3.2.2.6). Wildcards below suffixes of the PRIVATE section, such as `github.io`, are allowed. Certificates issued since
/// 2026-03-15 have no names in the zones of reverse mapping (section 7.1.2.7.12).
struct AlternativeNameRule: Rule {
    static let name = "alternativeNames"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let syntax = context.findings { depth, facts in
            context.names[depth].nameDefects.map { Self.finding(about: $0, of: facts, at: depth) }
        }
        return .applied(
            syntax.and(leafFindings(context)),
            why: "the syntax of each subject alternative name was checked"
        )
    }

    private static func finding(
        about complaint: CertificateNames.NameDefect,
        of facts: CertificateFacts,
        at depth: Int
    ) -> Finding {
        Finding(
            .strictSubjectAltNameSyntax,
            depth: depth,
            message:
                "The subject alternative name \(complaint.name.quoted) of \(facts.displayName) \(complaint.reason).",
            facts: [Fact("name", complaint.name.abbreviated)]
        )
    }

    private func leafFindings(_ context: PathContext) -> [Finding] {
        guard context.requirements.purpose == .serverAuth else { return [] }
        let leaf = context.path.leaf.facts
        let names = leaf.extensions.subjectAlternativeNames ?? []
        guard !names.isEmpty else {
            let message = "The server certificate \(leaf.displayName) has no subject alternative name."
            return [Finding(.webpkiSubjectAltNameMissing, depth: 0, message: message)]
        }
        return others(names, leaf).and(wildcards(leaf, context)).and(Self.reverseZones(names, leaf))
    }

    private static func reverseZones(_ names: [GeneralName], _ leaf: CertificateFacts) -> [Finding] {
        guard let notBefore = leaf.notBefore, notBefore >= WebCalendar.withoutReverseZones,
            let name = names.first(where: \.isInReverseZone)?.abbreviated
        else { return [] }
        let message = "\(leaf.displayName) has the DNS name \"\(name)\", which is in a zone for reverse mapping."
        return [Finding(.webpkiReverseZoneName, depth: 0, message: message, facts: [Fact("name", name)])]
    }

    private func others(_ names: [GeneralName], _ leaf: CertificateFacts) -> [Finding] {
        guard !names.allSatisfy(\.isHostOrAddress) else { return [] }
        let others = names.filter { !$0.isHostOrAddress }
        let message =
            "The server certificate \(leaf.displayName) has subject alternative names that are neither DNS names nor IP "
            + "addresses."
        let known = [Fact("names", others.prefix(20).map(\.abbreviated))]
        return [Finding(.webpkiSubjectAltNameKind, depth: 0, message: message, facts: known)]
    }

    private func wildcards(_ leaf: CertificateFacts, _ context: PathContext) -> [Finding] {
        guard let name = context.suffixWildcard?.abbreviated else { return [] }
        let message =
            "\(leaf.displayName) has the DNS name \(VisibleText.item(name)), a wildcard directly below a public suffix."
        return [Finding(.webpkiWildcardForbidden, depth: 0, message: message, facts: [Fact("name", name)])]
    }

    /// Returns the first wildcard of a certificate that is directly below a registry's public suffix.
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

    /// Whether a DNS name is `in-addr.arpa` or `ip6.arpa`, or is below it.
    fileprivate var isInReverseZone: Bool {
        // Nearly all names end with another letter.
        guard case .dns(let name) = self, let last = name.utf8.last,
            last | 0x20 == UInt8(ascii: "a") || last == UInt8(ascii: ".")
        else { return false }
        let labels = name.lowercased().split(separator: ".").suffix(2)
        return labels == ["in-addr", "arpa"] || labels == ["ip6", "arpa"]
    }

    /// The part of a DNS name after the wildcard label, in lowercase; nil without a wildcard.
    fileprivate var wildcardBase: String? {
        guard case .dns(let name) = self, name.utf8.starts(with: "*.".utf8) else { return nil }
        return name.dropFirst(2).lowercased()
    }
}
