import CMicrohttpdShims
import Glibc
import SystemThreads

/// Accepts connections, distributes them to the workers, and closes those that exceed a timeout; runs on one thread.
struct Acceptor: ~Copyable {
    /// The interval of timeout checks in milliseconds; a connection is closed up to two intervals after its timeout.
    private static let reapInterval: Int32 = 250
    /// The polling interval while draining, in milliseconds.
    private static let drainInterval: Int32 = 10
    /// How long the client of an idle connection may still send a request after draining began, in milliseconds.
    private static let drainGrace: UInt64 = 250
    /// How long the server waits for the clients of aborted batches and waiting requests to read the error, in
    /// milliseconds.
    private static let lastWordsGrace: UInt64 = 500
    /// The pause in accepting connections when the process is out of descriptors, in milliseconds.
    private static let acceptPause: UInt64 = 100
    /// The maximum number of connections accepted from one listener before the next listener's turn.
    private static let acceptBatch = 64
    /// The value of Retry-After for rejected connections, in seconds; short, since connections end quickly.
    private static let retryAfterSeconds = 1

    private let context: ServerContext
    private let workers: WorkerSet
    private var listeners: [Listener]
    private var lingering = LingeringSockets()
    private var acceptsAgainAt: UInt64 = 0
    private var nextReap: UInt64 = 0
    private var drainBegan: UInt64?
    private var lastWordsEnd: UInt64 = 0
    /// The phases of the connections that were overdue at the last check, by descriptor.
    private var suspects: [Int32: ConnectionPhase] = [:]

    init(_ context: ServerContext, workers: WorkerSet, listeners: [Listener]) {
        self.context = context
        self.workers = workers
        self.listeners = listeners
    }

    /// Runs until draining is complete.
    mutating func run() {
        // End the queues: sockets queued later would stay open, and their clients would wait until the process exits.
        defer {
            context.lingering.end()
            context.probes.end()
        }
        while true {
            let ready = waitForEvents()
            let now = context.clock.milliseconds
            for listener in ready { acceptBatch(from: listener, now: now) }
            for probe in context.probes.take() { start(probe, now: now) }
            for descriptor in context.lingering.take() { lingering.add(descriptor, now: now) }
            lingering.service(now: now)
            reapIfDue(now: now)
            if let deadline = context.deadline, drain(until: deadline, now: now) { return }
        }
    }

    private func waitForEvents() -> [Listener] {
        let isPaused = acceptsAgainAt > context.clock.milliseconds
        let accepting = isPaused ? [] : listeners
        let watched = [context.wake.descriptor] + accepting.map(\.descriptor) + lingering.descriptors
        let blocked = context.streams.all.compactMap(\.whenBlocked)
        var polled = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        polled += blocked.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
        let timeout = isPaused ? Int32(Acceptor.acceptPause) : self.timeout
        guard context.clock.poll(&polled, timeout: timeout) > 0 else { return [] }
        if polled[0].revents != 0 { context.wake.clear() }
        for ((stream, _), event) in zip(blocked, polled[watched.count...]) where event.revents != 0 {
            stream.socketIsReady()
        }
        return zip(accepting, polled.dropFirst()).filter { $0.1.revents != 0 }.map(\.0)
    }

    private var timeout: Int32 {
        if drainBegan != nil { return Acceptor.drainInterval }
        return context.table.count == 0 && lingering.isEmpty ? -1 : Acceptor.reapInterval
    }
}

// MARK: Accepting

extension Acceptor {
    private mutating func acceptBatch(from listener: Listener, now: UInt64) {
        for _ in 0..<Acceptor.acceptBatch {
            guard acceptOne(from: listener, now: now) else { return }
        }
    }

    /// Accepts one connection; returns whether more may be waiting.
    private mutating func acceptOne(from listener: Listener, now: UInt64) -> Bool {
        let (descriptor, address) = listener.accept()
        guard descriptor >= 0 else { return mayAcceptMore(after: errno, now: now) }
        context.counters.acceptedConnections.increment()
        let peer = Acceptor.peer(descriptor, address)
        if case .ip = peer { Descriptor.set(TCP_NODELAY, level: Int32(IPPROTO_TCP), on: descriptor) }
        let connection = Connection(descriptor: descriptor, peer: peer, budget: context.buffers, now: now)
        if let failure = context.table.admit(connection, retryAfterSeconds: Acceptor.retryAfterSeconds) {
            refuse(descriptor, failure, now: now)
        } else if !workers.assign(connection, from: address) {
            context.counters.acceptFailures.increment()
            context.table.remove(connection)
        }
        return true
    }

    /// Passes a probe to its worker; no limit applies, so that a server with many clients still responds.
    private func start(_ probe: ProbeQueue.Entry, now: UInt64) {
        let peer = HTTPPeer.unix(uid: nil)
        let connection = Connection(descriptor: probe.descriptor, peer: peer, budget: context.buffers, now: now)
        context.table.add(connection)
        if !probe.worker.take(connection, from: SocketAddress(localAddressOf: probe.descriptor)) {
            context.table.remove(connection)
        }
    }

    private mutating func mayAcceptMore(after error: Int32, now: UInt64) -> Bool {
        switch error {
        case EAGAIN: return false
        // The client has already disconnected, or a signal arrived; another connection may be waiting (accept(2)).
        case EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, EOPNOTSUPP,
            ENETUNREACH:
            return true
        default:
            // After EMFILE and similar errors the listener stays readable, so polling it would be a busy loop.
            context.counters.acceptFailures.increment()
            acceptsAgainAt = now + Acceptor.acceptPause
            return false
        }
    }

    private mutating func refuse(_ descriptor: Int32, _ failure: HTTPFailure, now: UInt64) {
        context.counters.count(failure)
        let response = context.responder.response(to: failure)
        Descriptor.send(response.wireBytes(retryAfterSeconds: failure.retryAfterSeconds), to: descriptor)
        shutdown(descriptor, Int32(SHUT_WR))
        lingering.add(descriptor, now: now)
    }

    private static func peer(_ descriptor: Int32, _ address: SocketAddress) -> HTTPPeer {
        if let host = address.host { return .ip(host) }
        return HTTPPeer(connectedTo: descriptor)
    }
}

// MARK: Ending

extension Acceptor {
    private mutating func reapIfDue(now: UInt64) {
        guard now >= nextReap else { return }
        nextReap = now + UInt64(Acceptor.reapInterval)
        endOverdue(now: now)
        for stream in context.streams.all {
            stream.endIfOverdue(now: now)
            stream.endWaits(now: now)
        }
        context.suspensions.endWaits(now: now)
        if context.places.takeReleased() { ProcessLimits.returnFreeMemory() }
        endFinished()
    }

    /// Closes connections that are overdue in the same phase at two consecutive checks.
    ///
    /// At the first check, the worker may be processing bytes that it has just read.
    private mutating func endOverdue(now: UInt64) {
        let late = context.table.connections { isLate($0, at: now) }.map { (connection: $0, phase: $0.phase) }
        let overdue = late.filter { connection, phase in
            suspects[connection.descriptor] == phase && connection.advance(from: phase, to: .ended, now: now)
        }
        suspects = Dictionary(late.map { ($0.connection.descriptor, $0.phase) }) { $1 }
        guard !overdue.isEmpty else { return }
        let bytes = context.responder.response(to: .requestTimeout).wireBytes()
        for (connection, _) in overdue {
            context.counters.count(.requestTimeout)
            context.table.end(connection, sending: bytes)
        }
    }

    private func isLate(_ connection: Connection, at now: UInt64) -> Bool {
        let phase = connection.phase
        guard isOverdue(phase, at: now) else { return false }
        // Unread bytes mean that the worker is busy, not that the client is slow. They extend the timeout only once.
        return !Descriptor.hasUnreadBytes(connection.descriptor)
            || isOverdue(phase, at: now - min(now, context.requestMilliseconds))
    }

    private func isOverdue(_ phase: ConnectionPhase, at now: UInt64) -> Bool {
        phase.isOverdue(
            at: now,
            idleTimeout: context.idleMilliseconds,
            requestTimeout: context.requestMilliseconds
        )
    }

    /// Shuts down reading on connections whose client has finished sending.
    ///
    /// With edge-triggered epoll, libmicrohttpd misses an end of input that arrives together with the last bytes, and
    /// keeps the connection until the idle timeout.
    private func endFinished() {
        let finished = context.table.finished { [.idle, .receiving, .streaming].contains($0.phase.kind) }
        for connection in finished { context.table.endReading(connection) }
    }

    /// Continues draining; returns whether draining is complete.
    private mutating func drain(until deadline: UInt64, now: UInt64) -> Bool {
        let began = drainBegan ?? stopListening(now: now)
        let silent = context.table.connections { connection in
            let phase = connection.phase
            return phase.kind == .idle && now > max(phase.since, began) + Acceptor.drainGrace
                && !Descriptor.hasUnreadBytes(connection.descriptor)
        }
        // Shut down only reading: a request that has arrived in the meantime is still answered.
        for connection in silent { context.table.endReading(connection) }
        if now >= deadline { cutWaiting(now: now) }
        // A worker queues a socket before it removes the connection from the table, so the table is checked first.
        return now >= max(deadline, lastWordsEnd)
            || context.table.count == 0 && context.lingering.isEmpty && lingering.isEmpty
    }

    /// Aborts the remaining batches and waiting requests, and allows their clients some time to read the error.
    private mutating func cutWaiting(now: UInt64) {
        let cut = context.streams.close()
        for _ in 0..<cut { context.counters.count(.serverEnding) }
        guard cut + context.suspensions.close() > 0 else { return }
        lastWordsEnd = now + Acceptor.lastWordsGrace
    }

    /// Closes the listeners; returns the time at which draining began.
    ///
    /// First accepts the connections waiting in the kernel, since closing a listener resets waiting connections.
    private mutating func stopListening(now: UInt64) -> UInt64 {
        for listener in listeners {
            for _ in 0..<Listener.backlog {
                guard acceptOne(from: listener, now: now) else { break }
            }
            listener.stop()
        }
        listeners = []
        drainBegan = now
        return now
    }
}
