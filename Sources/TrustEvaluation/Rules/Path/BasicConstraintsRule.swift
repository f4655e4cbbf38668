import TrustModel

/// Requires that each issuer is a CA (RFC 5280 section 6.1.4 (k)).
///
/// Intermediates must be version 3 certificates with the CA flag; extensions of version 1 and 2 certificates are
/// ignored. A trust anchor of version 1 or 2 without basic constraints is accepted as a CA. Every other trust anchor
/// that issued a certificate of the path needs the CA flag.
struct BasicConstraintsRule: Rule {
    static let name = "basicConstraints"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.path.certificates.count > 1 else { return .skipped(why: "the path has no issuer") }
        let findings = context.examined.dropFirst().compactMap { depth, facts -> Finding? in
            let isAnchor = context.isAnchor(depth)
            guard !(isAnchor && facts.version < 3 && facts.extensions.basicConstraints == nil) else { return nil }
            let isAuthority = isAnchor ? facts.isAuthority : facts.isIntermediateAuthority
            guard !isAuthority else { return nil }
            return Finding(
                .constraintNotCA,
                depth: depth,
                message: message(
                    facts,
                    issued: context.name(at: depth - 1),
                    isVersionAtFault: !isAnchor && facts.version != 3
                ),
                facts: [
                    Fact("hasBasicConstraints", facts.extensions.contains(.basicConstraints)),
                    Fact("version", facts.version),
                ]
            )
        }
        return .applied(findings, why: "each issuer's basic constraints were checked")
    }

    private func message(_ facts: CertificateFacts, issued name: String, isVersionAtFault: Bool) -> String {
        let why =
            isVersionAtFault ? ": it is version \(facts.version), and an intermediate must be version 3" : ""
        return "\(facts.displayName) issued \(name) but is not a certification authority\(why)."
    }
}
