import TrustModel

extension SignatureDigest {
    /// Why evidence signed with an algorithm is not trusted, a clause; nil where it is.
    ///
    /// Evidence is held to what the profile holds certificates to: under most no digest weaker than 80 bits against
    /// collisions, so neither MD5 nor SHA-1, which OpenSSL would accept. Digests in identifiers of certificates and
    /// responders may be SHA-1: they only find things.
    ///
    /// - Parameters:
    ///   - identifier: the algorithm that the evidence names.
    ///   - least: the strength against collisions that is demanded, in bits.
    /// - Returns: nil also for algorithms that have no digest of their own.
    static func complaint(about identifier: AlgorithmIdentifier, least: Int) -> String? {
        let algorithm = identifier.algorithm
        if case .foreign = SignatureParameters(of: identifier) {
            return "is signed with an algorithm that has parameters which it cannot have"
        }
        if algorithm == .ed25519 || algorithm == .ed448 { return nil }
        guard let digest = SignatureDigest(identifier) else {
            return "is signed with the unknown algorithm \(algorithm)"
        }
        return digest.strength < least ? "is signed with \(digest.name), which is too weak" : nil
    }
}
