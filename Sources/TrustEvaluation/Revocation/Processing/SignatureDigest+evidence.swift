import TrustModel

extension SignatureDigest {
    /// Returns a clause that explains why evidence signed with an algorithm is rejected; nil if accepted.
    ///
    /// Evidence must meet the profile's requirements for certificates. Most profiles reject digests with less than 80
    /// bits of collision resistance, such as MD5 and SHA-1, which OpenSSL would accept. Certificate and responder
    /// identifiers may use SHA-1.
    ///
    /// `least` is the minimum collision resistance in bits. Algorithms without a separate digest are accepted if the
    /// library has them.
    static func problem(
        with identifier: AlgorithmIdentifier,
        least: Int,
        in library: any RevocationEvidenceVerifying
    ) -> String? {
        let algorithm = identifier.algorithm
        if case .foreign = SignatureParameters(of: identifier) {
            return "is signed with an algorithm that has invalid parameters"
        }
        if algorithm == .ed25519 || algorithm == .ed448 { return nil }
        guard let digest = SignatureDigest(identifier) else {
            guard let postQuantum = PostQuantumAlgorithm(algorithm) else {
                return "is signed with \(algorithm.algorithmLabel), an algorithm that anchord does not support"
            }
            return library.library(without: postQuantum).map {
                "is signed with \(postQuantum.name), which the cryptographic library, \($0), lacks"
            }
        }
        return digest.strength < least ? "is signed with \(digest.name), which is too weak" : nil
    }
}
