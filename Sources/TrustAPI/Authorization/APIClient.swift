package import TrustModel

/// A right that the configuration grants to a client.
package enum ClientRight: String, Sendable, CaseIterable {
    /// Evaluating chains, describing certificates and answering challenges.
    case evaluate
    /// Reading policies, the status, metrics and, for clients that are not anonymous, identities.
    case read
    /// Signing with the identities that list the client.
    case sign
    /// Writing the policy sets that ``APIClient/writable`` names.
    case write
    /// Writing the policy set of the floors, besides ``write``.
    case writeFloors
    /// Writing policies with scripts, besides ``write``.
    case writeScripts
    /// Reloading the policies.
    case reload
    /// Reading the last decisions.
    case decisions
    /// Reading, writing and removing blocks.
    case block

    /// The rights that an anonymous client may have.
    package static let anonymous: Set<ClientRight> = [.evaluate, .read]
}

/// A client that the configuration names, with its credential and its rights.
package struct APIClient: Sendable, Equatable {
    /// The proof by which a request belongs to a client.
    package enum Credential: Sendable, Equatable {
        /// The process that connected to a Unix socket ran as this user ID.
        case user(UInt32)
        /// The process that connected to a Unix socket was in this group, primary or supplementary.
        case group(UInt32)
        /// The request has a bearer token (RFC 6750) with one of these SHA-256 digests.
        case tokens([Fingerprint])
        /// Every request has this credential.
        case anonymous
    }

    /// The user and group ID that stand for all users and groups without one in a user namespace
    /// (user_namespaces(7)); they are never a credential.
    package static let overflowID: UInt32 = 65534

    /// The name in the configuration, the log, and the `clients` of identities.
    package let name: String
    /// The proof that a request needs.
    package let credential: Credential
    /// The granted rights.
    package let rights: Set<ClientRight>
    /// The policy sets that the client may write.
    package let writable: [WritePattern]

    /// Creates a client.
    package init(name: String, credential: Credential, rights: Set<ClientRight>, writable: [WritePattern] = []) {
        self.name = name
        self.credential = credential
        self.rights = rights
        self.writable = writable
    }
}
