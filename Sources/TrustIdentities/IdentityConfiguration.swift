import TrustModel

/// The configuration of one client identity.
package struct IdentityConfiguration: Sendable, Equatable {
    /// The files with the private key and the certificates.
    package enum Source: Sendable, Equatable {
        /// A PKCS #12 file with both.
        case pkcs12(String)
        /// PEM files; the certificate chain begins with the leaf.
        case pem(certificateChain: String, privateKey: String)
    }

    /// The place of a passphrase.
    package enum Passphrase: Sendable, Equatable {
        case file(String)
        /// An environment variable.
        case environment(String)
        /// A systemd credential: a file in the directory that `CREDENTIALS_DIRECTORY` names.
        case credential(String)
    }

    /// The name in requests.
    package let name: String
    /// The files.
    package let source: Source
    /// The passphrase of the private key; nil if it is not encrypted.
    package let passphrase: Passphrase?
    /// The servers to which the identity may be presented.
    package let hosts: [IdentityHost]
    /// The names of the daemon's clients that may sign.
    package let clients: [String]
    /// Whether these clients may sign digests and arbitrary messages.
    package let digests: Bool
    /// Whether files with secrets are accepted although other users can read or change them.
    package let allowReadableByOthers: Bool

    /// Creates a configuration from its keys.
    package init(
        name: String,
        source: Source,
        passphrase: Passphrase? = nil,
        hosts: [IdentityHost] = [],
        clients: [String] = [],
        digests: Bool = false,
        allowReadableByOthers: Bool = false
    ) {
        self.name = name
        self.source = source
        self.passphrase = passphrase
        self.hosts = hosts
        self.clients = clients
        self.digests = digests
        self.allowReadableByOthers = allowReadableByOthers
    }
}
