package import TrustModel

/// Requires one of several types of keys.
package struct KeyTypeCondition: CertificateCondition {
    /// The types of keys in policy documents.
    package enum KeyType: String, Sendable, CaseIterable {
        case ec
        /// Keys for RSA, including those that are restricted to RSASSA-PSS.
        case rsa
        case ed25519
        case ed448
        case dsa

        /// Creates the type of a key; nil for an unknown algorithm.
        package init?(_ kind: PublicKeyFacts.Kind) {
            switch kind {
            case .rsa, .rsaPSS: self = .rsa
            case .ellipticCurve: self = .ec
            case .ed25519: self = .ed25519
            case .ed448: self = .ed448
            case .dsa: self = .dsa
            case .other: return nil
            }
        }

        /// The size of the largest accepted keys of the type, in bits.
        package var maximumBits: Int {
            switch self {
            case .ec: CurveName.all.reduce(0) { max($0, $1.bits) }
            // OpenSSL rejects larger keys.
            case .rsa: 16384
            case .dsa: 10000
            case .ed25519: 256
            case .ed448: 448
            }
        }
    }

    private let types: Set<KeyType>
    /// The types as written.
    package let expected: String

    /// Creates a condition from types, at least one.
    package init(_ types: [KeyType]) {
        self.types = Set(types)
        expected = ConstraintText.list(types.map(\.rawValue))
    }

    /// Compares the type of the key; an unknown algorithm can be another identifier of a known type.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        KeyType(facts.publicKey.kind).map { ConstraintMatch(types.contains($0)) } ?? .uncertain
    }

    /// Returns the type of the key, or the identifier of an unknown algorithm.
    package func found(in facts: CertificateFacts) -> String {
        KeyType(facts.publicKey.kind)?.rawValue ?? ConstraintText.excerpt(facts.publicKey.kind.description)
    }
}

/// Requires a minimum size of the key; the size of an elliptic curve key is that of its field.
package struct KeySizeCondition: CertificateCondition {
    private let minimumBits: Int

    /// Creates a condition from a size in bits.
    package init(minimumBits: Int) {
        self.minimumBits = minimumBits
    }

    /// The minimum size.
    package var expected: String { "at least \(minimumBits) bits" }

    /// Compares the size of the modulus, prime or field; an unknown size is uncertain.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        facts.publicKey.bits.map { ConstraintMatch($0 >= minimumBits) } ?? .uncertain
    }

    /// Returns the size of the key.
    package func found(in facts: CertificateFacts) -> String {
        facts.publicKey.bits.map { "\($0) bits" } ?? "a key of unknown size"
    }
}

/// Requires a key on one of several elliptic curves.
package struct CurveCondition: CertificateCondition {
    private let curves: Set<OID>
    /// The curves as written.
    package let expected: String

    /// Creates a condition from curves, at least one.
    package init(_ curves: [OID]) {
        self.curves = Set(curves)
        expected = ConstraintText.list(curves.map(CurveName.text))
    }

    /// Compares the named curve; a curve that is given by parameters can be one of the required curves.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        guard case .ellipticCurve(let curve) = facts.publicKey.kind else { return .unmet }
        return curve.map { ConstraintMatch(curves.contains($0)) } ?? .uncertain
    }

    /// Returns the curve of the key.
    package func found(in facts: CertificateFacts) -> String {
        guard case .ellipticCurve(let curve) = facts.publicKey.kind else { return "a key that is not on a curve" }
        return curve.map { ConstraintText.excerpt(CurveName.text(of: $0)) } ?? "a curve given by parameters"
    }
}
