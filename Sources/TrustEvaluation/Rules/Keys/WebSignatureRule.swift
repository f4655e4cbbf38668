import TrustModel

/// Requires signature algorithms that the Baseline Requirements allow, with the exact encoding of their identifiers.
///
/// CA/Browser Forum Baseline Requirements section 7.1.3.2 allows RSA (PKCS #1 or PSS) with SHA-256, SHA-384 or SHA-512,
/// and ECDSA with the digest for the issuer's curve. The trust anchor's own signature is not checked.
struct WebSignatureRule: Rule {
    static let name = "webSignatures"
    static let codes: [ReasonCode] = [.webpkiSignatureForbidden]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.examined.compactMap { depth, facts -> Finding? in
            guard !context.isAnchor(depth), !context.lacksAlgorithm(at: depth) else { return nil }
            let issuer = context.issuer(at: depth)
            guard let complaint = Self.complaint(about: facts.signatureAlgorithm, by: issuer?.publicKey) else {
                return nil
            }
            return Finding(
                .webpkiSignatureForbidden,
                depth: depth,
                message: "The signature algorithm of \(facts.displayName) \(complaint).",
                facts: [Fact("signatureAlgorithm", facts.signatureAlgorithm.algorithm.description)]
            )
        }
        return .applied(
            findings,
            why: "each signature algorithm was compared with those that the Baseline Requirements allow"
        )
    }

    /// Returns a clause about a forbidden signature algorithm; nil if the algorithm is allowed.
    ///
    /// If the issuer is unknown, its `key` is nil, and every curve is allowed.
    private static func complaint(about algorithm: AlgorithmIdentifier, by key: PublicKeyFacts?) -> String? {
        if withRSA.contains(algorithm) { return nil }
        guard let curve = curves.first(where: { $0.algorithm == algorithm })?.curve else {
            return "is not allowed by the Baseline Requirements, or its identifier does not have the required encoding"
        }
        return key == nil || key?.kind == .ellipticCurve(curve) ? nil : "does not match the curve of the issuer's key"
    }

    private static let withRSA =
        [11, 12, 13].map(pkcs1) + AlgorithmIdentifier.PSSDigest.allCases.map(AlgorithmIdentifier.pss)

    private static let curves: [(algorithm: AlgorithmIdentifier, curve: OID)] = [
        (ecdsa(2), .prime256v1), (ecdsa(3), .secp384r1), (ecdsa(4), .secp521r1),
    ]

    private static func pkcs1(_ number: UInt64) -> AlgorithmIdentifier {
        AlgorithmIdentifier(algorithm: OID(1, 2, 840, 113549, 1, 1, number), parameters: [0x05, 0x00])
    }

    private static func ecdsa(_ number: UInt64) -> AlgorithmIdentifier {
        AlgorithmIdentifier(algorithm: OID(1, 2, 840, 10045, 4, 3, number), parameters: nil)
    }
}
