import StructuredDocuments
import TrustEvidence
import TrustIdentities

/// The configured clients to which one request belongs.
///
/// A request can belong to several clients, for example by its user and by a token. It has the rights of all of them.
package struct Caller: Sendable, Equatable {
    /// The clients; empty if none matched or none is configured.
    let clients: [APIClient]
    /// Whether the configuration names clients; without them, everyone may evaluate and read.
    let isRestricted: Bool
    /// Whether the request has a bearer token that belongs to no client.
    let hasUnknownToken: Bool
    /// The client to whose share of a limit the request is charged.
    let share: ClientShare

    /// Whether a credential of the request belongs to a client.
    var isKnown: Bool { clients.contains { $0.credential != .anonymous } }

    /// The names of the clients with a credential, for messages; at most a few, since a request has two credentials.
    var names: String { clients.filter { $0.credential != .anonymous }.map(\.name).joined(separator: ", ") }

    /// Returns whether a client of the request has the right, not considering services without configured clients.
    func has(_ right: ClientRight) -> Bool { clients.contains { $0.rights.contains(right) } }

    /// Whether the caller may read policies; without configured clients, everyone may.
    var mayRead: Bool { !isRestricted || has(.read) }

    /// Whether the caller may see all identities.
    var mayReadIdentities: Bool { clients.contains { $0.credential != .anonymous && $0.rights.contains(.read) } }

    /// Whether the caller may read the last decisions.
    var mayReadDecisions: Bool { clients.contains { $0.credential != .anonymous && $0.rights.contains(.decisions) } }

    /// Whether the caller may read blocks, whose reasons can be confidential.
    var mayReadBlocks: Bool { mayReadIdentities || mayBlock }

    /// Whether the caller may write and remove blocks.
    var mayBlock: Bool { clients.contains { $0.credential != .anonymous && $0.rights.contains(.block) } }

    /// Returns whether the caller may write the policy set with a name.
    func mayWrite(_ set: String) -> Bool {
        clients.contains { client in
            client.credential != .anonymous && client.writable.contains { $0.matches(set) }
        }
    }

    /// Returns whether the caller may sign with an identity.
    func maySign(with identity: IdentityConfiguration) -> Bool { client(with: .sign, named: identity.clients) != nil }

    /// Returns the first client with the right that one of the names denotes.
    func client(with right: ClientRight, named names: some Sequence<String>) -> APIClient? {
        clients.first { client in client.rights.contains(right) && names.contains(where: client.name.hasSameBytes) }
    }
}
