import CMicrohttpd

extension HTTPHeaders {
    /// The fields of a request as received; a folded one gets a name that is refused.
    init(of connection: OpaquePointer) {
        var fields = HTTPHeaders()
        unsafe withUnsafeMutablePointer(to: &fields) {
            unsafe _ = MHD_get_connection_values_n(connection, .HEADER_KIND, appendField, $0)
        }
        self = fields
    }
}

/// MHD_KeyValueIteratorN: adds a field to the list that is the context.
private let appendField: MHD_KeyValueIteratorN = { context, _, name, nameLength, value, valueLength in
    guard let fields = unsafe context?.assumingMemoryBound(to: HTTPHeaders.self), let name = unsafe name else {
        return .NO
    }
    let nameBytes = unsafe UnsafeRawBufferPointer(start: name, count: nameLength)
    let valueBytes = unsafe UnsafeRawBufferPointer(start: value, count: valueLength)
    let text = unsafe String(decoding: nameBytes, as: UTF8.self)
    unsafe fields.pointee.append(
        isFolded(nameBytes, valueBytes) ? "\(text) (folded)" : text,
        String(decoding: valueBytes, as: UTF8.self)
    )
    return .YES
}

/// Whether a field was continued on a second line, which a server refuses (RFC 9112 §5.2).
///
/// libmicrohttpd 0.9.75 glues the continuation to the name, which it moves elsewhere for that. A field that was not
/// folded still lies as it was received: the name, one byte where the colon was, white space, the value.
private func isFolded(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    guard let start = name.baseAddress, let valueStart = value.baseAddress else { return false }
    var next = unsafe start + name.count + 1
    while unsafe next < valueStart {
        let byte = unsafe next.load(as: UInt8.self)
        guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") else { return true }
        unsafe next += 1
    }
    return unsafe next != valueStart
}
