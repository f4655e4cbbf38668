import MicrohttpdServer
import Synchronization

/// The routes' reference to their server; it is set later, because the server is created with its routes.
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
