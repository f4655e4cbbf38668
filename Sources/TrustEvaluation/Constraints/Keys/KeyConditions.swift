package import TrustModel

/// Requires one of several types of keys.
package struct KeyTypeCondition: CertificateCondition {
    /// The types of keys in policy documents.
    package enum KeyType: Sendable, Hashable, CaseIterable {
        case ec
        /// Keys for RSA, including those that are restricted to RSASSA-PSS.
        case rsa
        case ed25519
        case ed448
        case dsa
        case postQuantum(PostQuantumAlgorithm)

        /// All types, the classical ones first.
        package static let allCases: [KeyType] =
            [.ec, .rsa, .ed25519, .ed448, .dsa] + PostQuantumAlgorithm.allCases.map { .postQuantum($0) }

        /// The name in policy documents.
        package var name: String {
            switch self {
            case .ec: "ec"
            case .rsa: "rsa"
            case .ed25519: "ed25519"
            case .ed448: "ed448"
            case .dsa: "dsa"
            case .postQuantum(let algorithm): algorithm.name
            }
        }

        /// Creates the type of a key; nil for an unknown algorithm.
        package init?(_ kind: PublicKeyFacts.Kind) {
            switch kind {
            case .rsa, .rsaPSS: self = .rsa
            case .ellipticCurve: self = .ec
            case .ed25519: self = .ed25519
            case .ed448: self = .ed448
            case .dsa: self = .dsa
            case .postQuantum(let algorithm): self = .postQuantum(algorithm)
            case .other: return nil
            }
        }

        /// The size of the largest accepted keys of the type, in bits; 0 for keys without a modulus, prime or field.
        package var maximumBits: Int {
            switch self {
            case .ec: CurveName.all.reduce(0) { max($0, $1.bits) }
            // OpenSSL rejects larger keys.
            case .rsa: 16384
            case .dsa: 10000
            case .ed25519: 256
            case .ed448: 448
            case .postQuantum: 0
            }
        }
    }

    private let types: Set<KeyType>
    /// The types as written.
    package let expected: String

    /// Creates a condition from types, at least one.
    package init(_ types: [KeyType]) {
        self.types = Set(types)
        expected = ConstraintText.list(types.map(\.name))
    }

    /// Compares the type of the key; an unknown algorithm can be another identifier of a known type.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        KeyType(facts.publicKey.kind).map { ConstraintMatch(types.contains($0)) } ?? .uncertain
    }

    /// Returns the type of the key, or the identifier of an unknown algorithm.
    package func found(in facts: CertificateFacts) -> String {
        KeyType(facts.publicKey.kind)?.name ?? ConstraintText.excerpt(facts.publicKey.kind.description)
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
    ///
    /// Post-quantum keys have no such size, and do not match.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        if case .postQuantum = facts.publicKey.kind { return .unmet }
        return facts.publicKey.bits.map { ConstraintMatch($0 >= minimumBits) } ?? .uncertain
    }

    /// Returns the size of the key, or the name of a type without such a size.
    package func found(in facts: CertificateFacts) -> String {
        if case .postQuantum(let algorithm) = facts.publicKey.kind { return algorithm.name }
        return facts.publicKey.bits.map { "\($0) bits" } ?? "a key of unknown size"
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
