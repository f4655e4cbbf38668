import TrustModel

/// Requires key identifiers where conforming authorities put them, and not critical (RFC 5280 sections 4.2.1.1, 4.2.1.2).
///
/// Each certificate names its issuer's key by its key identifier, but for a root that is its own issuer; each authority's
/// names its own. The Baseline Requirements (section 7.1.2.11.1) allow nothing besides the key identifier, and in a root
/// only its own (section 7.1.2.1.3).
struct KeyIdentifierRule: Rule {
    let name = "keyIdentifiers"
    let nativeCodes: Set<ReasonCode> = [
        .strictAuthorityKeyIdentifierMissing, .strictSubjectKeyIdentifierMissing, .strictAuthorityKeyIdentifierCritical,
        .strictSubjectKeyIdentifierCritical,
    ]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.certificates.flatMap { depth, facts in
            missing(facts, depth, context) + critical(facts, depth, context) + fields(facts, depth, context)
        }
        let rest = context.libraryFindings(of: nativeCodes, besides: own) { violation in
            "\(context.name(at: violation.depth)): \(violation.text)."
        }
        return .judged(own + rest, why: "each certificate's key identifiers were looked at")
    }

    private func missing(_ facts: CertificateFacts, _ depth: Int, _ context: PathContext) -> [Finding] {
        var findings: [Finding] = []
        let extensions = facts.extensions
        if facts.version >= 3, extensions.authorityKeyIdentifier?.keyIdentifier == nil, !context.isRoot(depth) {
            findings.append(
                Finding(
                    .strictAuthorityKeyIdentifierMissing,
                    depth: depth,
                    message: "\(facts.displayName) does not identify its issuer's key.",
                    nativeCode: context.native(.strictAuthorityKeyIdentifierMissing, at: depth)
                )
            )
        }
        if facts.isAuthority, extensions.subjectKeyIdentifier == nil {
            findings.append(
                Finding(
                    .strictSubjectKeyIdentifierMissing,
                    depth: depth,
                    message: "\(facts.displayName) is an authority and does not identify its key.",
                    nativeCode: context.native(.strictSubjectKeyIdentifierMissing, at: depth)
                )
            )
        }
        return findings
    }

    private func critical(_ facts: CertificateFacts, _ depth: Int, _ context: PathContext) -> [Finding] {
        let kinds: [(OID, ReasonCode, String)] = [
            (.authorityKeyIdentifier, .strictAuthorityKeyIdentifierCritical, "authority key identifier"),
            (.subjectKeyIdentifier, .strictSubjectKeyIdentifierCritical, "subject key identifier"),
        ]
        return kinds.filter { facts.extensions.isCritical($0.0) }.map { _, code, kind in
            Finding(
                code,
                depth: depth,
                message: "The \(kind) of \(facts.displayName) is critical.",
                nativeCode: context.native(code, at: depth) ?? context.native(.constraintCriticalExtension, at: depth)
            )
        }
    }

    private func fields(_ facts: CertificateFacts, _ depth: Int, _ context: PathContext) -> [Finding] {
        guard let identifier = facts.extensions.authorityKeyIdentifier else { return [] }
        let complaint: String? =
            if identifier.issuers != nil || identifier.serialNumber != nil {
                "names the issuer's certificate by its issuer or serial number"
            } else if context.isRoot(depth), identifier.keyIdentifier != facts.extensions.subjectKeyIdentifier {
                "is not the root's own subject key identifier"
            } else {
                nil
            }
        return complaint.map { complaint in
            let message = "The authority key identifier of \(facts.displayName) \(complaint)."
            return [Finding(.webpkiAuthorityKeyIdentifierFields, depth: depth, message: message)]
        } ?? []
    }
}
