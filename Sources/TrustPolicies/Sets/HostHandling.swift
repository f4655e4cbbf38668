/// The handling of a host by a policy set.
package enum HostHandling: Sendable, Hashable {
    case deny
    case performDefaultHandling
    /// The policy of the set with this name evaluates the chain.
    case policy(String)

    /// The value in `hosts` that excludes a host from wildcards, so that `otherwise` of the set applies.
    static let exclusion = "otherwise"
    /// The values of `hosts` and `otherwise` that are not policy names.
    static let reservedNames = ["deny", "performDefaultHandling", exclusion]
}

extension HostHandling: CustomStringConvertible {
    /// The value as written in documents.
    package var description: String {
        switch self {
        case .deny: "deny"
        case .performDefaultHandling: "performDefaultHandling"
        case .policy(let name): name
        }
    }
}
