import TrustModel

/// Requires that whoever issued a certificate is an authority (RFC 5280 section 6.1.4 (k)).
///
/// Intermediates must be of version 3 and have basic constraints that name them an authority; in other versions no
/// extension counts. A trust anchor of version 1 or 2 without them is a CA because it was chosen as one; every
/// other trust anchor that has issued a certificate needs the basic constraints of a CA.
struct BasicConstraintsRule: Rule {
    static let name = "basicConstraints"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.path.certificates.count > 1 else { return .skipped(why: "nothing was issued in this path") }
        let findings = context.certificates.dropFirst().compactMap { depth, facts -> Finding? in
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
        return .applied(findings, why: "each issuer's basic constraints were read")
    }

    private func message(_ facts: CertificateFacts, issued name: String, isVersionAtFault: Bool) -> String {
        let why =
            isVersionAtFault ? ": it is of version \(facts.version), and an intermediate must be of version 3" : ""
        return "\(facts.displayName) issued \(name) but is not a certification authority\(why)."
    }
}
