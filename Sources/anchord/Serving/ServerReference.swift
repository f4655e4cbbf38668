import MicrohttpdServer
import Synchronization

/// The routes' reference to their server; set after the server, which needs the routes, has been created.
final class ServerReference: Sendable {
    private struct State {
        weak var server: HTTPServer?
        /// The serial number of the blocks under which all later responses are.
        var settled: UInt64?
    }

    private let state = Mutex(State())

    /// Sets the server, which has not computed a response yet, with the serial number of the blocks in force.
    func set(_ server: HTTPServer, blocks: UInt64) {
        state.withLock { $0 = State(server: server, settled: blocks) }
    }

    /// Waits until the responses under earlier blocks than the given ones, which are in force, have been sent.
    ///
    /// - Returns: Whether this is the case; false if a worker thread does not respond in time.
    func settle(blocks serial: UInt64, within timeout: Duration = .seconds(10)) -> Bool {
        guard let server = state.withLock({ $0.settled == serial ? nil : $0.server }) else { return true }
        guard server.settle("/livez", within: timeout) else { return false }
        state.withLock { $0.settled = serial }
        return true
    }

    /// The server's figures; all zero if no server is set.
    var figures: ServerFigures {
        state.withLock { $0.server }?.figures ?? ServerFigures()
    }
}
