import ArgumentParser
import TrustTestSupport

/// Which keys sign the chains of a measurement.
enum ChainKind: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// P-256 throughout.
    case ecdsa
    /// RSA of 2,048 bits throughout.
    case rsa
    /// A root with an RSA key above authorities and leaves on P-256.
    case mixed

    /// The kind of the root's key.
    var rootKey: TestKeyKind { self == .ecdsa ? .ecdsaP256 : .rsa(2048) }

    /// The kind of every key below the root.
    var lowerKey: TestKeyKind { self == .rsa ? .rsa(2048) : .ecdsaP256 }
}
