import TrustModel

extension PostQuantumAlgorithm {
    /// ML-DSA-65.
    static let mlDSA65 = allCases[1]
}
