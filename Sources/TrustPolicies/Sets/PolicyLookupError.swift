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

    /// Creates an error from its parts.
    package init(_ code: Code, name: PolicyName, suggestion: String?) {
        self.code = code
        self.name = name
        self.suggestion = suggestion
    }
}

extension PolicyLookupError: CustomStringConvertible {
    /// The error as a clause.
    package var description: String {
        let hint = suggestion.map { "; did you mean `\($0)`?" } ?? ""
        return switch code {
        case .unknownPolicySet: "there is no policy set `\(name.set)`" + hint
        case .unknownPolicy: "the policy set `\(name.set)` has no policy `\(name.policy ?? "")`" + hint
        }
    }
}
