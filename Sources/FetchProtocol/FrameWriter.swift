/// Writes the fields of a message, big-endian, each text and list after its length.
struct FrameWriter {
    private var bytes: [UInt8] = [0, 0, 0, 0]

    /// Begins a frame with its type.
    init(type: UInt8) {
        bytes.append(type)
    }

    /// The frame, which begins with the length of all that follows.
    var frame: [UInt8] {
        var frame = bytes
        let length = UInt32(clamping: bytes.count - 4)
        for index in 0..<4 { frame[index] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * index)) }
        return frame
    }

    mutating func write(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func write(_ content: [UInt8]) {
        write(UInt32(clamping: content.count))
        bytes += content
    }

    mutating func write(_ text: String) {
        write(Array(text.utf8))
    }

    mutating func write(_ text: String?) {
        write(UInt8(text == nil ? 0 : 1))
        if let text { write(text) }
    }

    mutating func write(_ number: UInt32?) {
        write(UInt8(number == nil ? 0 : 1))
        if let number { write(number) }
    }

    mutating func write(_ texts: [String]) {
        write(UInt16(clamping: texts.count))
        for text in texts { write(text) }
    }
}
