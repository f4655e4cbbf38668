import CMicrohttpdShims
import Glibc
import SystemThreads

/// Processes one batch: splits the body, lets the pool answer the items, and writes the answers in order.
///
/// libmicrohttpd accepts a response only after it has read the whole body. Therefore, the stream writes the response
/// itself, to a duplicate descriptor of the connection, and the connection is closed afterwards. Meanwhile,
/// libmicrohttpd decodes the body. The connection is suspended while the window is full, and after the end of the body.
final class ItemStream: Sendable {
    /// The next action on the connection.
    enum Step {
        /// Continue; if the window is full, reading is suspended until the window is half empty.
        case proceed
        /// All items were received and reading is suspended; keep a byte, so that resumption causes a callback.
        case keepByte
        /// Reading is already suspended; keep the piece, otherwise libmicrohttpd continues with the next chunk.
        case keepPiece
        /// The response was written by the stream, or cannot be sent; close the connection.
        case end
        /// Nothing was written; let libmicrohttpd send this response.
        case answer(HTTPResponse)
    }

    /// The maximum size of a response that is buffered, so that libmicrohttpd can send it and keep the connection open.
    private static let maximumHeldBytes = 1 << 20

    /// The identity to which the limits per client apply.
    let client: HTTPPeer
    private let batch: HTTPBatch
    private let pool: ItemPool
    private let context: ServerContext
    private let socket: OwnedDescriptor
    private let isChunked: Bool
    /// Whether the end of the client's input means that the client has disconnected; see ``PendingRequest``.
    private let endsWithInput: Bool
    /// The values of the request's Accept fields, for error responses.
    private let accept: [String]
    /// The trace of the request.
    private let trace: TraceContext?
    private let state: Locked<State>

    /// Creates a stream for a batch whose head was received; nil if the process has too many descriptors.
    init?(_ batch: HTTPBatch, on connection: Connection, isChunked: Bool, context: ServerContext, pool: ItemPool) {
        guard let socket = OwnedDescriptor(duplicateOf: connection.descriptor) else { return nil }
        self.batch = batch
        self.pool = pool
        client = connection.client
        self.context = context
        self.socket = socket
        self.isChunked = isChunked
        endsWithInput = if case .ip = connection.peer { true } else { false }
        accept = connection.accept
        trace = connection.trace
        let lease = BufferLease(context.buffers)
        state = Locked(
            State(
                splitter: batch.splitter,
                window: ItemWindow(width: pool.width),
                clock: StreamClock(now: context.clock.milliseconds),
                lease: lease
            )
        )
    }

    /// Whether the stream has begun to write the response itself.
    var hasBegun: Bool { state.withLock { $0.output.hasBegun } }

    /// The way in which the batch ended; nil while it is in progress.
    var outcome: HTTPBatchEnd? { state.withLock { $0.end } }

    var refusal: HTTPResponse? { state.withLock { $0.refusal } }
}

// MARK: On the worker's thread

extension ItemStream {
    /// Writes the response head, since some clients send no items before they receive the head.
    func begin() {
        state.withLock { state in
            guard batch.answersEarly, state.end == nil else { return }
            writeHead(&state)
            flush(&state)
        }
    }

    func take(_ piece: [UInt8], handle: OpaquePointer) -> Step {
        state.withLock { state in
            guard state.end == nil else { return .end }
            guard state.suspension == nil else { return .keepPiece }
            let items = state.splitter.take(piece)
            state.clock.received(
                now: context.clock.milliseconds,
                isWithinItem: state.splitter.isWithinItem,
                endedItem: items.hasAny
            )
            add(items, &state)
            if batch.answersEarly { advance(&state) }
            guard account(&state), state.end == nil else { return .end }
            let isFull = batch.answersEarly && state.window.isFull
            if isFull || state.hasAllItems { state.suspension = unsafe SuspendedConnection(suspending: handle) }
            return state.hasAllItems ? .keepByte : .proceed
        }
    }

    /// Processes the end of the body; called again when the connection is resumed.
    func finish(handle: OpaquePointer) -> Step {
        state.withLock { state in
            if state.end == nil, !state.hasAllItems {
                add(state.splitter.end(), &state)
                state.hasAllItems = true
                advance(&state)
                _ = account(&state)
            }
            if let refusal = state.refusal { return .answer(refusal) }
            switch state.end {
            case nil:
                state.suspension = unsafe SuspendedConnection(suspending: handle)
                return .proceed
            case .complete where !state.output.hasBegun:
                // This thread sends the response before a probe passes it (``HTTPServer/settle(_:within:)``).
                if isOutdated(state) {
                    return .answer(context.responder.response(to: .outdatedAnswers, accept: accept))
                }
                return .answer(HTTPResponse(status: 200, headers: batch.headers, body: state.held))
            default: return .end
            }
        }
    }

    /// Waits until the answers that a thread is writing have been written.
    func settle() { state.withLock { _ in } }

    func refuse() {
        state.withLock { end(.refused, &$0) }
    }

    /// Ends the batch because the connection is closed.
    func detach() {
        state.withLock { end(.abandoned, &$0) }
    }
}

// MARK: On the acceptor's thread

extension ItemStream {
    /// The stream and its socket, if bytes wait for the socket to become writable.
    var whenBlocked: (stream: ItemStream, descriptor: Int32)? {
        state.withLock { $0.end == nil && $0.output.unsent > 0 ? (self, socket.descriptor) : nil }
    }

    func socketIsReady() {
        state.withLock { state in
            guard state.end == nil else { return }
            flush(&state)
            advance(&state)
            if !account(&state) { endReading() }
        }
    }

    func endIfOverdue(now: UInt64) {
        state.withLock { state in
            guard state.end == nil else { return }
            if state.output.unsent > 0, state.clock.isStuck(now: now, idle: context.idleMilliseconds) {
                end(.cut, &state)
                shutdown(socket.descriptor, Int32(SHUT_RDWR))
            } else if isWaitingForPeer(state),
                state.clock.isLate(
                    now: now,
                    isByItem: batch.answersEarly,
                    idle: context.idleMilliseconds,
                    request: context.requestMilliseconds
                )
            {
                context.counters.count(.requestTimeout)
                cut(.requestTimeout, &state)
                endReading()
            }
        }
    }

    /// Answers the items that waited too long, and ends the batch if the client has disconnected while items wait.
    ///
    /// libmicrohttpd notices that the client has disconnected only if the connection is not suspended.
    func endWaits(now: UInt64) {
        state.withLock { state in
            guard state.end == nil, !state.waits.isEmpty else { return }
            if state.suspension != nil, Descriptor.hasHungUp(socket.descriptor, endsWithInput: endsWithInput) {
                return end(.abandoned, &state)
            }
            let overdue = state.waits.filter { $0.value.deadline <= now }
            guard !overdue.isEmpty else { return }
            for position in overdue.keys {
                _ = state.endWait(at: position)
                state.tasks[position]?.cancel()
                finish(position, batch.failure(.lateAnswer, position), under: nil, in: &state)
            }
            advance(&state)
            if !account(&state) { endReading() }
        }
    }

    /// Aborts the batch with an error in place of the remaining answers; returns false if the batch had already ended.
    func cut(_ failure: HTTPFailure) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            cut(failure, &state)
            return true
        }
    }

    private func isWaitingForPeer(_ state: State) -> Bool {
        !state.hasAllItems && state.window.isEmpty && state.suspension == nil && state.output.unsent == 0
    }

    private func cut(_ failure: HTTPFailure, _ state: inout State) {
        if batch.answersEarly || state.output.hasBegun {
            if !state.output.hasBegun { writeHead(&state) }
            let words = batch.lastWords(failure, state.window.position)
            state.output.append(words, isChunked: isChunked)
            // If there is no error text, omit the last chunk, so that the client notices the error.
            if !words.isEmpty { state.output.end(isChunked: isChunked) }
            _ = state.output.flush(to: socket.descriptor)
        } else {
            let answer = context.responder.response(to: failure, accept: accept)
            Descriptor.send(answer.with(trace).wireBytes(), to: socket.descriptor)
        }
        // Bytes that the client still sends must not reset the connection before the client reads the error.
        context.lingering.add(duplicateOf: socket.descriptor)
        end(.cut, &state)
        shutdown(socket.descriptor, Int32(SHUT_WR))
        context.wake.signal()
    }
}

// MARK: With the lock held

extension ItemStream {
    private func add(_ items: HTTPItems, _ state: inout State) {
        switch items {
        case .more(let items): state.window.add(items)
        case .last(let items):
            state.window.add(items)
            state.hasAllItems = true
            // Replace the splitter, which may hold a copy of the items.
            state.splitter = batch.splitter
        case .refused(let response):
            state.refusal = response
            end(.refused, &state)
        }
    }

    /// Starts items, writes answers, and resumes reading if the window is half empty.
    private func advance(_ state: inout State) {
        while state.end == nil, begin(&state) || writeAnswers(&state) {}
        guard state.end == nil else { return }
        if state.hasAllItems, state.window.isEmpty {
            writeEnd(&state)
        } else if !state.hasAllItems, state.window.isHalfEmpty {
            resume(&state)
        }
    }

    /// Starts items; returns whether any was started.
    private func begin(_ state: inout State) -> Bool {
        var hasBegun = false
        while let (item, position) = state.window.begin(unsent: state.output.unsent) {
            hasBegun = true
            switch item {
            case .answer(let answer): state.window.finish(position, answer, under: nil)
            // The closure captures only the position: the window owns the item, and frees it when the batch ends.
            case .question:
                state.active += 1
                pool.add { [self] in answer(at: position) }
            }
        }
        return hasBegun
    }

    /// Answers an item; runs on a thread of the pool, without the lock.
    private func answer(at position: Int) {
        guard let question = state.withLock({ $0.window.question(at: position) }) else { return }
        let revision = batch.revision()
        switch batch.answer(question, position) {
        case .now(let answer): finish(position, answer, under: revision)
        case .task(let compute): start(compute, at: position, under: revision)
        }
    }

    /// Starts the task that answers an item on the threads of the pool.
    private func start(
        _ compute: @escaping HTTPAnswer<[UInt8]>.Computation,
        at position: Int,
        under revision: UInt64
    ) {
        state.withLock { state in
            guard state.end == nil else { return }
            state.tasks[position] = Task(executorPreference: pool) { [self] in
                do throws(HTTPFailure) {
                    finish(position, try await compute(PendingItem(position, of: self)), under: revision)
                } catch {
                    refuse(position, error)
                }
            }
        }
    }

    /// Takes a place for an item that waits, or keeps that of an earlier wait.
    func beginWait(_ wait: HTTPWait, of item: PendingItem) throws(HTTPFailure) {
        item.place = try context.places.take(wait, keeping: item.place)
        // An earlier wait of the same item keeps its deadline.
        let deadline = item.deadline ?? context.clock.milliseconds + context.waitMilliseconds
        item.deadline = deadline
        let failure = state.withLock { state -> HTTPFailure? in
            guard state.end == nil, state.tasks[item.position] != nil else { return .stoppedSuspension }
            guard state.lease.resize(to: state.heldBytes + wait.heldBytes) else { return .outOfBuffers }
            state.waits[item.position] = ItemWait(deadline: deadline, heldBytes: wait.heldBytes)
            state.waitingBytes += wait.heldBytes
            return nil
        }
        if let failure { throw failure }
    }

    func endWait(of item: PendingItem) throws(HTTPFailure) {
        guard state.withLock({ $0.endWait(at: item.position) }) else { throw .stoppedSuspension }
    }

    /// Evaluates an item again after another one of the batch, or answers it with a failure if there is no other one.
    ///
    /// Until then, only the bytes of the item are kept.
    private func refuse(_ position: Int, _ failure: HTTPFailure) {
        let isSettled = state.withLock { state in
            // The item was answered with an error because its wait was too long, or the batch has ended.
            guard state.tasks.removeValue(forKey: position) != nil else { return true }
            guard state.active > 1 else { return false }
            state.active -= 1
            state.deferred.append(position)
            return true
        }
        if isSettled { return }
        context.counters.count(failure)
        finish(position, batch.failure(failure, position), under: nil)
    }

    private func finish(_ position: Int, _ answer: [UInt8], under revision: UInt64?) {
        state.withLock { state in
            guard state.end == nil else { return }
            finish(position, answer, under: revision, in: &state)
            advance(&state)
            if !account(&state) { endReading() }
        }
    }

    /// Stores the answer of an item, and evaluates an item again that found no place to wait.
    private func finish(_ position: Int, _ answer: [UInt8], under revision: UInt64?, in state: inout State) {
        state.window.finish(position, answer, under: revision)
        state.tasks[position] = nil
        state.active -= 1
        guard let next = state.deferred.popFirst() else { return }
        state.active += 1
        pool.add { [self] in self.answer(at: next) }
    }

    /// Writes the answers that are next in order; returns whether any was written.
    ///
    /// The lock is held from the reading of the revision until the answers have been sent (``settle()``).
    private func writeAnswers(_ state: inout State) -> Bool {
        let revision = batch.revision()
        var piece: [UInt8] = []
        var isByRules = false
        while let answer = state.window.takeAnswer(under: revision) {
            piece += state.hasFirstAnswer ? batch.brackets.separator : batch.brackets.opening
            piece += answer.bytes
            isByRules = isByRules || answer.isByRules
            state.hasFirstAnswer = true
        }
        for position in state.window.reopen(answersExceptUnder: revision) {
            state.active += 1
            pool.add { [self] in answer(at: position) }
        }
        guard !piece.isEmpty else { return false }
        write(piece, under: isByRules ? revision : nil, &state)
        return true
    }

    /// Whether the buffered answers are those under an earlier revision, so that they are not sent.
    private func isOutdated(_ state: State) -> Bool { state.heldRevision.map { $0 != batch.revision() } ?? false }

    private func writeEnd(_ state: inout State) {
        if !state.hasLastAnswer {
            state.hasLastAnswer = true
            write((state.hasFirstAnswer ? [] : batch.brackets.opening) + batch.brackets.closing, under: nil, &state)
            guard state.end == nil else { return }
            if batch.answersEarly, !state.output.hasBegun { writeHead(&state) }
            if state.output.hasBegun {
                state.output.end(isChunked: isChunked)
                flush(&state)
            }
        }
        if state.output.unsent == 0 { end(.complete, &state) }
    }

    private func write(_ piece: [UInt8], under revision: UInt64?, _ state: inout State) {
        guard batch.answersEarly || state.output.hasBegun || state.held.count + piece.count > Self.maximumHeldBytes
        else {
            state.held += piece
            // The earliest revision, since no answer is sent if it has changed.
            state.heldRevision = state.heldRevision ?? revision
            return
        }
        if isOutdated(state) { return cut(.outdatedAnswers, &state) }
        state.heldRevision = nil
        if !state.output.hasBegun { writeHead(&state) }
        state.output.append(state.held + piece, isChunked: isChunked)
        state.held = []
        flush(&state)
    }

    private func writeHead(_ state: inout State) {
        let response = HTTPResponse(status: 200, headers: batch.headers).with(trace)
        state.output.begin(response.streamHead(isChunked: isChunked))
    }

    private func flush(_ state: inout State) {
        switch state.output.flush(to: socket.descriptor) {
        case .whole: state.clock.sent(now: context.clock.milliseconds)
        case .blocked(let isNew):
            if isNew { state.clock.sent(now: context.clock.milliseconds) }
            context.wake.signal()
        case .failed: end(.abandoned, &state)
        }
    }

    /// Adjusts the lease to the memory in use; ends the batch and returns false if the budget is exhausted.
    private func account(_ state: inout State) -> Bool {
        guard state.end == nil, !state.lease.resize(to: state.heldBytes) else { return true }
        context.counters.count(.outOfBuffers)
        if batch.answersEarly || state.hasAllItems {
            cut(.outOfBuffers, &state)
        } else {
            state.refusal = context.responder.response(to: .outOfBuffers, accept: accept)
            end(.refused, &state)
        }
        return false
    }

    /// Shuts down reading, so that libmicrohttpd closes a connection on which it waits for the rest of the body.
    private func endReading() {
        shutdown(socket.descriptor, Int32(SHUT_RD))
    }

    private func resume(_ state: inout State) {
        guard let suspension = state.suspension else { return }
        state.suspension = nil
        state.clock.resumed(now: context.clock.milliseconds)
        suspension.resume()
    }

    private func end(_ outcome: HTTPBatchEnd, _ state: inout State) {
        guard state.end == nil else { return }
        state.end = outcome
        state.window.abandon()
        for task in state.tasks.values { task.cancel() }
        state.tasks = [:]
        state.waits = [:]
        state.waitingBytes = 0
        state.deferred.removeAll()
        state.splitter = batch.splitter
        if outcome != .complete {
            state.held = []
            state.output.drop()
        }
        state.lease.release()
        batch.ended(outcome)
        resume(&state)
    }
}

extension HTTPItems {
    fileprivate var hasAny: Bool {
        switch self {
        case .more(let items), .last(let items): !items.isEmpty
        case .refused: false
        }
    }
}
