import TrustModel

/// Checks the form of the key usage (CA/Browser Forum Baseline Requirements sections 7.1.2.7.11 and 7.1.2.10.7).
///
/// The extension must be critical and include only usages that are allowed for the type and role of the key. This rule
/// ignores a missing key usage; ``AuthorityExtensionRule`` reports a server's key that may sign certificates or CRLs.
struct KeyUsageFormRule: Rule {
    static let name = "keyUsageForm"
    static let codes: [ReasonCode] = [.webpkiKeyUsageForbidden, .webpkiKeyUsageNotCritical]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let isServer = context.requirements.purpose == .serverAuth
        let findings = context.findings { depth, facts in
            depth > 0 || isServer ? Self.findings(of: facts, at: depth) : []
        }
        return .applied(
            findings,
            why: "the key usage of each certificate was compared with the type and role of its key"
        )
    }

    private static func findings(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        guard let offered = facts.extensions.keyUsage else { return [] }
        var findings: [Finding] = []
        if !facts.extensions.isCritical(.keyUsage) {
            let message = "The key usage of \(facts.displayName) is not critical."
            findings.append(Finding(.webpkiKeyUsageNotCritical, severity: .warning, depth: depth, message: message))
        }
        let others = offered.subtracting(depth > 0 ? authority : server(facts.publicKey.kind) ?? offered)
        if !others.isEmpty {
            let role = depth > 0 ? "a CA" : "a server with a key of this type"
            let usages = others.names.joined(separator: ", ")
            let message = "The key usage of \(facts.displayName) includes \(usages), not allowed for \(role)."
            let known = [Fact("keyUsage", others.names)]
            findings.append(Finding(.webpkiKeyUsageForbidden, depth: depth, message: message, facts: known))
        }
        return findings
    }

    private static let authority: KeyUsage = [.keyCertSign, .cRLSign, .digitalSignature]

    // Includes keyCertSign and cRLSign, because AuthorityExtensionRule reports these usages.
    private static let serverWithRSA: KeyUsage = [
        .keyCertSign, .cRLSign, .digitalSignature, .keyEncipherment, .dataEncipherment,
    ]
    private static let serverOnCurve: KeyUsage = [.keyCertSign, .cRLSign, .digitalSignature, .keyAgreement]

    /// Returns the allowed usages of a server's key; nil for types that WebKeyRule rejects.
    private static func server(_ kind: PublicKeyFacts.Kind) -> KeyUsage? {
        switch kind {
        case .rsa: serverWithRSA
        case .ellipticCurve: serverOnCurve
        case .rsaPSS, .ed25519, .ed448, .dsa, .postQuantum, .other: nil
        }
    }
}
