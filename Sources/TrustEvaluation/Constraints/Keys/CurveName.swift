package import TrustModel

/// The names of elliptic curves in policy documents (FIPS 186-5, RFC 5639, SEC 2).
package enum CurveName {
    /// The names with their identifiers and the sizes of their fields in bits.
    package static let all: [(name: String, curve: OID, bits: Int)] = [
        ("P-256", .prime256v1, 256), ("P-384", .secp384r1, 384), ("P-521", .secp521r1, 521),
        ("P-192", .prime192v1, 192), ("P-224", .secp224r1, 224), ("secp256k1", .secp256k1, 256),
        ("brainpoolP256r1", .brainpoolP256r1, 256), ("brainpoolP384r1", .brainpoolP384r1, 384),
        ("brainpoolP512r1", .brainpoolP512r1, 512),
    ]

    /// Returns the name of a curve, or else its identifier.
    package static func text(of curve: OID) -> String {
        all.first { $0.curve == curve }?.name ?? curve.description
    }

    /// Returns the size of the field of a named curve in bits; nil for other curves.
    package static func bits(of curve: OID) -> Int? { all.first { $0.curve == curve }?.bits }
}
