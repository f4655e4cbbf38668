/// The policy that was evaluated.
package struct PolicyIdentity: Sendable, Hashable {
    /// The policy set's name; nil for an inline policy.
    package let set: String?
    /// The policy's name in its set; nil for an inline policy, or if the set has no policy for the host.
    package let name: String?
    /// The matching host rule as written, or `otherwise` if none matches.
    ///
    /// The value is nil for an inline policy, or if the request named the policy.
    package let rule: String?
    /// `sha256:` and the digest of the document; nil for an inline policy.
    package let revision: String?

    /// Creates an identity from its parts.
    package init(set: String?, name: String?, rule: String?, revision: String?) {
        self.set = set
        self.name = name
        self.rule = rule
        self.revision = revision
    }

    /// The identity of inline policies.
    package static let inline = PolicyIdentity(set: nil, name: nil, rule: nil, revision: nil)
}
