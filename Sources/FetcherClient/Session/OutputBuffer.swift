/// Bytes that wait until the socket accepts them.
struct OutputBuffer {
    private var bytes: [UInt8] = []
    private var sent = 0

    var count: Int { bytes.count - sent }
    var isEmpty: Bool { count == 0 }
    /// The next bytes to send.
    var waiting: ArraySlice<UInt8> { bytes[sent...] }

    mutating func append(_ more: some Collection<UInt8>) { bytes += more }

    /// Removes bytes that the socket accepted.
    mutating func remove(_ count: Int) {
        sent += count
        // Moving the rest only when it is the smaller part keeps the cost of each byte constant.
        guard sent * 2 >= bytes.count else { return }
        bytes.removeFirst(sent)
        sent = 0
    }
}
