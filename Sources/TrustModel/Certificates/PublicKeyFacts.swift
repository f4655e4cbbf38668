/// The type and size of a subject's public key, parsed without decoding the key.
package struct PublicKeyFacts: Sendable, Hashable {
    /// The key types that rules distinguish.
    package enum Kind: Sendable, Hashable {
        case rsa
        case rsaPSS
        /// A key on a named curve; nil if explicit parameters specify the curve.
        case ellipticCurve(OID?)
        case ed25519
        case ed448
        case dsa
        case postQuantum(PostQuantumAlgorithm)
        case other(OID)
    }

    /// The key's type according to its algorithm identifier.
    package let kind: Kind
    /// The size in bits of the RSA modulus, DSA prime or curve field; nil if unknown.
    package let bits: Int?
    /// The size of an RSA public exponent in bits; nil for other keys and if unknown.
    package let exponentBits: Int?
    /// The reason why the key is invalid regardless of its size, such as `has an even exponent`; nil for a valid key.
    ///
    /// An RSA exponent of 1 lets anyone forge signatures. Libraries disagree on point encodings that RFC 5480 forbids.
    package let defect: String?
    /// The SHA-256 of the certificate whose key parameters this key inherits; nil if it inherits none.
    ///
    /// The result of a signature check must not be reused for the same key with other parameters.
    package let parametersFrom: Fingerprint?

    /// Whether the parameters of an RSA key are NULL, as RFC 3279 section 2.3.1 requires; true for other key types.
    package var hasConformingParameters = true

    /// Whether the key is a compressed point, whose decoding requires a square root; false for other key types.
    package var isPointCompressed = false

    /// Whether the key may inherit parameters from an issuer in the path (RFC 3279 section 2.3.2).
    package var mayInheritParameters: Bool { kind == .dsa && bits == nil }

    /// Creates facts from the parsed fields.
    package init(
        kind: Kind,
        bits: Int?,
        exponentBits: Int? = nil,
        defect: String? = nil,
        parametersFrom: Fingerprint? = nil
    ) {
        self.kind = kind
        self.bits = bits
        self.exponentBits = exponentBits
        self.defect = defect
        self.parametersFrom = parametersFrom
    }
}
