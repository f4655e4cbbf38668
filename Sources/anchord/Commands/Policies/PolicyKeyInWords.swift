import StructuredDocuments
import TrustPolicies

/// A key of a policy as written in the document, with its meaning.
struct PolicyKeyInWords {
    /// The maximum number of characters of a shown value.
    private static let maximumCharacters = 200

    let key: String
    let value: String
    /// The meaning according to ``PolicyKeyTable``; empty for a setting of a library that has none.
    let meaning: String

    /// Returns the keys of a policy in document order.
    static func keys(of policy: String, in set: PolicySet) -> [PolicyKeyInWords] {
        guard let root = try? set.document, let body = root["policies"]?[policy],
            case .mapping(let entries) = body.content
        else { return [] }
        return entries.map { entry in
            PolicyKeyInWords(
                key: entry.key,
                value: QuotedText.excerpt(ConfigurationText.yaml(entry.value.content), ofAtMost: maximumCharacters),
                meaning: meaning(of: entry.key)
            )
        }
    }

    private static func meaning(of key: String) -> String {
        // The effect of the policy describes its evaluator.
        if key == "evaluator" { return "" }
        let meaning = PolicyKeyTable.policies.lazy.flatMap(\.keys).first { $0.names.contains(key) }?.meaning
        return meaning.map { ManualPage.withoutLinks($0[...]) } ?? ""
    }
}

extension DocumentNode {
    /// The value of a key of a mapping; nil if there is none.
    subscript(_ key: String) -> DocumentNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }
}
