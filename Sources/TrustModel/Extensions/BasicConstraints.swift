/// The basic constraints of a certificate (RFC 5280 section 4.2.1.9).
package struct BasicConstraints: Sendable, Hashable {
    /// Whether the subject is a CA (the cA field).
    package let isAuthority: Bool
    /// The maximum number of intermediates below the CA, without self-issued ones; nil for no limit.
    package let pathLength: Int?

    /// Creates constraints from their parsed fields.
    package init(isAuthority: Bool, pathLength: Int?) {
        self.isAuthority = isAuthority
        self.pathLength = pathLength
    }
}
