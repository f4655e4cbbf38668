import CMicrohttpd
import Synchronization

/// What happens to a connection's requests, step by step; called only on the worker's own thread.
extension Worker {
    /// A request line has arrived.
    func begin(_ connection: Connection, target: String) {
        counters.requests.increment()
        connection.exchange = Exchange(target: target, bodyLimit: context.configuration.maximumBodyBytes)
        // When the reaper was faster, the next callback finds the connection given up.
        _ = connection.advance(to: .receiving, now: MonotonicClock.milliseconds)
    }

    /// The head is complete.
    func receive(_ head: ReceivedHead, of connection: Connection, handle: OpaquePointer) -> MHD_Result {
        var action = connection.exchange?.receive(head, from: connection.peer, worker: index) ?? .carryOn
        if case .consult(let head) = action {
            action = connection.exchange?.admit(refusal: context.responder.refusal(of: head)) ?? .carryOn
        }
        return unsafe perform(action, on: connection, handle: handle)
    }

    /// A piece of the body has arrived.
    func receive(_ bytes: UnsafeRawBufferPointer, on connection: Connection) -> MHD_Result {
        guard case .abort(let failure) = unsafe connection.exchange?.receive(bytes) else { return .YES }
        counters.count(failure)
        guard connection.advance(to: .ended, now: MonotonicClock.milliseconds) else { return .NO }
        Descriptor.send(context.responder.response(to: failure).wireBytes(), to: connection.descriptor)
        linger(connection)
        return .NO
    }

    /// The request is complete.
    func end(_ connection: Connection, handle: OpaquePointer) -> MHD_Result {
        unsafe perform(connection.exchange?.end() ?? .carryOn, on: connection, handle: handle)
    }

    /// The answer is sent, or there will be none.
    func complete(_ connection: Connection, isWhole: Bool) {
        if connection.phase.kind == .answering && isWhole {
            counters.answers.increment()
        } else {
            counters.abandonedRequests.increment()
        }
        connection.exchange = nil
        _ = connection.advance(to: .idle, now: MonotonicClock.milliseconds)
    }

    /// The connection is about to be closed.
    func close(_ connection: Connection) {
        connection.exchange = nil
        context.table.remove(connection)
        load.subtract(1, ordering: .relaxed)
    }

    private func perform(_ action: Exchange.Action, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        switch action {
        case .carryOn, .consult, .abort:
            return connection.phase.kind == .ended ? .NO : .YES
        case .refuse(let refusal):
            linger(connection)
            return unsafe send(response(for: refusal), closing: true, on: connection, handle: handle)
        case .answer(let refusal):
            return unsafe send(response(for: refusal), closing: false, on: connection, handle: handle)
        case .respond(let request):
            // From here on the reaper leaves the connection alone, however long the responder takes.
            guard connection.advance(to: .answering, now: MonotonicClock.milliseconds),
                let response = answer(request)
            else { return .NO }
            return unsafe queue(response, closing: false, on: connection, handle: handle)
        }
    }

    private func response(for refusal: Exchange.Refusal) -> HTTPResponse {
        switch refusal {
        case .response(let response): return response
        case .failure(let failure):
            counters.count(failure)
            return context.responder.response(to: failure)
        }
    }

    private func send(
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
        let isDraining = context.isDraining
        // Requests sent behind this one stay unread; the reset for them must not destroy this answer.
        if isDraining, Descriptor.hasUnreadBytes(connection.descriptor) { linger(connection) }
        return unsafe response.queue(on: handle, closing: closing || isDraining) ? .YES : .NO
    }

    private func linger(_ connection: Connection) {
        context.lingering.add(duplicateOf: connection.descriptor)
        context.wake.signal()
    }
}
