import TrustModel

/// Requires that each issuer name is byte-for-byte identical to the issuer's subject name.
///
/// CA/Browser Forum Baseline Requirements section 7.1.4.1 requires identical names; for path validation, names that are
/// equal by the rules of RFC 5280 section 7.1 are sufficient.
struct NameEncodingRule: Rule {
    static let name = "nameEncoding"
    static let codes: [ReasonCode] = [.webpkiNameEncoding]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.examined.compactMap { depth, facts -> Finding? in
            // A root's issuer is the root itself.
            guard let issuer = context.issuer(at: depth) ?? (context.isRoot(depth) ? facts : nil),
                issuer.subject.der != facts.issuer.der,
                issuer.subject == facts.issuer
            else { return nil }
            let message =
                "The issuer name in \(facts.displayName) is encoded differently from the subject name of \(issuer.displayName)."
            return Finding(.webpkiNameEncoding, depth: depth, message: message)
        }
        return .applied(findings, why: "each issuer name was compared byte for byte with the issuer's subject name")
    }
}
