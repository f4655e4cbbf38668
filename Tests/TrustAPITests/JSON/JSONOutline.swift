/// What can be seen of a text that is JSON without reading it: it shares no code with the reader.
struct JSONOutline {
    private var colons = 0
    private var depth = 0
    private var greatestDepth = 0
    private var hasLoneSurrogate = false
    private var longestKey = 0
    private var longestNumber = 0
    private var hasTrailingComma = false

    /// Looks at a text that is known to be JSON.
    init(_ bytes: [UInt8]) {
        var position = 0
        var lastString = 0
        var number = 0
        var last: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            number = "0123456789+-.eE".utf8.contains(byte) ? number + 1 : 0
            longestNumber = max(longestNumber, number)
            switch byte {
            case UInt8(ascii: "\""):
                let end = Self.endOfString(bytes, from: position)
                look(atString: bytes[position + 1..<end])
                lastString = end - position - 1
                position = end
            case UInt8(ascii: ":"):
                colons += 1
                longestKey = max(longestKey, lastString)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                greatestDepth = max(greatestDepth, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if last == UInt8(ascii: ",") { hasTrailingComma = true }
            default: break
            }
            if byte > 0x20 { last = byte }
            position += 1
        }
    }

    /// Whether ours has to refuse the text: a key that stands twice, a surrogate alone, or what passes a bound.
    ///
    /// Foundation also takes a comma before a closing bracket, which is not JSON (RFC 8259 section 4 and 5).
    ///
    /// - Parameter members: how many members a reader found that lets one of two with the same key go.
    /// - Returns: whether there is a reason to refuse it.
    func isRefusedOnPurpose(members: Int) -> Bool {
        colons > members || hasTrailingComma || hasLoneSurrogate || greatestDepth > 32 || longestKey > 256
            || longestNumber > 256
    }

    /// The quotation mark that ends the string that begins at an offset.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while bytes[position] != UInt8(ascii: "\"") { position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1 }
        return position
    }

    private mutating func look(atString string: ArraySlice<UInt8>) {
        // Halves of pairs that go together are taken out, and whether one is left is asked.
        let escapes = String(decoding: string, as: UTF8.self).replacing("\\\\", with: "")
        guard escapes.contains("\\u") else { return }
        let alone = escapes.lowercased().replacing(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/, with: "")
        if alone.contains(/\\ud[89a-f]/) { hasLoneSurrogate = true }
    }
}
