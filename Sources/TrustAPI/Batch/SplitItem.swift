import MicrohttpdServer

/// Accumulates the bytes of one item, up to a maximum length.
struct SplitItem {
    private let maximumBytes: Int
    private var bytes: [UInt8] = []
    private var isTooLong = false

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Whether the item has only white space so far.
    var isEmpty: Bool { !isTooLong && bytes.isEmpty }

    var heldBytes: Int { bytes.capacity }

    /// Appends bytes, without leading white space.
    mutating func append(_ bytes: ArraySlice<UInt8>) {
        let more = isEmpty ? bytes.drop(while: \.isJSONSpace) : bytes
        isTooLong = isTooLong || more.count > maximumBytes - self.bytes.count
        if isTooLong {
            self.bytes = []
        } else {
            self.bytes += more
        }
    }

    mutating func clear() {
        (bytes, isTooLong) = ([], false)
    }

    func item(at position: Int, _ answers: BatchAnswers) -> HTTPItem {
        isTooLong ? .answer(answers.tooLarge(at: position)) : .question(bytes)
    }
}

extension UInt8 {
    /// Whether the byte is JSON white space (RFC 8259 section 2).
    var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
