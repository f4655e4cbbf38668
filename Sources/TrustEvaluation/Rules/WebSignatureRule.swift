import TrustModel

/// Requires signatures by the algorithms that the web's authorities may use, encoded byte for byte as they must (CA/Browser
/// Forum Baseline Requirements section 7.1.3.2): RSA by PKCS #1 or PSS with SHA-256, SHA-384 or SHA-512, and ECDSA with the
/// digest that belongs to the issuer's curve.
///
/// The anchor's own signature is not looked at.
struct WebSignatureRule: Rule {
    static let name = "webSignatures"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.certificates.compactMap { depth, facts -> Finding? in
            guard !context.isAnchor(depth), !context.lacksAlgorithm(at: depth) else { return nil }
            let issuer = context.issuer(at: depth)
            guard let complaint = Self.complaint(about: facts.signatureAlgorithm, by: issuer?.publicKey) else {
                return nil
            }
            return Finding(
                .webpkiSignatureForbidden,
                depth: depth,
                message: "\(facts.displayName) is signed with an algorithm \(complaint).",
                facts: [Fact("signatureAlgorithm", facts.signatureAlgorithm.algorithm.description)]
            )
        }
        return .applied(findings, why: "each signature's algorithm was compared with those of the web's authorities")
    }

    /// - Parameters:
    ///   - algorithm: the algorithm with its parameters.
    ///   - key: the key that signed; nil where it is not at hand, and any may be meant.
    /// - Returns: a clause about the algorithm; nil where it is allowed.
    private static func complaint(about algorithm: AlgorithmIdentifier, by key: PublicKeyFacts?) -> String? {
        if withRSA.contains(algorithm) { return nil }
        guard let curve = curves.first(where: { $0.algorithm == algorithm })?.curve else {
            return "or an encoding of its identifier that the web's authorities may not use"
        }
        return key == nil || key?.kind == .ellipticCurve(curve) ? nil : "that does not belong to the issuer's curve"
    }

    private static let withRSA = [11, 12, 13].map(pkcs1) + [pss(.sha256, 32), pss(.sha384, 48), pss(.sha512, 64)]

    private static let curves: [(algorithm: AlgorithmIdentifier, curve: OID)] = [
        (ecdsa(2), .prime256v1), (ecdsa(3), .secp384r1), (ecdsa(4), .secp521r1),
    ]

    private static func pkcs1(_ number: UInt64) -> AlgorithmIdentifier {
        AlgorithmIdentifier(algorithm: OID(1, 2, 840, 113549, 1, 1, number), parameters: [0x05, 0x00])
    }

    private static func ecdsa(_ number: UInt64) -> AlgorithmIdentifier {
        AlgorithmIdentifier(algorithm: OID(1, 2, 840, 10045, 4, 3, number), parameters: nil)
    }

    /// The digest, the same for the mask, and a salt as long as it; the trailer field is left to its default.
    private static func pss(_ digest: OID, _ saltLength: UInt8) -> AlgorithmIdentifier {
        let hash = element(0x30, element(0x06, digest.der) + [0x05, 0x00])
        let mask = element(0x30, element(0x06, OID(1, 2, 840, 113549, 1, 1, 8).der) + hash)
        let salt = element(0x02, [saltLength])
        let parameters = element(0x30, element(0xA0, hash) + element(0xA1, mask) + element(0xA2, salt))
        return AlgorithmIdentifier(algorithm: .rsassaPSS, parameters: parameters)
    }

    /// A DER element of less than 128 octets.
    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, UInt8(content.count)] + content
    }
}
