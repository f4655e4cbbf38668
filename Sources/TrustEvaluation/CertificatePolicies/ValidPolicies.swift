import TrustModel

/// The certificate policies that a path is valid for (RFC 5280 section 6.1.6); `anyPolicy` among them for all.
struct ValidPolicies: Sendable, Hashable {
    /// Those that the authorities of the path allow, whatever the policy accepts; sorted, each once.
    let authorityConstrained: [OID]
    /// Those among them that the policy accepts; sorted, each once.
    let userConstrained: [OID]

    /// Takes what the authorities allow, and what the policy accepts of it (RFC 9618 section 5.6, steps (f) and (g)).
    init(authorityConstrained: [OID], initialPolicySet: [OID]) {
        let authorityConstrained = authorityConstrained.sortedOnce
        self.authorityConstrained = authorityConstrained
        userConstrained =
            if initialPolicySet.contains(.anyPolicy) {
                authorityConstrained
            } else if authorityConstrained.contains(.anyPolicy) {
                initialPolicySet.sortedOnce
            } else {
                authorityConstrained.filter(initialPolicySet.contains)
            }
    }
}

extension [OID] {
    /// Sorted, each once.
    fileprivate var sortedOnce: [OID] {
        sorted().reduce(into: []) { kept, policy in if kept.last != policy { kept.append(policy) } }
    }
}
