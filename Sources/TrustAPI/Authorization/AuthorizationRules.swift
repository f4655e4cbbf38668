import MicrohttpdServer
package import StructuredDocuments

/// The parts of the configuration on which authorization depends; they never change while the process runs.
package struct AuthorizationRules: Sendable {
    /// The effective user ID of the daemon: this user may reload if root may; nil if only root may.
    package var daemonUser: UInt32?
    /// Whether root may reload over a Unix socket without being a client.
    package var rootMayReload = true
    /// The names of the clients that may sign, by the name of the identity.
    ///
    /// The keys are compared by their bytes, because the log and the metrics have the name in the request.
    package var signers: [UTF8Text: [String]] = [:]
    /// The proxies that may ask about their clients, by name.
    package var proxies: [UTF8Text: TrustedProxy] = [:]

    /// Whether clients may write policy sets: whether the configuration has a directory for them.
    package var permitsWrites = false
    /// Whether clients may write blocks: whether the configuration has a directory for them.
    package var permitsBlocks = false
    /// The name of the policy set of the floors.
    package var floors: String?

    /// Creates rules that permit only root to reload, and no client to sign or to ask as a proxy.
    package init() {}

    /// Returns whether a client may reload because it is root or the daemon's user, as the kernel reports for a Unix socket.
    func isAdministrator(_ peer: HTTPPeer) -> Bool {
        guard rootMayReload, case .unix(let user?, _) = peer else { return false }
        return user == 0 || user == daemonUser && user != APIClient.overflowID
    }

    /// Returns the name of the identity in a path such as `/v1/identities/partner/signatures`.
    static func identity(in path: String) -> String {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.dropLast().last.map { String(Substring($0)) } ?? ""
    }

    /// Returns the names of the clients that may sign with an identity; empty if the identity does not exist.
    func signers(of identity: String) -> [String] { signers[UTF8Text(identity)] ?? [] }

    /// Returns the proxy with a name; nil if there is none.
    func proxy(named name: String) -> TrustedProxy? { proxies[UTF8Text(name)] }
}
