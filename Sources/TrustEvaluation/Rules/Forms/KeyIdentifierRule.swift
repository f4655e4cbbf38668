import TrustModel

/// Requires non-critical key identifiers where conforming CAs include them (RFC 5280 sections 4.2.1.1, 4.2.1.2).
///
/// Each certificate except a root identifies its issuer's key; each CA certificate identifies its own key. An authority
/// key identifier has both issuer and serial number, or neither. The Baseline Requirements allow only the keyIdentifier
/// field (section 7.1.2.11.1); in a root, this field must contain the root's own key identifier (section 7.1.2.1.3).
struct KeyIdentifierRule: Rule {
    static let name = "keyIdentifiers"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.findings { depth, facts in
            missing(of: facts, at: depth, in: context)
                .and(critical(of: facts, at: depth))
                .and(halves(of: facts, at: depth))
                .and(fields(of: facts, at: depth, in: context))
                .and(mismatch(of: facts, at: depth, in: context))
        }
        return .applied(findings, why: "each certificate's key identifiers were checked")
    }

    private func missing(of facts: CertificateFacts, at depth: Int, in context: PathContext) -> [Finding] {
        var findings: [Finding] = []
        let extensions = facts.extensions
        if facts.version >= 3, extensions.authorityKeyIdentifier?.keyIdentifier == nil, !context.isRoot(depth) {
            findings.append(
                Finding(
                    .strictAuthorityKeyIdentifierMissing,
                    depth: depth,
                    message: "\(facts.displayName) does not contain its issuer's key identifier."
                )
            )
        }
        if facts.isAuthority, extensions.subjectKeyIdentifier == nil {
            findings.append(
                Finding(
                    .strictSubjectKeyIdentifierMissing,
                    depth: depth,
                    message: "The CA certificate \(facts.displayName) has no subject key identifier."
                )
            )
        }
        return findings
    }

    private static let kinds: [(type: OID, code: ReasonCode, name: String)] = [
        (.authorityKeyIdentifier, .strictAuthorityKeyIdentifierCritical, "authority key identifier"),
        (.subjectKeyIdentifier, .strictSubjectKeyIdentifierCritical, "subject key identifier"),
    ]

    private func critical(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        var findings: [Finding] = []
        for (type, code, kind) in Self.kinds where facts.extensions.isCritical(type) {
            findings.append(
                Finding(
                    code,
                    depth: depth,
                    message: "The \(kind) of \(facts.displayName) is critical."
                )
            )
        }
        return findings
    }

    /// Reports an authority key identifier that does not match the certificate that verifies the signature.
    ///
    /// Path validation does not compare key identifiers (section 6.1), but CAs must issue matching ones (section
    /// 4.2.1.1).
    private func mismatch(of facts: CertificateFacts, at depth: Int, in context: PathContext) -> [Finding] {
        guard let identifier = facts.extensions.authorityKeyIdentifier,
            let issuer = context.issuer(at: depth)
        else { return [] }
        let offered = issuer.extensions.subjectKeyIdentifier
        let isOtherKey = offered.map { $0 != identifier.keyIdentifier ?? $0 } ?? false
        let isOtherSerial = identifier.serialNumber.map { $0 != issuer.serialNumber } ?? false
        let isOtherIssuer = identifier.issuers.map { !$0.contains(.directory(issuer.issuer)) } ?? false
        guard isOtherKey || isOtherSerial || isOtherIssuer else { return [] }
        let what = isOtherKey ? "subject key identifier" : "issuer name or serial number"
        var known: [Fact] = []
        if let wanted = identifier.keyIdentifier { known.append(Fact("wanted", Hexadecimal.encode(wanted.prefix(64)))) }
        if let offered { known.append(Fact("offered", Hexadecimal.encode(offered.prefix(64)))) }
        return [
            Finding(
                .chainIssuerMismatch,
                severity: .warning,
                depth: depth,
                message: "The authority key identifier of \(facts.displayName) does not match the \(what) of its "
                    + "issuer \(issuer.displayName).",
                facts: known
            )
        ]
    }

    private func halves(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        guard let identifier = facts.extensions.authorityKeyIdentifier,
            (identifier.issuers == nil) != (identifier.serialNumber == nil)
        else { return [] }
        let what = identifier.issuers == nil ? "a serial number without an issuer" : "an issuer without a serial number"
        let message = "The authority key identifier of \(facts.displayName) has \(what)."
        return [Finding(.strictAuthorityKeyIdentifierFields, depth: depth, message: message)]
    }

    private func fields(of facts: CertificateFacts, at depth: Int, in context: PathContext) -> [Finding] {
        guard let identifier = facts.extensions.authorityKeyIdentifier else { return [] }
        let issuer = context.issuer(at: depth)
        let issuerKeyIdentifier = issuer?.extensions.subjectKeyIdentifier
        let complaint: String? =
            if identifier.issuers != nil || identifier.serialNumber != nil {
                "contains an issuer or a serial number"
            } else if context.isRoot(depth), identifier.keyIdentifier != facts.extensions.subjectKeyIdentifier {
                "is not the root's own subject key identifier"
            } else if !context.isRoot(depth), let own = identifier.keyIdentifier, own != issuerKeyIdentifier ?? own {
                "is not its issuer's subject key identifier"
            } else {
                nil
            }
        return complaint.map { complaint in
            let message = "The authority key identifier of \(facts.displayName) \(complaint)."
            return [Finding(.webpkiAuthorityKeyIdentifierFields, depth: depth, message: message)]
        } ?? []
    }
}
