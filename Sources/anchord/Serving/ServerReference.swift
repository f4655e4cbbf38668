import MicrohttpdServer
import Synchronization

/// The routes' reference to their server; set after the server, which needs the routes, has been created.
final class ServerReference: Sendable {
    private struct State {
        weak var server: HTTPServer?
    }

    private let state = Mutex(State())

    func set(_ server: HTTPServer) {
        state.withLock { $0.server = server }
    }

    /// The server's figures; all zero if no server is set.
    var figures: ServerFigures {
        state.withLock { $0.server }?.figures ?? ServerFigures()
    }
}
