import StructuredDocuments

/// The failure to find a policy by name.
package struct PolicyLookupError: Error, Sendable, Equatable {
    /// The codes of lookup errors; their names are stable.
    package enum Code: String, Sendable, CaseIterable {
        case unknownPolicySet
        case unknownPolicy
    }

    /// The code of the error.
    package let code: Code
    /// The requested name.
    package let name: PolicyName
    /// The most similar existing name, as written in requests; nil if there is none.
    package let suggestion: String?

    /// The existing names, as written in requests, if none is similar.
    package let existing: [String]

    /// Creates an error from its parts.
    package init(_ code: Code, name: PolicyName, suggestion: String?, existing: [String] = []) {
        self.code = code
        self.name = name
        self.suggestion = suggestion
        self.existing = suggestion == nil ? existing : []
    }

    /// Returns a suffix for a message about an unknown name: the most similar name, or else the names that exist.
    package static func hint(for name: String, among names: [String]) -> String {
        let similar = NearestName.hint(for: name, among: names)
        return similar.isEmpty ? list(of: names) : similar
    }

    private static func list(of names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        let more = names.count - maximumListed
        return "; found " + names.prefix(maximumListed).map { "`\($0)`" }.joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

    /// The maximum number of existing names in a message.
    private static let maximumListed = 10
}

extension PolicyLookupError: CustomStringConvertible {
    /// The error as a clause, with a similar name, or else with those that exist.
    package var description: String {
        reason + (suggestion.map { "; did you mean `\($0)`?" } ?? Self.list(of: existing))
    }

    /// The error as a clause that names only what was requested.
    package var reason: String {
        switch code {
        case .unknownPolicySet: "there is no policy set `\(name.set)`"
        case .unknownPolicy: "the policy set `\(name.set)` has no policy `\(name.policy ?? "")`"
        }
    }
}
