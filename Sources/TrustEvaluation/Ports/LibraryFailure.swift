/// A failure of a library that says nothing about its input, such as a lack of memory.
///
/// An evaluation that meets one denies with `internal.validationFailed`, and nothing that follows from it is remembered.
package struct LibraryFailure: Error, Equatable, Sendable {
    /// The failed operation, as a clause.
    package let reason: String

    /// Takes a clause, such as `OpenSSL could not decode a public key`.
    package init(_ reason: String) {
        self.reason = reason
    }
}
