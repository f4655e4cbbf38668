package import TrustModel

/// A signature algorithm of certificates in policy documents: a name, or an object identifier.
///
/// The names are those of ``SigningAlgorithm``, `ed448`, and those of ``PostQuantumAlgorithm``.
package struct SignatureAlgorithmName: Sendable, Hashable, CustomStringConvertible {
    private enum Meaning: Hashable {
        /// The algorithm with any parameters.
        case algorithm(OID)
        /// RSASSA-PSS with the usual parameters.
        case pss(AlgorithmIdentifier.PSSDigest)
    }

    /// The name, or the dotted object identifier.
    package let description: String
    private let meaning: Meaning

    private init(_ description: String, _ meaning: Meaning) {
        self.description = description
        self.meaning = meaning
    }

    /// The names, without object identifiers.
    package static var names: [String] { named.map(\.description) }

    /// Parses a name or a dotted object identifier; nil for anything else.
    package init?(_ text: String) {
        if let known = Self.named.first(where: { $0.description == text }) {
            self = known
        } else if let oid = OID(dotted: text) {
            self.init(text, .algorithm(oid))
        } else {
            return nil
        }
    }

    /// Compares the algorithm of a certificate.
    ///
    /// The name of an RSASSA-PSS algorithm matches only the usual parameters: one digest for signature and mask, and a salt
    /// of the digest's length. Other parameters are uncertain.
    func match(_ identifier: AlgorithmIdentifier) -> ConstraintMatch {
        switch meaning {
        case .algorithm(let oid): return ConstraintMatch(identifier.algorithm == oid)
        case .pss(let digest):
            guard identifier.algorithm == .rsassaPSS else { return .unmet }
            return identifier.usualPSS.map { ConstraintMatch($0 == digest) } ?? .uncertain
        }
    }

    /// Returns the name of a certificate's algorithm, or else its identifier.
    package static func text(of identifier: AlgorithmIdentifier) -> String {
        named.first { $0.match(identifier) == .met }?.description ?? identifier.algorithm.description
    }

    private static let named =
        SigningAlgorithm.allCases.map { SignatureAlgorithmName($0.rawValue, meaning(of: $0)) }
        + [SignatureAlgorithmName("ed448", .algorithm(.ed448))]
        + PostQuantumAlgorithm.allCases.map { SignatureAlgorithmName($0.name, .algorithm($0.identifier)) }

    private static func meaning(of algorithm: SigningAlgorithm) -> Meaning {
        switch algorithm {
        case .rsaPSSWithSHA256: .pss(.sha256)
        case .rsaPSSWithSHA384: .pss(.sha384)
        case .rsaPSSWithSHA512: .pss(.sha512)
        case .rsaPKCS1WithSHA256: .algorithm(OID(1, 2, 840, 113549, 1, 1, 11))
        case .rsaPKCS1WithSHA384: .algorithm(OID(1, 2, 840, 113549, 1, 1, 12))
        case .rsaPKCS1WithSHA512: .algorithm(OID(1, 2, 840, 113549, 1, 1, 13))
        case .ecdsaWithSHA256: .algorithm(OID(1, 2, 840, 10045, 4, 3, 2))
        case .ecdsaWithSHA384: .algorithm(OID(1, 2, 840, 10045, 4, 3, 3))
        case .ecdsaWithSHA512: .algorithm(OID(1, 2, 840, 10045, 4, 3, 4))
        case .ed25519: .algorithm(.ed25519)
        }
    }
}
