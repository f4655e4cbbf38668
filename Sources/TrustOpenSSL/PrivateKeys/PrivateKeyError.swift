/// The reason why a private key cannot be read; never contains parts of the key or of a passphrase.
package struct PrivateKeyError: Error, Equatable, Sendable {
    /// The kinds of errors; the names are stable.
    package enum Code: String, Sendable, CaseIterable {
        case wrongPassphrase
        case passphraseMissing
        /// The file is truncated, or is malformed in another way.
        case malformed
        case noPrivateKey
        case noCertificate
        /// Several keys or certificates could be used.
        case ambiguous
        case certificateMismatch
        case unsupportedAlgorithm
        case unsupportedKey
        /// Deriving the key from the passphrase requires too many iterations.
        case tooExpensive
        case libraryFailure
    }

    /// The kind of error.
    package let code: Code
    /// A clause whose subject is the file, such as `has no private key`.
    package let reason: String

    /// Creates an error from its kind and a clause.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    static let exhausted = PrivateKeyError(.libraryFailure, "cannot be read: memory is exhausted")
}
