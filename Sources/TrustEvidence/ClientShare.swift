/// The client to whose share of a limit a request is charged.
///
/// Limits that all clients use together give each of them a share, so that one client cannot take everything.
package enum ClientShare: Sendable, Hashable {
    /// A client that the configuration names.
    case client(String)
    /// The user ID of a process that connected to a Unix socket, without a name in the configuration.
    case user(UInt32)
    /// A connection of a client that nothing identifies, by its number.
    case connection(UInt64)
}

extension ClientShare {
    /// The clients that share one half of the places: each configured client and each user alone, the connections together.
    package enum Group: Hashable, Sendable {
        /// A client that has a share of its own.
        case own(ClientShare)
        /// The clients that nothing identifies.
        case unnamed
    }

    /// The clients to which this one belongs.
    package var group: Group {
        switch self {
        case .client, .user: .own(self)
        case .connection: .unnamed
        }
    }
}
