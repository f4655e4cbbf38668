import CMicrohttpd
import Synchronization

/// What happens to a connection's requests, step by step; called only on the worker's own thread.
extension Worker {
    /// A request line has arrived.
    func begin(_ connection: Connection, target: String) {
        counters.requests.increment()
        connection.exchange = Exchange(
            target: target,
            bodyLimit: context.configuration.maximumBodyBytes,
            lease: connection.lease
        )
        // When the reaper was faster, the next callback finds the connection given up.
        _ = connection.advance(to: .receiving, now: MonotonicClock.milliseconds)
        if RequestTarget.hasTooManyItems(target) {
            giveUp(connection, .malformedRequest("query of more than \(RequestTarget.maximumItems) items"))
        }
    }

    /// Answers by hand before libmicrohttpd takes an answer, and ends the connection.
    private func giveUp(_ connection: Connection, _ failure: HTTPFailure) {
        guard connection.advance(to: .ended, now: MonotonicClock.milliseconds) else { return }
        counters.count(failure)
        context.table.end(connection, sending: context.responder.response(to: failure).wireBytes())
    }

    /// The head is complete.
    func receive(_ received: ReceivedHead, of connection: Connection, handle: OpaquePointer) -> MHD_Result {
        // Who was given up has had an answer: nobody is asked for another.
        guard connection.phase.kind != .ended else { return .NO }
        connection.accept = received.fields.values("Accept")
        var action = connection.exchange?.receive(received, from: connection.peer, worker: index) ?? .carryOn
        if case .consult(let head) = action {
            switch context.responder.admit(head) {
            case .refused(let response):
                action = connection.exchange?.refuse(.response(response)) ?? .carryOn
            case .items(let batch):
                action = unsafe begin(batch, head, version: received.version, on: connection, handle: handle)
            case .whole(let answerer, let remembersHead):
                action = connection.exchange?.admit(answerer) ?? .carryOn
                connection.remembered =
                    remembersHead ? RememberedHead(received, target: head.target, answerer) : nil
            }
        }
        return unsafe perform(action, on: connection, handle: handle)
    }

    /// The head is complete, and is one that was admitted before.
    func receive(
        _ remembered: RememberedHead,
        framing: BodyFraming,
        of connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        connection.accept = remembered.accept
        let action = connection.exchange?.admit(remembered.answerer, framing) ?? .carryOn
        return unsafe perform(action, on: connection, handle: handle)
    }

    /// A piece of the body has arrived; how many bytes of it stay with libmicrohttpd.
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
            guard connection.advance(to: .ended, now: MonotonicClock.milliseconds) else { return (.NO, 0) }
            let answer = context.responder.response(to: failure, accept: connection.accept)
            Descriptor.send(
                answer.wireBytes(retryAfterSeconds: failure.retryAfterSeconds),
                to: connection.descriptor
            )
            linger(connection)
            return (.NO, 0)
        default: return (.YES, 0)
        }
    }

    /// The request is complete; libmicrohttpd says so again on each of its turns until there is an answer.
    func end(_ connection: Connection, handle: OpaquePointer) -> MHD_Result {
        if let answer = connection.answer {
            let waits = answer.response == nil && cohorts.keepsWaiting(answer)
            return waits ? .YES : unsafe finish(answer, on: connection, handle: handle)
        }
        if let stream = connection.stream { return unsafe finish(stream, on: connection, handle: handle) }
        return unsafe perform(connection.exchange?.end() ?? .carryOn, on: connection, handle: handle)
    }

    /// The answer is sent, or there will be none.
    func complete(_ connection: Connection, isWhole: Bool) {
        let isStreamed = release(connection)
        if isStreamed || connection.phase.kind == .answering && isWhole {
            counters.answers.increment()
        } else {
            counters.abandonedRequests.increment()
        }
        connection.exchange = nil
        if let answer = connection.answer {
            cohorts.remove(answer)
            connection.answer = nil
        }
        connection.lease.giveBack()
        _ = connection.advance(to: .idle, now: MonotonicClock.milliseconds)
    }

    /// The connection is about to be closed.
    func close(_ connection: Connection) {
        connection.exchange = nil
        _ = release(connection)
        connection.lease.giveBack()
        context.table.remove(connection)
        load.subtract(1, ordering: .relaxed)
    }

    private func perform(_ action: Exchange.Action, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        switch action {
        case .carryOn, .consult, .pass, .abort:
            return connection.phase.kind == .ended ? .NO : .YES
        case .refuse(let refusal):
            linger(connection)
            return unsafe send(response(for: refusal, on: connection), closing: true, on: connection, handle: handle)
        case .answer(let refusal):
            return unsafe send(response(for: refusal, on: connection), closing: false, on: connection, handle: handle)
        case .respond(let answerer, let body):
            // From here on the reaper leaves the connection alone, however long the answer takes.
            guard connection.advance(to: .answering, now: MonotonicClock.milliseconds), !context.isStopping else {
                return .NO
            }
            return unsafe advance(answerer(body), answering: body.count, on: connection, handle: handle)
        }
    }

    /// Answers at once where the worker has no other connection, else on libmicrohttpd's next turns: it reads what has
    /// come on the others first.
    private func advance(
        _ progress: HTTPProgress<HTTPResponse>,
        answering byteCount: Int,
        on connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        guard load.value > 1 else {
            return unsafe queue(progress.finish(), closing: false, on: connection, handle: handle)
        }
        let answer = PendingAnswer(progress, answering: byteCount)
        connection.answer = answer
        if answer.response == nil { cohorts.add(answer) }
        return .YES
    }

    /// Gives libmicrohttpd an answer, which is made now, with those that came with it, if it was not yet.
    private func finish(_ answer: PendingAnswer, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        if answer.response == nil, !context.isStopping { cohorts.finishNext() }
        guard let response = answer.response else { return .NO }
        connection.answer = nil
        return unsafe queue(response, closing: false, on: connection, handle: handle)
    }

    private func response(for refusal: Exchange.Refusal, on connection: Connection) -> HTTPResponse {
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
        guard connection.advance(to: .answering, now: MonotonicClock.milliseconds) else { return .NO }
        return unsafe queue(response, closing: closing, on: connection, handle: handle)
    }

    private func queue(
        _ response: HTTPResponse,
        closing: Bool,
        on connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        guard connection.lease.resize(to: response.waitingBytes) else {
            connection.lease.giveBack()
            let refusal = self.response(for: .failure(.outOfBuffers), on: connection)
            return unsafe queue(refusal, closing: true, on: connection, handle: handle)
        }
        let isDraining = context.isDraining
        // Requests sent behind this one stay unread; the reset for them must not destroy this answer.
        if isDraining, Descriptor.hasUnreadBytes(connection.descriptor) { linger(connection) }
        return unsafe response.queue(on: handle, closing: closing || isDraining) ? .YES : .NO
    }

    /// Lets the peer read what was sent although it sends more.
    func linger(_ connection: Connection) {
        context.lingering.add(duplicateOf: connection.descriptor)
        context.wake.signal()
    }
}
