import TrustModel

/// Requires key types and sizes that the Baseline Requirements allow (CA/Browser Forum, sections 6.1.5 and 7.1.3.1).
///
/// Allowed are P-256, P-384, P-521, and RSA keys that are not restricted to PSS and have a multiple of 8 bits.
struct WebKeyRule: Rule {
    static let name = "webKeys"
    static let codes: [ReasonCode] = [.webpkiKeyForbidden]

    private static let curves: [OID] = [.prime256v1, .secp384r1, .secp521r1]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let isKindExplained = context.lacksAlgorithm
        let findings = context.examined.compactMap { depth, facts -> Finding? in
            if isKindExplained, facts.publicKey.isUnsupported { return nil }
            guard let complaint = Self.complaint(about: facts.publicKey) else { return nil }
            var known = [Fact("kind", facts.publicKey.kind.description)]
            if let bits = facts.publicKey.bits { known.append(Fact("bits", bits)) }
            return Finding(
                .webpkiKeyForbidden,
                depth: depth,
                message: "The key of \(facts.displayName) \(complaint).",
                facts: known
            )
        }
        return .applied(
            findings,
            why: "each key's type and size were compared with those that the Baseline Requirements allow"
        )
    }

    private static func complaint(about key: PublicKeyFacts) -> String? {
        switch key.kind {
        case .rsa: key.bits.map { $0 % 8 == 0 ? nil : "has \($0) bits, which is not a multiple of 8" } ?? nil
        case .ellipticCurve(let curve?) where curves.contains(curve): nil
        case .ellipticCurve: "is on a curve other than P-256, P-384 and P-521"
        case .rsaPSS, .ed25519, .ed448, .dsa, .postQuantum, .other: "is neither an RSA key nor on P-256, P-384 or P-521"
        }
    }
}
