import MicrohttpdServer
import TrustModel

/// The credentials of a request: the kernel's report about the peer, and the digest of the token.
///
/// A watch keeps them, and not the token, to find out whether its client still has the right.
struct CallerCredentials: Sendable {
    let peer: HTTPPeer
    /// The SHA-256 of the bearer token; nil without one, and without configured clients.
    let token: Fingerprint?
    /// Whether the request has an Authorization field.
    let hasAuthorization: Bool
    /// The number of the connection.
    let connection: UInt64
}
