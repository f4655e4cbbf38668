import CMicrohttpdShims
import Glibc
import SystemThreads

/// The open event streams, and the epoll instance that reports their sockets.
///
/// The acceptor's poll(2) would take time for each stream at each event.
final class EventTable: Sendable {
    private struct State {
        var streams: [UInt64: HTTPEventStream] = [:]
        /// The streams in the order of their next pings; ended ones remain until then.
        var pings = FIFOQueue<(stream: HTTPEventStream, time: UInt64)>()
        /// The first of ``pings``, which was removed before its time.
        var nextPing: (stream: HTTPEventStream, time: UInt64)?
        var isClosed = false
    }

    /// The maximum number of events that are taken at once.
    private static let batch = 64

    /// The descriptor of the epoll instance, which is readable if a stream has an event.
    let descriptor: Int32
    /// Wakes the thread of the streams.
    let wake: WakeEvent
    private let state = Locked(State())

    init() throws(ServerError) {
        wake = try WakeEvent.ofServer()
        descriptor = cmicrohttpdshims_epoll_create()
        guard descriptor >= 0 else { throw ServerError("epoll_create1", errno: errno, address: nil) }
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    var count: Int { state.withLock { $0.streams.count } }

    var all: [HTTPEventStream] { state.withLock { Array($0.streams.values) } }

    /// Whether the server stops.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Adds a stream; returns false if the server stops, or if the system is out of memory.
    ///
    /// The table reports when the socket is writable if it `isBlocked`.
    func add(_ stream: HTTPEventStream, isBlocked: Bool, pingAt time: UInt64) -> Bool {
        let isAdded = state.withLock { state in
            guard !state.isClosed,
                stream.setInterest(in: descriptor, isBlocked: isBlocked, isNew: true)
            else { return false }
            state.streams[stream.number] = stream
            state.pings.append((stream, time))
            return true
        }
        // The thread waits without a time limit while there is no stream.
        if isAdded { wake.signal() }
        return isAdded
    }

    /// Removes a stream, whose socket must still be open.
    func remove(_ stream: HTTPEventStream) {
        state.withLock { state in
            guard state.streams.removeValue(forKey: stream.number) != nil else { return }
            _ = cmicrohttpdshims_epoll_remove(descriptor, stream.descriptor)
        }
    }

    /// Reports whether the socket of a stream becomes writable, or no longer.
    func setBlocked(_ isBlocked: Bool, _ stream: HTTPEventStream) {
        _ = stream.setInterest(in: descriptor, isBlocked: isBlocked, isNew: false)
    }

    /// Returns streams with events, and whether the client of each has disconnected; at most ``batch``.
    func takeReady() -> [(stream: HTTPEventStream, hasEnded: Bool)] {
        var numbers = [UInt64](repeating: 0, count: Self.batch)
        var ends = [Int32](repeating: 0, count: Self.batch)
        let count = unsafe cmicrohttpdshims_epoll_take(descriptor, &numbers, &ends, Int32(Self.batch))
        guard count > 0 else { return [] }
        return state.withLock { state in
            (0..<Int(count)).compactMap { position in
                state.streams[numbers[position]].map { ($0, ends[position] != 0) }
            }
        }
    }

    /// Returns the streams whose pings are due, with their next ones in an interval.
    func takePings(now: UInt64, interval: UInt64) -> [HTTPEventStream] {
        state.withLock { state in
            var due: [HTTPEventStream] = []
            while let next = state.nextPing ?? state.pings.popFirst() {
                state.nextPing = next
                guard next.time <= now else { break }
                state.nextPing = nil
                guard state.streams[next.stream.number] != nil else { continue }
                due.append(next.stream)
                state.pings.append((next.stream, now + interval))
            }
            return due
        }
    }

    /// Admits no more streams, lets their thread end, and returns the open ones.
    func close() -> [HTTPEventStream] {
        let streams = state.withLock { state in
            state.isClosed = true
            // Streams refer to this table, so that ended ones would keep it.
            (state.pings, state.nextPing) = (FIFOQueue(), nil)
            return Array(state.streams.values)
        }
        wake.signal()
        return streams
    }
}
