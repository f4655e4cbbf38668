/// Kind and size of a subject's public key, read without decoding the key.
package struct PublicKeyFacts: Sendable, Hashable {
    /// The kinds that rules distinguish.
    package enum Kind: Sendable, Hashable {
        case rsa
        case rsaPSS
        /// A key on a named curve; nil where the curve is given by explicit parameters.
        case ellipticCurve(OID?)
        case ed25519
        case ed448
        case dsa
        case other(OID)
    }

    /// The key's kind, by its algorithm identifier.
    package let kind: Kind
    /// The size in bits: of the modulus, of the field's order; nil where it is not known.
    package let bits: Int?
    /// The size of an RSA key's public exponent in bits; nil for other keys and where it is not known.
    package let exponentBits: Int?
    /// Why the key is none of its kind whatever its size, a clause such as `has an even exponent`; nil for a sound one.
    ///
    /// With an RSA exponent of 1 everybody can sign; a point in no form that RFC 5480 allows is read by each library as it
    /// likes.
    package let defect: String?
    /// The certificate from which a key has its parameters, by its SHA-256; nil where they are the key's own.
    ///
    /// With others it would be another key, so what is known of the one must not be taken for the other.
    package let parametersFrom: Fingerprint?

    /// Whether the parameters of an RSA key are NULL, as they must be (RFC 3279 section 2.3.1); true for other kinds.
    package var hasConformingParameters = true

    /// Whether a point is given by one coordinate, so that decoding it takes a square root; false for other kinds.
    package var isPointCompressed = false

    /// Whether parameters may be missing that keys above in a path have (RFC 3279 section 2.3.2).
    package var mayInheritParameters: Bool { kind == .dsa && bits == nil }

    /// Takes the parts as parsed.
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
