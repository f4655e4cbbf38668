import TrustModel

/// The certificate policies that a path is valid for (RFC 5280 section 6.1.6); `anyPolicy` means all policies.
struct ValidPolicies: Sendable, Hashable {
    /// The policies that the CAs of the path allow, sorted and unique.
    let authorityConstrained: [OID]
    /// The policies that both the CAs and the trust policy allow, sorted and unique.
    let userConstrained: [OID]

    /// Intersects the policies of the CAs with those of the trust policy (RFC 9618 section 5.6, steps (f) and (g)).
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
    fileprivate var sortedOnce: [OID] {
        sorted().reduce(into: []) { kept, policy in if kept.last != policy { kept.append(policy) } }
    }
}
