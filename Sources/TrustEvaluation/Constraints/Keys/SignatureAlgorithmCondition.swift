package import TrustModel

/// Requires that the issuer's signature was made with one of several algorithms.
package struct SignatureAlgorithmCondition: CertificateCondition {
    private let algorithms: [SignatureAlgorithmName]
    /// The algorithms as written.
    package let expected: String

    /// Creates a condition from algorithms, at least one.
    package init(_ algorithms: [SignatureAlgorithmName]) {
        self.algorithms = algorithms
        expected = ConstraintText.list(algorithms.map(\.description))
    }

    /// Compares the algorithm; two different identifiers in one certificate are uncertain.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        guard facts.signatureAlgorithmsAgree else { return .uncertain }
        return algorithms.any { $0.match(facts.signatureAlgorithm) }
    }

    /// Returns the name of the algorithm, or its identifier.
    package func found(in facts: CertificateFacts) -> String {
        guard facts.signatureAlgorithmsAgree else { return "two different algorithms" }
        return ConstraintText.excerpt(SignatureAlgorithmName.text(of: facts.signatureAlgorithm))
    }

    /// Returns the cost of comparing each algorithm.
    package func cost(of facts: CertificateFacts) -> Int { 10 + algorithms.count }
}
