/// The parts of the configuration on which authorization depends; they never change while the process runs.
package struct AuthorizationRules: Sendable {
    /// The effective user ID of the daemon: this user may reload, like root; nil if only root may.
    package var daemonUser: UInt32?
    /// The names of the clients that may sign, by the name of the identity.
    package var signers: [String: [String]] = [:]
    /// The proxies that may ask about their clients, by name.
    package var proxies: [String: TrustedProxy] = [:]

    /// Creates rules that permit only root to reload, and no client to sign or to ask as a proxy.
    package init() {}

    /// Returns the name of the identity in a path such as `/v1/identities/partner/signatures`.
    static func identity(in path: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return segments.dropLast().last.map { String($0) } ?? ""
    }
}
