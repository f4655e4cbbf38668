/// Collects received bytes and divides them into messages; it never has more than one incomplete frame.
package struct FrameBuffer<Message: FetchMessage>: Sendable {
    private static var lengthBytes: Int { 4 }

    private var bytes: [UInt8] = []
    private var start = 0

    /// Creates an empty buffer.
    package init() {}

    /// The number of received bytes that no message has used yet.
    package var count: Int { bytes.count - start }

    /// Appends received bytes.
    package mutating func append(_ received: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += received
    }

    /// Returns the next message; nil if more bytes are needed.
    ///
    /// - Throws: ``FetchProtocolError`` if a frame is empty, longer than ``FetchLimits/frameBytes``, or malformed.
    package mutating func next() throws(FetchProtocolError) -> Message? {
        guard count >= Self.lengthBytes else { return nil }
        let header = bytes[start..<start + Self.lengthBytes]
        let length = header.reduce(0) { $0 << 8 | Int($1) }
        guard length > 0 else { throw FetchProtocolError("a frame is empty") }
        guard length <= FetchLimits.frameBytes else {
            throw FetchProtocolError("a frame has \(length) bytes, more than \(FetchLimits.frameBytes)")
        }
        guard count >= Self.lengthBytes + length else { return nil }
        let payload = bytes[header.endIndex..<header.endIndex + length]
        start = payload.endIndex
        return try Message(payload: payload)
    }
}
