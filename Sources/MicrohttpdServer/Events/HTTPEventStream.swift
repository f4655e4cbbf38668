import CMicrohttpdShims
import Glibc
import Synchronization
import SystemThreads

/// One response with events, which writes to a socket of its own.
///
/// Any thread may send events. Bytes that the socket does not accept wait in a buffer for a few events; the thread of the
/// streams sends them when the client reads. A client that remains behind is disconnected, so that it costs neither memory nor time.
package final class HTTPEventStream: Sendable {
    /// The interval of pings, in milliseconds.
    package static let pingInterval: UInt64 = 15_000
    /// The maximum number of events that wait for a client.
    package static let maximumUnsent = 4

    private struct State {
        /// The socket and the events; nil after the end.
        var open: (socket: OwnedDescriptor, events: HTTPEvents)?
        var output = StreamOutput()
        /// The number of events since the client had read everything.
        var unsent = 0
        /// Whether the socket has accepted bytes since the last ping.
        var hasProgress = false
        /// The task of ``run(_:)``, while it runs, and the number of tasks so far.
        var task: Task<Void, Never>?
        var tasks = 0
        /// The time after which the task may not wait longer; nil while it does not wait.
        var waitEnd: UInt64?
        /// The place among all requests that wait, from the first wait of a task until its end.
        ///
        /// A task that begins before that keeps it.
        var place: WaitingPlace?
        /// The memory that the task keeps while it waits.
        let placeLease: BufferLease
        let lease: BufferLease

        /// Forgets a task that has ended, unless the next one has begun.
        mutating func end(task number: Int) {
            guard tasks == number else { return }
            (task, place) = (nil, nil)
            placeLease.release()
        }
    }

    private static let count = Atomic<UInt64>(0)

    /// A number that no other stream has, unlike a descriptor.
    let number = HTTPEventStream.count.add(1, ordering: .relaxed).newValue
    /// The number of the socket's descriptor.
    let descriptor: Int32
    /// 1 if the end of the client's input means that the client has disconnected (``PendingRequest/endsWithInput``), or 0.
    private let endsWithInput: Int32
    private let isChunked: Bool
    private let context: ServerContext
    private let pool: ItemPool
    private let state: Locked<State>

    init(
        _ events: HTTPEvents,
        on socket: OwnedDescriptor,
        of connection: Connection,
        _ context: ServerContext,
        pool: ItemPool
    ) {
        descriptor = socket.descriptor
        endsWithInput = if case .ip = connection.peer { 1 } else { 0 }
        isChunked = connection.isChunked
        self.context = context
        self.pool = pool
        let (placeLease, lease) = (BufferLease(context.buffers), BufferLease(context.buffers))
        state = Locked(State(open: (socket, events), placeLease: placeLease, lease: lease))
    }

    /// Whether the response has not ended.
    package var isOpen: Bool { state.withLock { $0.open != nil } }

    /// Whether the client has not yet accepted all that was sent.
    package var isBehind: Bool { state.withLock { $0.output.unsent > 0 } }

    /// Sends an event unless the stream has ended.
    ///
    /// - Parameters:
    ///   - event: The bytes of the event.
    ///   - isCurrent: Checks whether the event may still be sent; called with the lock of the stream, which
    ///     ``HTTPServer/settle(_:within:)`` takes.
    /// - Returns: Whether the event may be sent.
    package func send(_ event: [UInt8], if isCurrent: () -> Bool = { true }) -> Bool {
        var mayBeSent = true
        withOpenState { state in
            mayBeSent = isCurrent()
            guard mayBeSent else { return nil }
            guard state.unsent < Self.maximumUnsent else { return .behind }
            state.unsent += 1
            state.output.append(event, isChunked: isChunked)
            return flush(&state)
        }
        return mayBeSent
    }

    /// Sends a last event, and ends the response.
    package func end(with event: [UInt8]) {
        withOpenState { state in
            close(with: event, &state)
            return .answered
        }
    }

    /// Runs a task on the threads of batches, unless the stream has ended; returns whether it runs.
    ///
    /// The task can wait as that of a request. It is canceled when the stream ends or the next task begins, and cannot wait
    /// afterwards.
    package func run(_ work: @escaping @Sendable (any HTTPWaiting) async -> Void) -> Bool {
        let (isOpen, former) = state.withLock { state in
            guard state.open != nil else { return (false, Task<Void, Never>?.none) }
            let former = state.task
            (state.tasks, state.waitEnd) = (state.tasks + 1, nil)
            state.task = Task(executorPreference: pool) { [self, number = state.tasks] in
                await work(EventWait(of: self, task: number))
                self.state.withLock { $0.end(task: number) }
            }
            return (true, former)
        }
        former?.cancel()
        return isOpen
    }

    /// Runs the closure unless the stream has ended, and ends it if the closure returns a reason.
    private func withOpenState(_ body: (inout State) -> HTTPEventEnd?) {
        let ended = state.withLock { state -> (HTTPEventEnd, HTTPEvents, OwnedDescriptor, Task<Void, Never>?)? in
            guard let (socket, events) = state.open, let end = body(&state) else { return nil }
            let task = state.task
            (state.open, state.task) = (nil, nil)
            state.output.drop()
            state.lease.release()
            return (end, events, socket, task)
        }
        guard let (end, events, socket, task) = ended else { return }
        // The number of the descriptor belongs to the stream until the socket is closed.
        withExtendedLifetime(socket) { context.events.remove(self) }
        task?.cancel()
        events.ended(end)
    }
}

// MARK: With the lock held

extension HTTPEventStream {
    /// Sends what the socket accepts; returns a reason to end the stream.
    private func flush(_ state: inout State) -> HTTPEventEnd? {
        guard let socket = state.open?.socket else { return nil }
        switch state.output.flush(to: socket.descriptor) {
        case .failed: return .disconnect
        case .blocked(let isNew):
            state.hasProgress = state.hasProgress || isNew
            if isNew { context.events.setBlocked(true, self) }
        case .whole:
            // An idle stream keeps no buffer.
            state.output.drop()
            (state.unsent, state.hasProgress) = (0, true)
        }
        return state.lease.resize(to: state.output.heldBytes) ? nil : .memory
    }

    /// Sends the end of the response, as far as the socket accepts it.
    private func close(with words: [UInt8], _ state: inout State) {
        guard let socket = state.open?.socket else { return }
        state.output.append(words, isChunked: isChunked)
        state.output.end(isChunked: isChunked)
        _ = state.output.flush(to: socket.descriptor)
        // Unread bytes must not reset the connection before the client reads the end.
        if Descriptor.hasUnreadBytes(socket.descriptor) {
            context.lingering.add(duplicateOf: socket.descriptor)
            context.wake.signal()
        }
        shutdown(socket.descriptor, Int32(SHUT_WR))
    }
}

// MARK: On the threads of the server

extension HTTPEventStream {
    /// Writes the head and the first event; called once, on the worker's thread.
    func begin(_ response: HTTPResponse) {
        var events: HTTPEvents?
        var isBlocked = false
        withOpenState { state in
            events = state.open?.events
            state.output.begin(response.streamHead(isChunked: isChunked))
            state.output.append(events?.first ?? [], isChunked: isChunked)
            let end = flush(&state)
            isBlocked = state.output.unsent > 0
            return end
        }
        // Until it is in the table, no other thread knows the stream.
        guard let events, isOpen else { return }
        let ping = context.clock.milliseconds + Self.pingInterval
        if !context.events.add(self, isBlocked: isBlocked, pingAt: ping) { end(as: .shutdown) }
        events.began(self)
    }

    /// Lets an epoll instance report when the client disconnects, and if it `isBlocked` when the socket is writable.
    func setInterest(in epoll: Int32, isBlocked: Bool, isNew: Bool) -> Bool {
        let flags = endsWithInput | (isBlocked ? 2 : 0)
        return
            (isNew
            ? cmicrohttpdshims_epoll_add(epoll, descriptor, number, flags)
            : cmicrohttpdshims_epoll_change(epoll, descriptor, number, flags)) == 0
    }

    /// Sends the buffered bytes, or ends the stream if the client has disconnected.
    func socketIsReady(hasEnded: Bool) {
        withOpenState { state in
            if hasEnded { return .disconnect }
            let end = flush(&state)
            if state.output.unsent == 0 { context.events.setBlocked(false, self) }
            return end
        }
    }

    /// Sends a ping, or ends the stream if the client has not read since the last one.
    func ping(now: UInt64) {
        withOpenState { state in
            if let end = state.waitEnd, end <= now { state.task?.cancel() }
            defer { state.hasProgress = false }
            guard state.output.unsent == 0 else { return state.hasProgress ? nil : .behind }
            state.output.append(state.open?.events.ping ?? [], isChunked: isChunked)
            return flush(&state)
        }
    }

    /// Ends the stream with the words of its responder.
    func end(as end: HTTPEventEnd) {
        withOpenState { state in
            if let events = state.open?.events { close(with: events.lastWords(.stoppedSuspension), &state) }
            return end
        }
    }

    /// Waits until the event that a thread is writing has been written.
    func settle() { state.withLock { _ in } }
}

// MARK: Waiting

extension HTTPEventStream {
    /// Notes that a task waits; throws a failure if it may not, if the stream has ended, or if another task has begun.
    func beginWait(_ wait: HTTPWait, of task: Int) throws(HTTPFailure) {
        let end = context.clock.milliseconds + context.waitMilliseconds
        let failure = state.withLock { state -> HTTPFailure? in
            guard state.open != nil, task == state.tasks else { return .stoppedSuspension }
            do throws(HTTPFailure) {
                state.place = try context.places.take(wait, keeping: state.place)
            } catch {
                return error
            }
            guard state.placeLease.resize(to: wait.heldBytes) else { return .outOfBuffers }
            state.waitEnd = end
            return nil
        }
        if let failure { throw failure }
        guard !Task.isCancelled else { throw .stoppedSuspension }
    }

    /// Notes that a task does not wait any longer; throws a failure if the stream has ended, or if another task has begun.
    func endWait(of task: Int) throws(HTTPFailure) {
        let mayContinue = state.withLock { state in
            guard task == state.tasks else { return false }
            state.waitEnd = nil
            return state.open != nil
        }
        guard mayContinue, !Task.isCancelled else { throw .stoppedSuspension }
    }
}
