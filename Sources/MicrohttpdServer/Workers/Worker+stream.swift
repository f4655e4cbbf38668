import CMicrohttpd
import CMicrohttpdShims

/// What happens to a connection whose request is a batch; called only on the worker's own thread.
extension Worker {
    /// The head has arrived and is not refused.
    func begin(
        _ batch: HTTPBatch,
        _ head: HTTPRequestHead,
        version: String,
        on connection: Connection,
        handle: OpaquePointer
    ) -> Exchange.Action {
        let isChunked = version != "HTTP/1.0"
        guard let stream = ItemStream(batch, on: connection, isChunked: isChunked, context: context, pool: pool) else {
            return refuse(.tooManyBatches(retryAfterSeconds: StreamTable.retryAfterSeconds), on: connection)
        }
        if let failure = context.streams.admit(stream) { return refuse(failure, on: connection) }
        let action = connection.exchange?.admit(itemsOfAtMost: batch.maximumBodyBytes) ?? .carryOn
        guard case .carryOn = action, connection.advance(to: .streaming, now: MonotonicClock.milliseconds) else {
            stream.refuse()
            context.streams.remove(stream)
            return action
        }
        connection.stream = stream
        // The stream has clocks of its own, by which its peer learns why it ends.
        unsafe cmicrohttpdshims_set_timeout(handle, 0)
        // A client that waits for leave to send its body gets that first.
        if head.headers["Expect"] == nil { stream.begin() }
        return .carryOn
    }

    private func refuse(_ failure: HTTPFailure, on connection: Connection) -> Exchange.Action {
        connection.exchange?.refuse(.failure(failure)) ?? .carryOn
    }

    /// A piece of a batch has arrived; how many bytes of it stay with libmicrohttpd.
    func take(
        _ bytes: UnsafeRawBufferPointer,
        of stream: ItemStream,
        on connection: Connection,
        handle: OpaquePointer
    ) -> (result: MHD_Result, unread: Int) {
        switch unsafe stream.take(Array(bytes), handle: handle) {
        case .carryOn: return (.YES, 0)
        case .keepByte: return (.YES, 1)
        case .keepPiece: return (.YES, bytes.count)
        case .end, .answer:
            if let refusal = stream.refusal {
                Descriptor.send(refusal.wireBytes(), to: connection.descriptor)
            }
            linger(connection)
            return (.NO, 0)
        }
    }

    /// The body of a batch is whole, or all that is to come of the batch after it.
    func finish(_ stream: ItemStream, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        switch unsafe stream.finish(handle: handle) {
        case .carryOn, .keepByte, .keepPiece: return .YES
        case .end:
            if Descriptor.hasUnreadBytes(connection.descriptor) { linger(connection) }
            return .NO
        case .answer(let response):
            let seconds = context.configuration.idleTimeout.wholeSeconds
            unsafe cmicrohttpdshims_set_timeout(handle, seconds)
            return unsafe send(response, closing: false, on: connection, handle: handle)
        }
    }

    /// The request has ended, one way or another; whether a whole answer was written beside libmicrohttpd.
    func release(_ connection: Connection) -> Bool {
        guard let stream = connection.stream else { return false }
        connection.stream = nil
        stream.detach()
        context.streams.remove(stream)
        return stream.hasBegun && stream.outcome == .complete
    }
}
