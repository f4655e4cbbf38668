/// Why a name chooses no policy.
package struct PolicyLookupError: Error, Sendable, Equatable {
    /// What kind of problem it is; stable names.
    package enum Code: String, Sendable, CaseIterable {
        case unknownPolicySet
        case unknownPolicy
    }

    /// What kind of problem it is.
    package let code: Code
    /// The name that was asked for.
    package let name: PolicyName
    /// The name that was probably meant, spelt as a request spells it.
    package let suggestion: String?

    /// Takes the parts.
    package init(_ code: Code, name: PolicyName, suggestion: String?) {
        self.code = code
        self.name = name
        self.suggestion = suggestion
    }
}

extension PolicyLookupError: CustomStringConvertible {
    /// One sentence part for people.
    package var description: String {
        let hint = suggestion.map { "; did you mean `\($0)`?" } ?? ""
        return switch code {
        case .unknownPolicySet: "there is no policy set `\(name.set)`" + hint
        case .unknownPolicy: "the policy set `\(name.set)` has no policy `\(name.policy ?? "")`" + hint
        }
    }
}
