import CMicrohttpdShims
import Glibc

/// Every open connection by its descriptor, with the limits on their number.
///
/// An entry is removed in libmicrohttpd's closed callback, which comes before it closes the descriptor. So a descriptor
/// found here under the lock is still that connection's, and may be shut down.
final class ConnectionTable: Sendable {
    private struct State {
        var connections: [Int32: Connection] = [:]
        var counts: [HTTPPeer: Int] = [:]

        /// Removes the entry if it is this very connection's, and counts it off its client.
        mutating func forget(_ connection: Connection) {
            guard connections[connection.descriptor] === connection else { return }
            connections[connection.descriptor] = nil
            let left = counts[connection.client, default: 1] - 1
            counts[connection.client] = left > 0 ? left : nil
        }
    }

    private let maximum: Int
    private let maximumPerClient: Int
    private let state = Locked(State())

    /// An empty table; 0 for a client's maximum means no limit.
    init(maximum: Int, maximumPerClient: Int) {
        self.maximum = maximum
        self.maximumPerClient = maximumPerClient
    }

    /// How many connections are open.
    var count: Int { state.withLock { $0.connections.count } }

    /// Takes a connection in, or says why not.
    func admit(_ connection: Connection, retryAfterSeconds: Int) -> HTTPFailure? {
        state.withLock { state in
            // An entry for a descriptor that the kernel just gave out anew is of a connection libmicrohttpd closed
            // without a callback, as it does when it runs out of memory for one.
            if let stale = state.connections[connection.descriptor] { state.forget(stale) }
            if state.connections.count >= maximum { return .tooManyConnections(retryAfterSeconds: retryAfterSeconds) }
            if maximumPerClient > 0, state.counts[connection.client, default: 0] >= maximumPerClient {
                return .tooManyConnectionsFromAddress(retryAfterSeconds: retryAfterSeconds)
            }
            state.connections[connection.descriptor] = connection
            state.counts[connection.client, default: 0] += 1
            return nil
        }
    }

    /// The connection with this descriptor.
    func connection(descriptor: Int32) -> Connection? {
        state.withLock { $0.connections[descriptor] }
    }

    /// Lets go of a connection; nothing happens when it is gone already.
    func remove(_ connection: Connection) {
        state.withLock { $0.forget(connection) }
    }

    /// The connections that satisfy the condition, as of now.
    func connections(where condition: (Connection) -> Bool) -> [Connection] {
        state.withLock { $0.connections.values.filter(condition) }
    }

    /// The connections among those of the condition whose peer has finished sending and left nothing unread.
    func finished(where condition: (Connection) -> Bool) -> [Connection] {
        state.withLock { state in
            let candidates = state.connections.values.filter(condition)
            // POLLRDHUP, which the Glibc module does not show: the peer has shut down its side.
            let events: Int16 = 0x2000
            var polled = candidates.map { pollfd(fd: $0.descriptor, events: events, revents: 0) }
            guard unsafe poll(&polled, nfds_t(polled.count), 0) > 0 else { return [] }
            return zip(candidates, polled).filter { $0.1.revents != 0 && !Descriptor.hasUnreadBytes($0.1.fd) }.map(\.0)
        }
    }

    /// Ends a connection that is still open, after sending it the bytes given; libmicrohttpd then finds it ended.
    func end(_ connection: Connection, sending bytes: [UInt8]) {
        shutDown(connection, Int32(SHUT_RDWR), sending: bytes)
    }

    /// Ends reading on a connection that is still open.
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
