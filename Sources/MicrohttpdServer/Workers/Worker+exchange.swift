import CMicrohttpd
import Synchronization
import SystemThreads

/// Handles the requests of a connection; called only on the worker's own thread.
extension Worker {
    /// Begins a request whose request line has been received.
    func begin(_ connection: Connection, target: String) {
        counters.requests.increment()
        connection.exchange = Exchange(
            target: target,
            bodyLimit: context.configuration.maximumBodyBytes,
            lease: connection.lease
        )
        connection.trace = nil
        // If the acceptor has just closed the connection, the next callback finds its phase `ended`.
        _ = connection.advance(to: .receiving, now: context.clock.milliseconds)
        if RequestTarget.hasTooManyItems(target) {
            reject(connection, .malformedRequest("The query has more than \(RequestTarget.maximumItems) items."))
        }
    }

    /// Writes an error response to the socket, since libmicrohttpd does not accept it yet; ends the connection.
    private func reject(_ connection: Connection, _ failure: HTTPFailure) {
        guard connection.advance(to: .ended, now: context.clock.milliseconds) else { return }
        counters.count(failure)
        context.table.end(connection, sending: context.responder.response(to: failure).wireBytes())
    }

    func receive(_ received: ReceivedHead, of connection: Connection, handle: OpaquePointer) -> MHD_Result {
        // An ended connection has already received a response.
        guard connection.phase.kind != .ended else { return .NO }
        connection.accept = received.fields.values("Accept")
        connection.isChunked = received.version != "HTTP/1.0"
        let literalPrefix = context.configuration.literalPrefix
        var action =
            connection.exchange?
            .receive(
                received,
                from: connection.peer,
                worker: index,
                connection: connection.number,
                literalPrefix: literalPrefix
            ) ?? .proceed
        if case .consult(let head) = action {
            connection.trace = head.trace
            switch context.responder.admit(head) {
            case .refused(let response):
                action = connection.exchange?.refuse(.response(response)) ?? .proceed
            case .items(let batch):
                action = unsafe begin(batch, head, version: received.version, on: connection, handle: handle)
            case .whole(let answerer, let remembersHead):
                action = connection.exchange?.admit(answerer) ?? .proceed
                connection.remembered =
                    remembersHead ? RememberedHead(received, target: head.target, answerer) : nil
            }
        }
        return unsafe perform(action, on: connection, handle: handle)
    }

    /// Processes a complete head that repeats the last admitted head.
    func receive(
        _ remembered: RememberedHead,
        _ repetition: RememberedHead.Repetition,
        of connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        connection.accept = remembered.accept
        connection.trace = repetition.trace
        let action = connection.exchange?.admit(remembered.answerer, repetition.framing) ?? .proceed
        return unsafe perform(action, on: connection, handle: handle)
    }

    /// Processes a piece of the body; returns how many of its bytes libmicrohttpd must keep.
    func receive(
        _ bytes: UnsafeRawBufferPointer,
        on connection: Connection,
        handle: OpaquePointer
    ) -> (result: MHD_Result, unread: Int) {
        switch unsafe connection.exchange?.receive(bytes) {
        case .pass:
            guard let stream = connection.stream else { return (.NO, 0) }
            return unsafe take(bytes, of: stream, on: connection, handle: handle)
        case .abort(let failure):
            counters.count(failure)
            connection.stream?.refuse()
            guard connection.advance(to: .ended, now: context.clock.milliseconds) else { return (.NO, 0) }
            let answer = context.responder.response(to: failure, accept: connection.accept).with(connection.trace)
            Descriptor.send(
                answer.wireBytes(retryAfterSeconds: failure.retryAfterSeconds),
                to: connection.descriptor
            )
            linger(connection)
            return (.NO, 0)
        default: return (.YES, 0)
        }
    }

    /// Processes the end of a request.
    ///
    /// libmicrohttpd repeats this call in each turn of its event loop until a response is queued.
    func end(_ connection: Connection, handle: OpaquePointer) -> MHD_Result {
        if connection.isHandedOver { return .NO }
        if let response = connection.response {
            connection.response = nil
            return unsafe queue(response, closing: false, on: connection, handle: handle)
        }
        if let request = connection.pending { return unsafe proceed(with: request, on: connection, handle: handle) }
        if let stream = connection.stream { return unsafe finish(stream, on: connection, handle: handle) }
        return unsafe perform(connection.exchange?.end() ?? .proceed, on: connection, handle: handle)
    }

    /// Cleans up after a request that has ended, with or without a complete response.
    func complete(_ connection: Connection, isWhole: Bool) {
        let isStreamed = release(connection)
        if isStreamed || connection.isHandedOver || connection.phase.kind == .answering && isWhole {
            counters.answers.increment()
            if connection.isCut { counters.cutAnswers.increment() }
        } else {
            counters.abandonedRequests.increment()
        }
        connection.exchange = nil
        connection.response = nil
        if let request = connection.pending { release(request, of: connection) }
        connection.place = nil
        connection.isCut = false
        connection.isHandedOver = false
        connection.lease.release()
        _ = connection.advance(to: .idle, now: context.clock.milliseconds)
    }

    /// Releases a connection that libmicrohttpd is about to close.
    func close(_ connection: Connection) {
        connection.exchange = nil
        _ = release(connection)
        if let request = connection.pending { release(request, of: connection) }
        connection.place = nil
        connection.lease.release()
        context.table.remove(connection)
        load.subtract(1, ordering: .relaxed)
    }

    private func perform(_ action: Exchange.Action, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        switch action {
        case .proceed, .consult, .pass, .abort:
            return connection.phase.kind == .ended ? .NO : .YES
        case .refuse(let refusal):
            linger(connection)
            return unsafe send(response(for: refusal, on: connection), closing: true, on: connection, handle: handle)
        case .answer(let refusal):
            return unsafe send(response(for: refusal, on: connection), closing: false, on: connection, handle: handle)
        case .respond(let answerer, let body):
            // No timeout applies from now on, even if the responder takes long.
            guard connection.advance(to: .answering, now: context.clock.milliseconds), !context.isStopping else {
                return .NO
            }
            let answer = answerer(body, connection.trace)
            return unsafe advance(answer, byteCount: body.count, on: connection, handle: handle)
        }
    }

    /// Queues a response that is known, or starts the task that computes it.
    ///
    /// If the worker has other connections, a known response waits for the next turn of libmicrohttpd, which first reads from
    /// them.
    private func advance(
        _ answer: HTTPAnswer<HTTPResponse>,
        byteCount: Int,
        on connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        switch answer {
        case .now(let response):
            guard load.value > 1 else {
                return unsafe queue(response, closing: false, on: connection, handle: handle)
            }
            connection.response = response
            return .YES
        case .task(let compute):
            return unsafe start(compute, byteCount: byteCount, on: connection, handle: handle)
        }
    }

    func response(for refusal: Exchange.Refusal, on connection: Connection) -> HTTPResponse {
        switch refusal {
        case .response(let response): return response
        case .failure(let failure):
            counters.count(failure)
            return context.responder.response(to: failure, accept: connection.accept)
        }
    }

    func send(
        _ response: HTTPResponse,
        closing: Bool,
        on connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        guard connection.advance(to: .answering, now: context.clock.milliseconds) else { return .NO }
        return unsafe queue(response, closing: closing, on: connection, handle: handle)
    }

    func queue(
        _ response: HTTPResponse,
        closing: Bool,
        on connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        connection.place = nil
        if let events = response.events {
            return unsafe handOver(events, of: response, on: connection, handle: handle)
        }
        guard connection.lease.resize(to: response.waitingBytes) else {
            connection.lease.release()
            let refusal = self.response(for: .failure(.outOfBuffers), on: connection)
            return unsafe queue(refusal, closing: true, on: connection, handle: handle)
        }
        let isDraining = context.isDraining
        // Pipelined requests stay unread; the reset that they cause must not destroy this response.
        if isDraining, Descriptor.hasUnreadBytes(connection.descriptor) { linger(connection) }
        let isLast = closing || isDraining
        let (keepAlive, trace) = (context.keepAlive, connection.trace)
        return unsafe response.queue(on: handle, closing: isLast, keepAlive: keepAlive, trace: trace) ? .YES : .NO
    }

    /// Keeps the socket open after the connection ends, so that the client can read the response while it still sends.
    func linger(_ connection: Connection) {
        context.lingering.add(duplicateOf: connection.descriptor)
        context.wake.signal()
    }
}
