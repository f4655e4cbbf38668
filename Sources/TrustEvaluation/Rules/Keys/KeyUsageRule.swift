import TrustModel

/// Requires that the key usage of each certificate allows the use of its key (RFC 5280 section 4.2.1.3).
///
/// Issuers must have keyCertSign (section 6.1.4 (n)). If the profile is for TLS, the leaf must have a usage for TLS
/// handshakes. The policy may require further usages. A certificate without key usage allows every use. A usage that keys
/// of the type cannot have causes a warning, because the standards forbid it only to conforming CAs. The standards are RFC
/// 3279 section 2.3, RFC 4055 section 1.2, RFC 8813 section 3 and RFC 9295 section 3.
struct KeyUsageRule: Rule {
    static let name = "keyUsage"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let issuers = context.examined.dropFirst().compactMap { depth, facts in issuer(facts, depth) }
        let misplaced = context.examined.compactMap { depth, facts in Self.misplaced(facts, depth) }
        let foreign = context.examined.compactMap { depth, facts in Self.foreign(facts, depth) }
        return .applied(
            issuers.and(misplaced).and(leafFindings(context)).and(foreign),
            why: "the key usage of each certificate was compared with its role"
        )
    }

    private func issuer(_ facts: CertificateFacts, _ depth: Int) -> Finding? {
        guard let offered = facts.extensions.keyUsage, !offered.contains(.keyCertSign) else { return nil }
        return Finding(
            .constraintKeyUsage,
            depth: depth,
            message: "The key usage of \(facts.displayName) does not allow it to issue certificates.",
            facts: [Fact("keyUsage", offered.names)]
        )
    }

    /// Warns of keyCertSign in a non-CA certificate, a combination that conforming CAs avoid (section 4.2.1.9).
    private static func misplaced(_ facts: CertificateFacts, _ depth: Int) -> Finding? {
        guard let offered = facts.extensions.keyUsage, offered.contains(.keyCertSign), !facts.isAuthority,
            facts.version >= 3
        else { return nil }
        return Finding(
            .constraintKeyUsage,
            severity: .warning,
            depth: depth,
            message:
                "The key usage of \(facts.displayName) includes keyCertSign, but the certificate is not a CA certificate.",
            facts: [Fact("keyUsage", offered.names)]
        )
    }

    private static func foreign(_ facts: CertificateFacts, _ depth: Int) -> Finding? {
        guard let offered = facts.extensions.keyUsage, let type = KeyTypeUsages(facts.publicKey.kind),
            !offered.isSubset(of: type.usages)
        else { return nil }
        let usages = offered.subtracting(type.usages).names.joined(separator: ", ")
        return Finding(
            .constraintKeyUsage,
            severity: .warning,
            depth: depth,
            message: "The key usage of \(facts.displayName) includes \(usages), which no \(type.name) key can have.",
            facts: [Fact("keyUsage", offered.names)]
        )
    }

    private func leafFindings(_ context: PathContext) -> [Finding] {
        let leaf = context.path.leaf.facts
        guard let offered = leaf.extensions.keyUsage else { return [] }
        var findings: [Finding] = []
        let missing = context.requirements.keyUsage.subtracting(offered)
        if !missing.isEmpty {
            findings.append(finding(about: leaf, "lacks \(missing.names.joined(separator: ", "))", offering: offered))
        }
        let useful = useful(for: context.requirements)
        if missing.isEmpty, !useful.isEmpty, useful.isDisjoint(with: offered) {
            findings.append(
                finding(
                    about: leaf,
                    "has none of \(useful.names.joined(separator: ", ")), which TLS needs",
                    offering: offered
                )
            )
        }
        return findings
    }

    private static let ofServers: KeyUsage = [.digitalSignature, .keyEncipherment, .keyAgreement]
    private static let ofClients: KeyUsage = [.digitalSignature, .keyAgreement]

    private func useful(for requirements: PathRequirements) -> KeyUsage {
        guard requirements.profile.demands.checksHandshakeUsage else { return [] }
        return switch requirements.purpose {
        case .serverAuth: Self.ofServers
        case .clientAuth: Self.ofClients
        case .emailProtection, .codeSigning, .any, .other: []
        }
    }

    private func finding(about leaf: CertificateFacts, _ what: String, offering offered: KeyUsage) -> Finding {
        Finding(
            .constraintKeyUsage,
            depth: 0,
            message: "The key usage of \(leaf.displayName) \(what).",
            facts: [Fact("keyUsage", offered.names)]
        )
    }
}
