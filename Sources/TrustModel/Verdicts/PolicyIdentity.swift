/// Which policy answered.
package struct PolicyIdentity: Sendable, Hashable {
    /// The policy set's name; nil for an inline policy.
    package let set: String?
    /// The policy's name within its set; nil where the set has none for the host, and for an inline policy.
    package let name: String?
    /// The host rule that matched, as written, or `otherwise` where no rule is for the host; nil where the policy was asked
    /// for by its name, and for an inline policy.
    package let rule: String?
    /// `sha256:` and the digest of the document; nil for an inline policy.
    package let revision: String?

    /// Takes the parts as resolved.
    package init(set: String?, name: String?, rule: String?, revision: String?) {
        self.set = set
        self.name = name
        self.rule = rule
        self.revision = revision
    }

    /// A policy that came with the request.
    package static let inline = PolicyIdentity(set: nil, name: nil, rule: nil, revision: nil)
}
