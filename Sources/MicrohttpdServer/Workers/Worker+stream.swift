import CMicrohttpd
import CMicrohttpdShims

/// Handles connections whose request is a batch; called only on the worker's own thread.
extension Worker {
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
        let action = connection.exchange?.admit(itemsOfAtMost: batch.maximumBodyBytes) ?? .proceed
        guard case .proceed = action, connection.advance(to: .streaming, now: context.clock.milliseconds) else {
            stream.refuse()
            context.streams.remove(stream)
            return action
        }
        connection.stream = stream
        // The stream has its own timeouts, which report the reason to the client.
        unsafe cmicrohttpdshims_set_timeout(handle, 0)
        // A client that sent Expect receives 100 Continue first.
        if head.headers["Expect"] == nil { stream.begin() }
        return .proceed
    }

    private func refuse(_ failure: HTTPFailure, on connection: Connection) -> Exchange.Action {
        connection.exchange?.refuse(.failure(failure)) ?? .proceed
    }

    /// Processes a piece of a batch; returns how many of its bytes libmicrohttpd must keep.
    func take(
        _ bytes: UnsafeRawBufferPointer,
        of stream: ItemStream,
        on connection: Connection,
        handle: OpaquePointer
    ) -> (result: MHD_Result, unread: Int) {
        switch unsafe stream.take(Array(bytes), handle: handle) {
        case .proceed: return (.YES, 0)
        case .keepByte: return (.YES, 1)
        case .keepPiece: return (.YES, bytes.count)
        case .end, .answer:
            if let refusal = stream.refusal {
                Descriptor.send(refusal.with(connection.trace).wireBytes(), to: connection.descriptor)
            }
            linger(connection)
            return (.NO, 0)
        }
    }

    /// Processes the end of the body of a batch; called again after the connection is resumed.
    func finish(_ stream: ItemStream, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        switch unsafe stream.finish(handle: handle) {
        case .proceed, .keepByte, .keepPiece: return .YES
        case .end:
            if Descriptor.hasUnreadBytes(connection.descriptor) { linger(connection) }
            return .NO
        case .answer(let response):
            let seconds = context.configuration.idleTimeout.wholeSeconds
            unsafe cmicrohttpdshims_set_timeout(handle, seconds)
            return unsafe send(response, closing: false, on: connection, handle: handle)
        }
    }

    /// Detaches the stream of a request that has ended; returns whether it wrote a complete response itself.
    func release(_ connection: Connection) -> Bool {
        guard let stream = connection.stream else { return false }
        connection.stream = nil
        stream.detach()
        context.streams.remove(stream)
        return stream.hasBegun && stream.outcome == .complete
    }
}
