import CMicrohttpdShims
import Glibc

/// The open connections by descriptor, with limits on their number.
///
/// libmicrohttpd calls the closed callback, which removes the entry, before it closes the descriptor. Therefore, a
/// descriptor in the table, while it is locked, still belongs to its connection, and can safely be shut down.
final class ConnectionTable: Sendable {
    private struct State {
        var connections: [Int32: Connection] = [:]
        var counts: [HTTPPeer: Int] = [:]

        mutating func add(_ connection: Connection) {
            connections[connection.descriptor] = connection
            counts[connection.client, default: 0] += 1
        }

        /// Removes any stale entry that has the descriptor of a new connection.
        ///
        /// If libmicrohttpd runs out of memory for a connection, it closes the connection without a callback.
        mutating func removeStale(_ descriptor: Int32) {
            if let stale = connections[descriptor] { remove(stale) }
        }

        /// Removes the entry of this connection, if it is still present, and decrements the count of its client.
        mutating func remove(_ connection: Connection) {
            guard connections[connection.descriptor] === connection else { return }
            connections[connection.descriptor] = nil
            let left = counts[connection.client, default: 1] - 1
            counts[connection.client] = left > 0 ? left : nil
        }
    }

    /// The number of connections beyond the limits that are kept for root, who must always be able to reload.
    private static let keptForRoot = 16

    private let maximum: Int
    private let maximumPerClient: Int
    private let state = Locked(State())

    /// Creates an empty table; a maximum per client of 0 means no limit.
    init(maximum: Int, maximumPerClient: Int) {
        self.maximum = maximum
        self.maximumPerClient = maximumPerClient
    }

    var count: Int { state.withLock { $0.connections.count } }

    /// Adds a connection; returns a failure if a limit is reached.
    func admit(_ connection: Connection, retryAfterSeconds: Int) -> HTTPFailure? {
        let kept = connection.client == .unix(uid: 0) ? Self.keptForRoot : 0
        return state.withLock { state in
            state.removeStale(connection.descriptor)
            if state.connections.count >= maximum + kept {
                return .tooManyConnections(retryAfterSeconds: retryAfterSeconds)
            }
            if maximumPerClient > 0, state.counts[connection.client, default: 0] >= maximumPerClient + kept {
                return .tooManyConnectionsFromAddress(retryAfterSeconds: retryAfterSeconds)
            }
            state.add(connection)
            return nil
        }
    }

    /// Adds a connection without regard to the limits.
    func add(_ connection: Connection) {
        state.withLock { state in
            state.removeStale(connection.descriptor)
            state.add(connection)
        }
    }

    func connection(descriptor: Int32) -> Connection? {
        state.withLock { $0.connections[descriptor] }
    }

    func remove(_ connection: Connection) {
        state.withLock { $0.remove(connection) }
    }

    func connections(where condition: (Connection) -> Bool) -> [Connection] {
        state.withLock { $0.connections.values.filter(condition) }
    }

    /// Returns the connections that meet the condition, have no unread bytes, and whose client has finished sending.
    func finished(where condition: (Connection) -> Bool) -> [Connection] {
        state.withLock { state in
            let candidates = state.connections.values.filter(condition)
            var polled = candidates.map { pollfd(fd: $0.descriptor, events: Descriptor.inputEnded, revents: 0) }
            guard unsafe poll(&polled, nfds_t(polled.count), 0) > 0 else { return [] }
            return zip(candidates, polled).filter { $0.1.revents != 0 && !Descriptor.hasUnreadBytes($0.1.fd) }.map(\.0)
        }
    }

    /// Sends bytes and shuts the connection down if it is still open; libmicrohttpd then closes it.
    func end(_ connection: Connection, sending bytes: [UInt8]) {
        shutDown(connection, Int32(SHUT_RDWR), sending: bytes)
    }

    /// Shuts down reading if the connection is still open.
    func endReading(_ connection: Connection) {
        shutDown(connection, Int32(SHUT_RD))
    }

    private func shutDown(_ connection: Connection, _ how: Int32, sending bytes: [UInt8] = []) {
        state.withLock { state in
            guard state.connections[connection.descriptor] === connection else { return }
            if !bytes.isEmpty { Descriptor.send(bytes, to: connection.descriptor) }
            shutdown(connection.descriptor, how)
        }
    }
}
