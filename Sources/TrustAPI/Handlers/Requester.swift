import MicrohttpdServer

/// The client of a reload, or of a change of policies or blocks.
enum Requester {
    /// Describes the client for the log.
    static func description(_ peer: HTTPPeer, _ caller: Caller) -> String {
        let client = caller.isKnown ? " (client \(caller.names))" : ""
        return switch peer {
        case .ip(let address): "request from \(address)\(client)"
        case .unix(let user, _):
            "request from user ID \(user.map { "\($0)" } ?? "unknown")\(user == 0 ? " (root)" : "")\(client)"
        }
    }
}
