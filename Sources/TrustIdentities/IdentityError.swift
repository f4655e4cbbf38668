/// The reason why an identity cannot be used; never contains parts of a key or of a passphrase.
package struct IdentityError: Error, Sendable, Equatable {
    /// The kinds of errors; the names are stable.
    package enum Code: String, Sendable, CaseIterable {
        /// A file or a passphrase does not exist or cannot be read.
        case unreadable
        /// A file with a secret is accessible to other users.
        case permissions
        case tooLarge
        /// A file changed while it was read, twice.
        case changed
        case wrongPassphrase
        case passphraseMissing
        case malformed
        case noPrivateKey
        case noCertificate
        case ambiguous
        case certificateMismatch
        case unsupportedAlgorithm
        case unsupportedKey
        case tooExpensive
        case libraryFailure
    }

    /// The kind of error.
    package let code: Code
    /// The name of the identity.
    package let identity: String
    /// The file, or a phrase such as `the environment variable PASSPHRASE`.
    package let source: String
    /// A clause whose subject is the source, such as `has no private key`.
    package let reason: String

    /// Creates an error from its parts.
    package init(_ code: Code, identity: String, source: String, reason: String) {
        self.code = code
        self.identity = identity
        self.source = source
        self.reason = reason
    }
}

extension IdentityError: CustomStringConvertible {
    /// The error as one sentence without a period.
    package var description: String { "identity \(identity): \(source) \(reason)" }
}

/// A property of a usable identity that could be a mistake.
package enum IdentityWarning: Sendable, Equatable {
    /// The extended key usage of the certificate does not include client authentication.
    case purposeMissing
    /// Certificates that issued none of the others are not presented.
    case unrelatedCertificates(Int)
    /// Other users can read or change the file, as the configuration allows.
    case readableByOthers(String)
    /// A passphrase in the environment remains there.
    case passphraseInEnvironment
}

extension IdentityWarning: CustomStringConvertible {
    /// The warning and its remedy.
    package var description: String {
        switch self {
        case .purposeMissing:
            "the extended key usage of its certificate does not include clientAuth, so servers may reject it; have the "
                + "certificate reissued for client authentication"
        case .unrelatedCertificates(let count):
            "\(count) of its certificates did not issue its certificate directly or indirectly, and are not presented; "
                + "remove them from the file"
        case .readableByOthers(let path):
            "\(path) may be accessible to other users, because allowReadableByOthers is true"
        case .passphraseInEnvironment:
            "its passphrase is in an environment variable, which other processes of the same user may read; use a file or "
                + "a credential"
        }
    }
}
