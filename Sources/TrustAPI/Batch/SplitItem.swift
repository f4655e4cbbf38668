import MicrohttpdServer

/// The bytes of one item while they arrive, as long as they are not too many.
struct SplitItem {
    private let maximumBytes: Int
    private var bytes: [UInt8] = []
    private var isTooLong = false

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Whether there is nothing but white space.
    var isEmpty: Bool { !isTooLong && bytes.isEmpty }

    /// How much memory the bytes take.
    var heldBytes: Int { bytes.capacity }

    /// Adds bytes; white space before the first other byte does not count.
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

    /// The item, or the problem that it is too large.
    func item(at position: Int, _ answers: BatchAnswers) -> HTTPItem {
        isTooLong ? .answer(answers.tooLarge(at: position)) : .question(bytes)
    }
}

extension UInt8 {
    /// Whether the byte is white space between the parts of JSON (RFC 8259 section 2).
    var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
