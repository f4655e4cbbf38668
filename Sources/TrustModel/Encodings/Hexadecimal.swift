/// Hexadecimal text of bytes.
package enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes[...])
    }

    /// Returns two lower-case digits for each byte.
    package static func encode(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends two lower-case digits for each byte.
    package static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
        let bytes = bytes.span
        // Without this check, appending nothing would write to the empty array storage that all threads share.
        guard !bytes.isEmpty else { return }
        text.append(addingCapacity: 2 * bytes.count) { text in
            for position in bytes.indices {
                text.append(digit(bytes[position] >> 4))
                text.append(digit(bytes[position] & 15))
            }
        }
    }

    /// Writes the 16 lower-case digits of a word over text.
    @inline(__always)
    static func write(_ word: UInt64, over text: inout MutableSpan<UInt8>, at start: Int) {
        let halves = (digits(of: word >> 32), digits(of: word & 0xFFFF_FFFF))
        // One check of the whole range lets the compiler omit those of the bytes, and store words.
        precondition(start >= 0 && start <= text.count - 16, "the text has space for the digits")
        for position in 0..<8 {
            text[start &+ position] = UInt8(truncatingIfNeeded: halves.0 &>> UInt64(56 - 8 * position))
            text[start &+ position &+ 8] = UInt8(truncatingIfNeeded: halves.1 &>> UInt64(56 - 8 * position))
        }
    }

    /// Returns the eight digits of a 32-bit number in one word, the first digit in its highest byte.
    ///
    /// All digits are computed at once, because a response contains hundreds of them.
    private static func digits(of number: UInt64) -> UInt64 {
        var values = (number | number << 16) & 0x0000_FFFF_0000_FFFF
        values = (values | values << 8) & 0x00FF_00FF_00FF_00FF
        values = (values | values << 4) & 0x0F0F_0F0F_0F0F_0F0F
        // A byte is 1 if its value is above 9, and the digit a letter.
        let letters = (values &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return values &+ 0x3030_3030_3030_3030 &+ letters &* 39
    }

    /// Returns the lower-case digit of a number below 16.
    package static func digit(_ value: UInt8) -> UInt8 {
        value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}
