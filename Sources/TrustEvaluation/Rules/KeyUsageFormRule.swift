import TrustModel

/// Requires key usage as the Baseline Requirements have it: without usages that a server's or an authority's key may not
/// have, and critical (CA/Browser Forum Baseline Requirements sections 7.1.2.7.11 and 7.1.2.10.7).
///
/// An absent one is no business of this rule, and of a server's key that may sign certificates or CRLs another speaks.
struct KeyUsageFormRule: Rule {
    static let name = "keyUsageForm"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let isServer = context.requirements.purpose == .serverAuth
        let findings = context.findings { depth, facts in
            depth > 0 || isServer ? Self.findings(of: facts, at: depth) : []
        }
        return .applied(findings, why: "the usages of each key were compared with those of its kind and place")
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
            let who = depth > 0 ? "authority" : "server with a key of its kind"
            let message = "\(facts.displayName) has a key usage that no \(who) may have."
            let known = [Fact("keyUsage", others.names)]
            findings.append(Finding(.webpkiKeyUsageForbidden, depth: depth, message: message, facts: known))
        }
        return findings
    }

    private static let authority: KeyUsage = [.keyCertSign, .cRLSign, .digitalSignature]

    // With the usages of which the rule of authorities' extensions speaks.
    private static let serverWithRSA: KeyUsage = [
        .keyCertSign, .cRLSign, .digitalSignature, .keyEncipherment, .dataEncipherment,
    ]
    private static let serverOnCurve: KeyUsage = [.keyCertSign, .cRLSign, .digitalSignature, .keyAgreement]

    /// Nil for keys of kinds that no server of the web may have at all.
    private static func server(_ kind: PublicKeyFacts.Kind) -> KeyUsage? {
        switch kind {
        case .rsa: serverWithRSA
        case .ellipticCurve: serverOnCurve
        case .rsaPSS, .ed25519, .ed448, .dsa, .other: nil
        }
    }
}
