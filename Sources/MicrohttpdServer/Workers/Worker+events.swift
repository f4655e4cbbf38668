import CMicrohttpd

/// Hands sockets over to event streams; called only on the worker's own thread.
extension Worker {
    /// Takes the socket of a connection, on which the events are written from now on.
    ///
    /// libmicrohttpd shuts down the socket of a connection that it closes, also if there are duplicates of its descriptor. It must
    /// also find the socket in its epoll instance, unless the connection is suspended. Therefore, the connection is suspended
    /// while a socket without a connection takes the place, which libmicrohttpd then closes.
    func handOver(
        _ events: HTTPEvents,
        of response: HTTPResponse,
        on connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        guard !context.isDraining else {
            connection.isCut = true
            return unsafe refuse(.stoppedSuspension, on: connection, handle: handle)
        }
        let suspension = unsafe SuspendedConnection(suspending: handle)
        guard let socket = OwnedDescriptor(takenFrom: connection.descriptor) else {
            connection.response = self.response(for: .failure(.outOfBuffers), on: connection)
            suspension.resume()
            return .YES
        }
        connection.isHandedOver = true
        let stream = HTTPEventStream(events, on: socket, of: connection, context, pool: pool)
        stream.begin(response.with(connection.trace))
        suspension.resume()
        return .YES
    }

    private func refuse(_ failure: HTTPFailure, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        unsafe queue(response(for: .failure(failure), on: connection), closing: true, on: connection, handle: handle)
    }
}
