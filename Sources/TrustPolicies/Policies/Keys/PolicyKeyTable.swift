import StructuredDocuments

/// A key of one mapping of policy documents, or several names for the same setting.
package struct PolicyKey: Sendable {
    /// The names, of which one is used; a nested key has the names of both mappings, such as `scts.longer`.
    package let names: [String]
    /// The effect of the key, in Markdown.
    package let meaning: String
    /// The possible values, in Markdown; nil if the meaning says them.
    package let values: String?
    /// The value without the key, in Markdown; nil if the meaning says it.
    package let standard: String?
}

/// The keys of one mapping of policy documents, from which messages and the tables of the documentation are written.
package struct PolicyKeyTable: Sendable {
    /// The name of the table, such as `revocation`.
    package let name: String
    /// The heading of the keys, such as "Evaluators with pins".
    package let title: String
    /// The mapping in the words of a message, such as "`revocation`".
    package let mapping: String
    /// The page of the documentation with the table; nil if a page explains the keys without a table.
    package let page: String?
    /// The heads of the columns: names, meanings, and values and defaults if the keys have them.
    package let heads: [String]
    /// The keys in the order of the documentation.
    package let keys: [PolicyKey]
    /// The names in the mapping itself.
    package let names: [String]

    /// Creates a table from text with a line for the heads and one for each key, whose cells ` | ` divides.
    ///
    /// The names of a key are divided by commas. A column with the head `default` is the last.
    init(_ name: String, title: String? = nil, mapping: String? = nil, page: String? = nil, _ text: String) {
        let rows = text.split(separator: "\n").map { $0.split(separator: " | ").map(String.init) }
        let heads = rows[0]
        precondition(rows.allSatisfy { $0.count == heads.count }, "\(name) has a row without a cell for each head")
        let hasDefaults = heads.last == "default"
        self.name = name
        self.title = title ?? "`\(name)`"
        self.mapping = mapping ?? "`\(name)`"
        self.page = page
        self.heads = heads
        keys = rows.dropFirst().map { cells in
            PolicyKey(
                names: cells[0].split(separator: ", ").map(String.init),
                meaning: cells[1],
                values: cells.count > (hasDefaults ? 3 : 2) ? cells[2] : nil,
                standard: hasDefaults ? cells.last : nil
            )
        }
        names = keys.flatMap(\.names).map { name in String(name.prefix { $0 != "." }) }
    }

    /// The names that decodings of the mapping may read.
    fileprivate var declaredNames: [String] {
        Self.policies.contains { $0.name == name } ? Self.policyKeys : names
    }

    /// The tables of the keys that are directly in a policy; most of them depend on the evaluator.
    package static let policies: [PolicyKeyTable] = [
        .policy, .path, .pins, .composite, .securityPolicy, .libraries, .script,
    ]

    /// The names of the keys that are directly in a policy.
    static let policyKeys = policies.flatMap(\.names)

    /// All tables, those of outer mappings first.
    package static let all: [PolicyKeyTable] =
        [.policySet] + policies + [
            .allowedClients, .certificatePolicies, .constraints, .matcher, .revocation, .transparency,
            .anchorConstraints, .anchorConditions, .exceptions,
        ]
}

extension PolicyKeyTable {
    /// Returns the end of a message about a key that is not in this mapping: the mappings that have it; may be empty.
    fileprivate func otherPlace(of key: String) -> String {
        let places = Self.all.filter { $0.names.contains(where: key.hasSameBytes) }.map(\.mapping)
            .reduce(into: [String]()) { places, place in if !places.contains(place) { places.append(place) } }
        guard let last = places.last else { return "" }
        let others = places.dropLast().joined(separator: ", ")
        return "; it is a key of " + (others.isEmpty ? last : "\(others) and \(last)")
    }
}

extension MappingReader {
    /// Adds an issue for every key that was not read, with the place of keys that other mappings have.
    ///
    /// Decodings read only declared keys, so that the documentation has all of them. Without such a key, no table is
    /// created.
    func finish(_ table: @autoclosure () -> PolicyKeyTable, misplaced: MisplacedKeys = ({ [] }, { _ in "" })) {
        assert(knownKeys.allSatisfy(table().declaredNames.contains), "\(table().name) lacks a key of \(knownKeys)")
        finish(misplaced: misplaced) { table().otherPlace(of: $0) }
    }
}
