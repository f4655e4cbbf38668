import TrustModel

/// A matcher of certificates: all conditions must be met.
package struct CertificateMatcher: Sendable {
    /// A condition with its place in the policy document.
    package struct PlacedCondition: Sendable {
        /// The JSON pointer to the key in the document.
        package let pointer: String
        /// The condition.
        package let condition: any CertificateCondition

        /// Creates a condition with its place.
        package init(pointer: String, condition: any CertificateCondition) {
            self.pointer = pointer
            self.condition = condition
        }
    }

    /// The JSON pointer to the matcher in the document.
    package let pointer: String
    /// The conditions in the order in which violations are reported.
    package let entries: [PlacedCondition]

    /// Creates a matcher.
    package init(pointer: String, entries: [PlacedCondition]) {
        self.pointer = pointer
        self.entries = entries
    }

    func match(_ facts: CertificateFacts) -> ConstraintMatch {
        entries.all { $0.condition.match(facts) }
    }

    func cost(of facts: CertificateFacts) -> Int {
        entries.reduce(0) { $0 + $1.condition.cost(of: facts) }
    }
}
