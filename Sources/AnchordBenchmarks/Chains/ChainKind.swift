import ArgumentParser
import TrustTestSupport

/// The kinds of keys in the chains of a measurement.
enum ChainKind: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// P-256 throughout.
    case ecdsa
    /// RSA with 2,048 bits throughout.
    case rsa
    /// An RSA root, with P-256 below it.
    case mixed

    var rootKey: TestKeyKind { self == .ecdsa ? .ecdsaP256 : .rsa(2048) }

    var lowerKey: TestKeyKind { self == .rsa ? .rsa(2048) : .ecdsaP256 }
}
