import MicrohttpdServer
import Synchronization

/// Where the routes find the server that carries them; it is set once the server exists, which needs the routes first.
final class ServerReference: Sendable {
    private struct State {
        weak var server: HTTPServer?
    }

    private let state = Mutex(State())

    /// Says which server it is.
    func set(_ server: HTTPServer) {
        state.withLock { $0.server = server }
    }

    /// The server's figures; all zero without a server.
    var figures: ServerFigures {
        state.withLock { $0.server }?.figures ?? ServerFigures()
    }
}
