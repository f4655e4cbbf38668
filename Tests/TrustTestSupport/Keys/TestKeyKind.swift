/// A type of key pair with its size.
package enum TestKeyKind: Hashable, Sendable {
    /// RSA with this number of bits (512 or more).
    case rsa(_ bits: Int, exponent: UInt32 = 65_537)
    /// RSA with this number of bits, restricted to PSS (RFC 4055 section 1.2).
    case rsaPSS(_ bits: Int)
    /// ECDSA on NIST P-192, weak; for tests of rejection.
    case ecdsaP192
    /// ECDSA on NIST P-224, weak; for tests of rejection.
    case ecdsaP224
    /// ECDSA on NIST P-256.
    case ecdsaP256
    /// ECDSA on NIST P-384.
    case ecdsaP384
    /// ECDSA on NIST P-521.
    case ecdsaP521
    /// ECDSA on secp256k1, which web profiles do not allow.
    case ecdsaSecp256k1
    /// ECDSA on the curve brainpoolP…r1 of 256, 384 or 512 bits (RFC 5639).
    case ecdsaBrainpool(_ bits: Int)
    /// Ed25519.
    case ed25519
    /// Ed448.
    case ed448
    /// DSA with a modulus of this number of bits; generation takes a noticeable part of a second.
    case dsa(_ bits: Int)

    /// The default signature algorithm of such a key.
    func naturalAlgorithm(_ digest: TestDigest) -> TestSignatureAlgorithm {
        switch self {
        case .rsa: .rsa(digest)
        case .rsaPSS: .rsaPSS(digest)
        case .ed25519: .ed25519
        case .ed448: .ed448
        case .dsa: .dsa(digest)
        default: .ecdsa(digest)
        }
    }

    /// The name of the elliptic curve in OpenSSL and its identifier; nil for other kinds.
    var curve: (name: String, identifier: TestObjectIdentifier)? {
        switch self {
        case .ecdsaP192: ("P-192", "1.2.840.10045.3.1.1")
        case .ecdsaP224: ("P-224", "1.3.132.0.33")
        case .ecdsaP256: ("P-256", "1.2.840.10045.3.1.7")
        case .ecdsaP384: ("P-384", "1.3.132.0.34")
        case .ecdsaP521: ("P-521", "1.3.132.0.35")
        case .ecdsaSecp256k1: ("secp256k1", "1.3.132.0.10")
        case .ecdsaBrainpool(256): ("brainpoolP256r1", "1.3.36.3.3.2.8.1.1.7")
        case .ecdsaBrainpool(384): ("brainpoolP384r1", "1.3.36.3.3.2.8.1.1.11")
        case .ecdsaBrainpool(512): ("brainpoolP512r1", "1.3.36.3.3.2.8.1.1.13")
        default: nil
        }
    }

    /// The OpenSSL name of the key type.
    var algorithmName: String {
        switch self {
        case .rsa: "RSA"
        case .rsaPSS: "RSA-PSS"
        case .ed25519: "ED25519"
        case .ed448: "ED448"
        case .dsa: "DSA"
        default: "EC"
        }
    }
}
