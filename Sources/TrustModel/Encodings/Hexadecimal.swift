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

    /// Returns the lower-case digit of a number below 16.
    package static func digit(_ value: UInt8) -> UInt8 {
        value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}
