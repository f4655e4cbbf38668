package import TrustModel

/// Requires that the subject or the issuer has attributes of a type, all of whose values match a pattern.
///
/// A second value, such as another common name, must match as well: applications can read either of them. If only some of
/// the values match, the result is uncertain.
package struct AttributeCondition: CertificateCondition {
    /// The compared name of the certificate.
    package enum Field: String, Sendable, CaseIterable {
        case subject
        case issuer
    }

    private let field: Field
    private let type: OID
    private let patterns: [TextPattern]
    /// The patterns as written.
    package let expected: String

    /// Creates a condition from patterns of one attribute type, at least one, and their texts.
    package init(_ field: Field, _ type: OID, patterns: [TextPattern], texts: [String]) {
        self.field = field
        self.type = type
        self.patterns = patterns
        expected = ConstraintText.list(texts)
    }

    /// Compares all values of the type; a long name is uncertain, so that the work is bounded.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        let name = name(of: facts)
        guard name.der.count <= DirectoryNamePattern.maximumOctets else { return .uncertain }
        let results = name.attributes.lazy.filter { $0.type == type }.map(match)
        guard let first = results.first else { return .unmet }
        return results.allSatisfy { $0 == first } ? first : .uncertain
    }

    /// Lists the values of the type.
    package func found(in facts: CertificateFacts) -> String {
        let name = name(of: facts)
        let values = name.attributes.lazy.filter { $0.type == type }
        let note = name.der.count > DirectoryNamePattern.maximumOctets ? " (the name is too long to be compared)" : ""
        return ConstraintText.list(firstOf: values.map(\.value)) + note
    }

    /// Returns the cost of comparing each value with each pattern.
    package func cost(of facts: CertificateFacts) -> Int {
        let name = name(of: facts)
        guard name.der.count <= DirectoryNamePattern.maximumOctets else { return 10 }
        return name.attributes.lazy.filter { $0.type == type }.reduce(10 + name.attributes.count) { cost, attribute in
            patterns.reduce(cost) { $0 + $1.cost(ofOctets: attribute.value.utf8.count) }
        }
    }

    private func name(of facts: CertificateFacts) -> DistinguishedName {
        field == .subject ? facts.subject : facts.issuer
    }

    private func match(_ attribute: DistinguishedName.Attribute) -> ConstraintMatch {
        guard attribute.isText, attribute.isConforming else { return .uncertain }
        return patterns.any { $0.comparison(with: attribute.value) }
    }
}
