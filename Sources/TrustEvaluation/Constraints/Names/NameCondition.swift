package import TrustModel

/// Requires that every, at least one, or no subject alternative name of a kind matches a pattern.
package struct NameCondition: CertificateCondition {
    /// The names that must match.
    package enum Quantifier: String, Sendable, CaseIterable {
        /// At least one name of the kind exists, and all of them match.
        case every
        case some
        case none
    }

    /// The maximum number of subject alternative names of a certificate that are compared.
    ///
    /// A certificate of 64 KiB can have thousands of names; certificates of public CAs have up to a few hundred. With
    /// more names, the result is never met because of the names that were compared.
    static let maximumNames = 1000

    private let quantifier: Quantifier
    private let patterns: NamePatterns
    /// The patterns as written.
    package let expected: String

    /// Creates a condition from patterns, at least one, and their texts.
    package init(_ quantifier: Quantifier, _ patterns: NamePatterns, texts: [String]) {
        self.quantifier = quantifier
        self.patterns = patterns
        let list = ConstraintText.list(texts)
        expected = quantifier == .none ? "no name that matches \(list)" : list
    }

    /// Compares the names; a malformed extension is uncertain.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        guard !facts.isMalformed(.subjectAlternativeName) else { return .uncertain }
        let names = facts.extensions.subjectAlternativeNames ?? []
        let isComplete = names.count <= Self.maximumNames
        // Each name is compared once; a lazy sequence would compare it again for its result.
        let results = names.prefix(Self.maximumNames).compactMap(patterns.match)
        switch quantifier {
        case .every:
            var hasNames = false
            let all = results.all { result in
                hasNames = true
                return result
            }
            return isComplete ? hasNames ? all : .unmet : all.and(.uncertain)
        case .some: return results.any { $0 }.or(isComplete ? .unmet : .uncertain)
        case .none: return results.any { $0 }.or(isComplete ? .unmet : .uncertain).negated
        }
    }

    /// Lists the names that violate the condition; for `some`, lists the names of the kind.
    package func found(in facts: CertificateFacts) -> String {
        guard !facts.isMalformed(.subjectAlternativeName) else { return "a malformed extension" }
        let names = facts.extensions.subjectAlternativeNames ?? []
        let listed = names.lazy.prefix(Self.maximumNames).filter { name in
            guard let match = patterns.match(name) else { return false }
            return switch quantifier {
            case .every: match != .met
            case .some: true
            case .none: match != .unmet
            }
        }
        let note = names.count > Self.maximumNames ? " (more than \(Self.maximumNames) names)" : ""
        return ConstraintText.list(firstOf: listed.map(\.excerpt)) + note
    }

    /// Returns the cost of comparing each name with the patterns.
    package func cost(of facts: CertificateFacts) -> Int {
        (facts.extensions.subjectAlternativeNames ?? []).prefix(Self.maximumNames)
            .reduce(10) { $0 + patterns.cost(of: $1) }
    }
}
