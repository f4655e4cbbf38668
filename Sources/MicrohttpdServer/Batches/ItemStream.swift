import CMicrohttpdShims
import Glibc

/// One batch on its way: takes the body, has its items answered by the pool, and writes the answers in order.
///
/// libmicrohttpd takes no answer before it has read the whole body, so the answer is written beside it, to a second
/// descriptor of the connection, which ends with it. libmicrohttpd reads on meanwhile and takes the body out of its
/// transfer coding; it is suspended while more items wait than the window holds, and after the body's end.
final class ItemStream: Sendable {
    /// What is to become of the connection.
    enum Step {
        /// Reading goes on, or is suspended until the window is half empty.
        case carryOn
        /// Reading is suspended for good: libmicrohttpd must keep a byte, or it would not call back when that ends.
        case keepByte
        /// Reading is suspended already: libmicrohttpd goes on through the chunks that it has read, unless it keeps one.
        case keepPiece
        /// The answer was written beside libmicrohttpd, or there is none to be had: the connection ends.
        case end
        /// Nothing is written yet: libmicrohttpd may send this answer.
        case answer(HTTPResponse)
    }

    /// How many bytes of an answer that is not begun early are kept, so that its connection can live on.
    private static let maximumHeldBytes = 1 << 20

    struct State {
        var splitter: any HTTPItemSplitter
        var window: ItemWindow
        var output = StreamOutput()
        /// Answers that are not written yet, since the connection may live on if these are all.
        var held: [UInt8] = []
        var hasFirstAnswer = false
        var hasLastAnswer = false
        /// Whether no more items come.
        var hasAllItems = false
        var pause: SuspendedConnection?
        var end: HTTPBatchEnd?
        var refusal: HTTPResponse?
        var clock = StreamClock(now: MonotonicClock.milliseconds)
        let lease: BufferLease

        /// How much memory the batch takes.
        var heldBytes: Int { splitter.heldBytes + window.heldBytes + held.capacity + output.heldBytes }
    }

    /// The client that limits are counted for.
    let client: HTTPPeer
    private let batch: HTTPBatch
    private let pool: ItemPool
    private let context: ServerContext
    private let socket: OwnedDescriptor
    private let isChunked: Bool
    /// The values of Accept in the request's head, for what is refused as a whole.
    private let accept: [String]
    private let state: Locked<State>

    /// A batch whose head has arrived; nil where the process may have no more descriptors.
    init?(_ batch: HTTPBatch, on connection: Connection, isChunked: Bool, context: ServerContext, pool: ItemPool) {
        guard let socket = OwnedDescriptor(duplicateOf: connection.descriptor) else { return nil }
        self.batch = batch
        self.pool = pool
        client = connection.client
        self.context = context
        self.socket = socket
        self.isChunked = isChunked
        accept = connection.accept
        let lease = BufferLease(context.buffers)
        state = Locked(State(splitter: batch.splitter, window: ItemWindow(width: pool.width), lease: lease))
    }

    /// Whether the answer is being written beside libmicrohttpd, or was.
    var hasBegun: Bool { state.withLock { $0.output.hasBegun } }

    /// How the batch ended; nil before it has.
    var outcome: HTTPBatchEnd? { state.withLock { $0.end } }

    /// What the whole request was refused with.
    var refusal: HTTPResponse? { state.withLock { $0.refusal } }
}

// MARK: On the worker's thread

extension ItemStream {
    /// Writes the head, for clients that wait for it before they send items.
    func begin() {
        state.withLock { state in
            guard batch.answersEarly, state.end == nil else { return }
            writeHead(&state)
            flush(&state)
        }
    }

    /// Takes a piece of the body.
    func take(_ piece: [UInt8], handle: OpaquePointer) -> Step {
        state.withLock { state in
            guard state.end == nil else { return .end }
            guard state.pause == nil else { return .keepPiece }
            let items = state.splitter.take(piece)
            state.clock.received(
                now: MonotonicClock.milliseconds,
                isWithinItem: state.splitter.isWithinItem,
                endedItem: items.hasAny
            )
            add(items, &state)
            if batch.answersEarly { advance(&state) }
            guard account(&state), state.end == nil else { return .end }
            let isFull = batch.answersEarly && state.window.isFull
            if isFull || state.hasAllItems { state.pause = unsafe SuspendedConnection(suspending: handle) }
            return state.hasAllItems ? .keepByte : .carryOn
        }
    }

    /// Takes the end of the body; called again when the connection is resumed after it.
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
                state.pause = unsafe SuspendedConnection(suspending: handle)
                return .carryOn
            case .complete where !state.output.hasBegun:
                return .answer(HTTPResponse(status: 200, headers: batch.headers, body: state.held))
            default: return .end
            }
        }
    }

    /// The request is refused by its head after all.
    func refuse() {
        state.withLock { end(.refused, &$0) }
    }

    /// The connection is gone.
    func detach() {
        state.withLock { end(.abandoned, &$0) }
    }
}

// MARK: On the acceptor's thread

extension ItemStream {
    /// The stream with its socket, where that takes no more bytes for now and there are some.
    var whenBlocked: (stream: ItemStream, descriptor: Int32)? {
        state.withLock { $0.end == nil && $0.output.unsent > 0 ? (self, socket.descriptor) : nil }
    }

    /// Writes on.
    func socketIsReady() {
        state.withLock { state in
            guard state.end == nil else { return }
            flush(&state)
            advance(&state)
            if !account(&state) { endReading() }
        }
    }

    /// Ends the batch where the peer takes longer than it may, to send or to read.
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

    /// Ends the batch with last words in place of the answers that are still due; whether it was under way.
    func cut(_ failure: HTTPFailure) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            cut(failure, &state)
            return true
        }
    }

    private func isWaitingForPeer(_ state: State) -> Bool {
        !state.hasAllItems && state.window.isEmpty && state.pause == nil && state.output.unsent == 0
    }

    private func cut(_ failure: HTTPFailure, _ state: inout State) {
        if batch.answersEarly || state.output.hasBegun {
            if !state.output.hasBegun { writeHead(&state) }
            let words = batch.lastWords(failure, state.window.position)
            state.output.append(words, isChunked: isChunked)
            // Without last words, the missing end of the chunks tells it as well.
            if !words.isEmpty { state.output.end(isChunked: isChunked) }
            _ = state.output.flush(to: socket.descriptor)
        } else {
            let answer = context.responder.response(to: failure, accept: accept)
            Descriptor.send(answer.wireBytes(), to: socket.descriptor)
        }
        // What the peer still sends must not destroy the last words.
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
            // It may hold the items as well.
            state.splitter = batch.splitter
        case .refused(let response):
            state.refusal = response
            end(.refused, &state)
        }
    }

    /// Begins what may begin, writes what is due, and reads on where the window is half empty.
    private func advance(_ state: inout State) {
        while state.end == nil, begin(&state) || writeAnswers(&state) {}
        guard state.end == nil else { return }
        if state.hasAllItems, state.window.isEmpty {
            writeEnd(&state)
        } else if !state.hasAllItems, state.window.isHalfEmpty {
            resume(&state)
        }
    }

    /// Whether any item was begun.
    private func begin(_ state: inout State) -> Bool {
        var hasBegun = false
        while let (item, position) = state.window.begin(unsent: state.output.unsent) {
            hasBegun = true
            switch item {
            case .answer(let answer): state.window.finish(position, answer)
            // Without the question, which is freed with the window when the batch ends.
            case .question: pool.add { [self] in answer(at: position) }
            }
        }
        return hasBegun
    }

    /// On a thread of the pool, without the lock.
    private func answer(at position: Int) {
        guard let question = state.withLock({ $0.window.question(at: position) }) else { return }
        let answer = batch.answer(question, position)
        state.withLock { state in
            guard state.end == nil else { return }
            state.window.finish(position, answer)
            advance(&state)
            if !account(&state) { endReading() }
        }
    }

    /// Whether any answer was due.
    private func writeAnswers(_ state: inout State) -> Bool {
        var piece: [UInt8] = []
        while let answer = state.window.takeAnswer() {
            piece += state.hasFirstAnswer ? batch.brackets.separator : batch.brackets.opening
            piece += answer
            state.hasFirstAnswer = true
        }
        guard !piece.isEmpty else { return false }
        write(piece, &state)
        return true
    }

    private func writeEnd(_ state: inout State) {
        if !state.hasLastAnswer {
            state.hasLastAnswer = true
            write((state.hasFirstAnswer ? [] : batch.brackets.opening) + batch.brackets.closing, &state)
            if batch.answersEarly, !state.output.hasBegun { writeHead(&state) }
            if state.output.hasBegun {
                state.output.end(isChunked: isChunked)
                flush(&state)
            }
        }
        if state.output.unsent == 0 { end(.complete, &state) }
    }

    private func write(_ piece: [UInt8], _ state: inout State) {
        guard batch.answersEarly || state.output.hasBegun || state.held.count + piece.count > Self.maximumHeldBytes
        else {
            state.held += piece
            return
        }
        if !state.output.hasBegun { writeHead(&state) }
        state.output.append(state.held + piece, isChunked: isChunked)
        state.held = []
        flush(&state)
    }

    private func writeHead(_ state: inout State) {
        state.output.begin(HTTPResponse(status: 200, headers: batch.headers).streamHead(isChunked: isChunked))
    }

    private func flush(_ state: inout State) {
        switch state.output.flush(to: socket.descriptor) {
        case .whole: state.clock.sent(now: MonotonicClock.milliseconds)
        case .blocked(let isNew):
            if isNew { state.clock.sent(now: MonotonicClock.milliseconds) }
            context.wake.signal()
        case .failed: end(.abandoned, &state)
        }
    }

    /// Accounts for the memory that the batch takes now; false where there is not as much, and the batch has been ended.
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

    /// Makes libmicrohttpd end the connection although it waits for more of the body.
    private func endReading() {
        shutdown(socket.descriptor, Int32(SHUT_RD))
    }

    private func resume(_ state: inout State) {
        guard let pause = state.pause else { return }
        state.pause = nil
        state.clock.resumed(now: MonotonicClock.milliseconds)
        pause.end()
    }

    private func end(_ outcome: HTTPBatchEnd, _ state: inout State) {
        guard state.end == nil else { return }
        state.end = outcome
        state.window.abandon()
        state.splitter = batch.splitter
        if outcome != .complete {
            state.held = []
            state.output.drop()
        }
        state.lease.giveBack()
        batch.ended(outcome)
        resume(&state)
    }
}

extension HTTPItems {
    /// Whether there is any item.
    fileprivate var hasAny: Bool {
        switch self {
        case .more(let items), .last(let items): !items.isEmpty
        case .refused: false
        }
    }
}
