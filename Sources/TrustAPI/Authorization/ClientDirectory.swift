import MicrohttpdServer
import TrustEvidence
package import TrustModel

/// The configured clients, by which each request is attributed to its caller.
///
/// The directory never changes while the process runs, so the caller depends on the head and the connection only.
package struct ClientDirectory: Sendable {
    /// The configured clients, and root if it has rights of its own; nil if none are configured.
    private let clients: [APIClient]?
    private let sha256: @Sendable ([UInt8]) -> Fingerprint

    /// The directory of a service without configured clients, in which everyone may evaluate and read.
    package static let unrestricted = ClientDirectory(nil) { _ in preconditionFailure("there are no tokens") }

    /// Creates a directory; `sha256` returns the digest of a token.
    ///
    /// Without a list, everyone may evaluate and read; with an empty list, no one may, except root with the rights of `rootMay`
    /// on a Unix socket.
    package init(
        _ clients: [APIClient]?,
        rootMay: Set<ClientRight> = [],
        sha256: @escaping @Sendable ([UInt8]) -> Fingerprint
    ) {
        // No configured client can have this name, so that no proxy or identity names root by accident.
        let root = APIClient(name: "root (rootMay)", credential: .user(0), rights: rootMay)
        self.clients = clients.map { rootMay.isEmpty ? $0 : $0 + [root] }
        self.sha256 = sha256
    }

    /// Returns the caller of a request.
    func caller(of head: HTTPRequestHead) -> Caller { caller(with: credentials(of: head)) }

    /// Returns the credentials of a request, with which its caller can be found again.
    func credentials(of head: HTTPRequestHead) -> CallerCredentials {
        CallerCredentials(
            peer: head.peer,
            token: clients == nil ? nil : BearerToken.bytes(in: head.headers).map(sha256),
            hasAuthorization: head.headers["Authorization"] != nil,
            connection: head.connection
        )
    }

    /// Returns the caller with credentials.
    func caller(with credentials: CallerCredentials) -> Caller {
        guard let clients else {
            return Caller(
                clients: [],
                isRestricted: false,
                hasUnknownToken: false,
                share: Self.share(of: [], credentials)
            )
        }
        let matching = clients.filter { matches($0.credential, from: credentials.peer, token: credentials.token) }
        let hasToken = matching.contains { if case .tokens = $0.credential { true } else { false } }
        return Caller(
            clients: matching,
            isRestricted: true,
            hasUnknownToken: credentials.hasAuthorization && !hasToken,
            share: Self.share(of: matching, credentials)
        )
    }

    /// Returns the share of the first client with a credential; otherwise, that of the user or of the connection.
    private static func share(of clients: [APIClient], _ credentials: CallerCredentials) -> ClientShare {
        if let client = clients.first(where: { $0.credential != .anonymous }) { return .client(client.name) }
        if case .unix(let user?, _) = credentials.peer { return .user(user) }
        return .connection(credentials.connection)
    }

    private func matches(_ credential: APIClient.Credential, from peer: HTTPPeer, token: Fingerprint?) -> Bool {
        switch (credential, peer) {
        case (.anonymous, _): true
        case (.tokens(let digests), _): token.map { Self.contains(digests, $0) } ?? false
        case (.user(let user), .unix(let other?, _)): user == other && user != APIClient.overflowID
        case (.group(let group), .unix(.some, let groups)): group != APIClient.overflowID && groups.contains(group)
        case (.user, _), (.group, _): false
        }
    }

    /// Compares a digest with all digests, in a time that depends on their number only.
    private static func contains(_ digests: [Fingerprint], _ token: Fingerprint) -> Bool {
        digests.reduce(false) { found, digest in digest.isEqualInConstantTime(to: token) || found }
    }
}
