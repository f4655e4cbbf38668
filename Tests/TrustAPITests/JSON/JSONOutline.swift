/// Properties of a JSON text, determined without the code of ``JSONReader``.
struct JSONOutline {
    private var colons = 0
    private var depth = 0
    private var greatestDepth = 0
    private var hasLoneSurrogate = false
    private var longestKey = 0
    private var longestNumber = 0
    private var hasTrailingComma = false

    /// Scans a text that is known to be JSON.
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

    /// Returns whether our reader must reject the text although Foundation accepts it.
    ///
    /// The reasons are a duplicate key, an unpaired surrogate, an exceeded limit, or a comma before a closing bracket,
    /// which is not JSON (RFC 8259 sections 4 and 5).
    ///
    /// - Parameter members: the number of members according to a reader that drops duplicate keys.
    /// - Returns: whether the rejection is intentional.
    func isRefusedOnPurpose(members: Int) -> Bool {
        colons > members || hasTrailingComma || hasLoneSurrogate || greatestDepth > 32 || longestKey > 256
            || longestNumber > 256
    }

    /// Returns the offset of the quotation mark that ends the string at an offset.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while bytes[position] != UInt8(ascii: "\"") { position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1 }
        return position
    }

    private mutating func look(atString string: ArraySlice<UInt8>) {
        // Remove surrogate pairs, then look for remaining surrogates.
        let escapes = String(decoding: string, as: UTF8.self).replacing("\\\\", with: "")
        guard escapes.contains("\\u") else { return }
        let alone = escapes.lowercased().replacing(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/, with: "")
        if alone.contains(/\\ud[89a-f]/) { hasLoneSurrogate = true }
    }
}
