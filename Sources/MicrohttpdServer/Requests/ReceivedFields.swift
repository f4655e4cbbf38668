import CMicrohttpd

/// The header fields of a request as received, and their length.
struct ReceivedFields {
    private(set) var headers = HTTPHeaders()
    /// The length of the field lines with colons, white space and line ends, in bytes.
    private(set) var byteCount = 0

    init() {}

    init(of connection: OpaquePointer) {
        unsafe withUnsafeMutablePointer(to: &self) {
            unsafe _ = MHD_get_connection_values_n(connection, .HEADER_KIND, takeField, $0)
        }
    }

    /// Adds a field, whose name and value must be in one buffer, as received.
    fileprivate mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        headers.append(unsafe String(decoding: name, as: UTF8.self), unsafe String(decoding: value, as: UTF8.self))
        byteCount += unsafe Self.byteCount(name, value)
    }

    /// Returns the length of a field line, from its name to its line end.
    static func byteCount(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Int {
        guard let start = name.baseAddress, let valueStart = value.baseAddress else { return 0 }
        return unsafe valueStart - start + value.count + 2
    }
}

/// MHD_KeyValueIteratorN: adds a field to the ``ReceivedFields`` in the context.
private let takeField: MHD_KeyValueIteratorN = { context, _, name, nameLength, value, valueLength in
    guard let fields = unsafe context?.assumingMemoryBound(to: ReceivedFields.self) else { return .NO }
    unsafe fields.pointee.take(
        UnsafeRawBufferPointer(start: name, count: nameLength),
        UnsafeRawBufferPointer(start: value, count: valueLength)
    )
    return .YES
}
