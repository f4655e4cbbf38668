import CMicrohttpd

extension HTTPResponse {
    /// Hands the answer to libmicrohttpd, which copies it and sends it when the callback returns; false when out of memory.
    func queue(on connection: OpaquePointer, closing: Bool) -> Bool {
        let response = unsafe body.withUnsafeBytes {
            // libmicrohttpd only reads the buffer, though its type does not say so.
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
            // Lent as they lie; the argument conversion would copy both.
            unsafe fields[index].name.withCString { name in
                unsafe fields[index].value.withCString { unsafe _ = MHD_add_response_header(response, name, $0) }
            }
        }
        if closing || asksToClose { unsafe MHD_add_response_header(response, "Connection", "close") }
        return unsafe MHD_queue_response(connection, UInt32(wireStatus), response) == .YES
    }
}
