import CMicrohttpd

extension HTTPResponse {
    /// Queues a copy of the response, which libmicrohttpd sends after the callback; returns false if out of memory.
    ///
    /// The response has the trace of its request. If the connection remains open, the response says for how long: the value of Keep-Alive
    /// (RFC 2068 section 19.7.1) is `keepAlive`.
    func queue(on connection: OpaquePointer, closing: Bool, keepAlive: String, trace: TraceContext?) -> Bool {
        let response = unsafe body.withUnsafeBytes {
            // libmicrohttpd only reads the buffer, although its parameter is mutable.
            unsafe MHD_create_response_from_buffer(
                $0.count,
                UnsafeMutableRawPointer(mutating: $0.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let response = unsafe response else { return false }
        defer { unsafe MHD_destroy_response(response) }
        let fields = headers.fields.span
        for index in fields.indices where fields[index].isSendable {
            // Use withCString, since implicit conversion would copy both strings.
            unsafe fields[index].name.withCString { name in
                unsafe fields[index].value.withCString { unsafe _ = MHD_add_response_header(response, name, $0) }
            }
        }
        if let trace {
            unsafe TraceContext.fieldName.withCString { name in
                unsafe trace.description.withCString { unsafe _ = MHD_add_response_header(response, name, $0) }
            }
        }
        if closing || asksToClose {
            unsafe MHD_add_response_header(response, "Connection", "close")
        } else {
            unsafe keepAlive.withCString { unsafe _ = MHD_add_response_header(response, "Keep-Alive", $0) }
        }
        return unsafe MHD_queue_response(connection, UInt32(wireStatus), response) == .YES
    }
}
