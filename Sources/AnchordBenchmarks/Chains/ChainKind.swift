import ArgumentParser
import TrustTestSupport

/// The kinds of keys in the chains of a measurement.
enum ChainKind: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// All certificates have P-256 keys.
    case ecdsa
    /// All certificates have RSA keys of 2,048 bits.
    case rsa
    /// The root has an RSA key, all other certificates have P-256 keys.
    case mixed

    var rootKey: TestKeyKind { self == .ecdsa ? .ecdsaP256 : .rsa(2048) }

    var lowerKey: TestKeyKind { self == .rsa ? .rsa(2048) : .ecdsaP256 }
}
