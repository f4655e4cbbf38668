/// A property that is usual for evaluators of servers, but dangerous for one that decides about clients.
package enum ClientRisk: Sendable, CaseIterable {
    /// A CA of the system trust store could issue the certificate of a client.
    case systemAnchors
    /// Certificates of servers are accepted.
    case serverPurpose
    /// The names of the clients are not limited.
    case anyName
}
