import TrustModel

/// Requires that each certificate names its issuer byte for byte as the issuer names itself (CA/Browser Forum Baseline
/// Requirements section 7.1.4.1), where path validation compares names by their meaning (RFC 5280 section 7.1).
struct NameEncodingRule: Rule {
    static let name = "nameEncoding"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.certificates.compactMap { depth, facts -> Finding? in
            // A root is its own issuer.
            guard let issuer = context.issuer(at: depth) ?? (context.isRoot(depth) ? facts : nil),
                issuer.subject.der != facts.issuer.der,
                issuer.subject == facts.issuer
            else { return nil }
            let message = "\(facts.displayName) encodes the name of its issuer otherwise than \(issuer.displayName)."
            return Finding(.webpkiNameEncoding, depth: depth, message: message)
        }
        return .applied(findings, why: "issuer names were compared byte for byte")
    }
}
