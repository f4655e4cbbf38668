/// Whether a subject may issue certificates, and how far (RFC 5280 section 4.2.1.9).
package struct BasicConstraints: Sendable, Hashable {
    /// Whether the subject is a certification authority (cA).
    package let isAuthority: Bool
    /// How many non-self-issued intermediates may follow; nil without limit.
    package let pathLength: Int?

    /// Takes the parts as parsed.
    package init(isAuthority: Bool, pathLength: Int?) {
        self.isAuthority = isAuthority
        self.pathLength = pathLength
    }
}
