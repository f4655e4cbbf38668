import MicrohttpdServer
import TrustService

extension DecisionPlace {
    /// Creates the place of the decisions for a head.
    convenience init(_ route: Route, of caller: Caller, _ head: HTTPRequestHead, proxy: String? = nil) {
        self.init(
            route,
            clients: caller.clients.map(\.name),
            peer: Peer(head.peer),
            proxy: proxy,
            share: caller.share
        )
    }
}

extension DecisionPlace.Peer {
    fileprivate init(_ peer: HTTPPeer) {
        switch peer {
        case .ip(let address): self = .address(address)
        case .unix(let user, _): self = .user(user)
        }
    }
}
