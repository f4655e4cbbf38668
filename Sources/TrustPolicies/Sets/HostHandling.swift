/// What a policy set does with a host.
package enum HostHandling: Sendable, Hashable {
    /// It is refused.
    case deny
    /// The client's own handling applies.
    case performDefaultHandling
    /// This policy of the set counts.
    case policy(String)

    /// The word in `hosts` that leaves a host to the set's `otherwise`.
    static let exclusion = "otherwise"
    /// The words in `hosts` and `otherwise` that no policy may be called by.
    static let reservedNames = ["deny", "performDefaultHandling", exclusion]
}

extension HostHandling: CustomStringConvertible {
    /// The word as documents have it.
    package var description: String {
        switch self {
        case .deny: "deny"
        case .performDefaultHandling: "performDefaultHandling"
        case .policy(let name): name
        }
    }
}
