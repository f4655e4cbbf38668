/// A library failure that is independent of the input, such as a lack of memory.
///
/// The resulting verdict has the action `deny` and the reason `internal.validationFailed`, and is not cached.
package struct LibraryFailure: Error, Equatable, Sendable {
    /// The failed operation, as a clause.
    package let reason: String

    /// Creates a failure from a clause, such as `OpenSSL could not decode a public key`.
    package init(_ reason: String) {
        self.reason = reason
    }
}
