/// Hexadecimal text of bytes.
package enum Hexadecimal {
    /// Two lower-case digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes[...])
    }

    /// Two lower-case digits a byte.
    package static func encode(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the digits of some bytes.
    package static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
        let bytes = bytes.span
        // Where neither has a byte, the count of none would be written into the empty array that all threads share.
        guard !bytes.isEmpty else { return }
        text.append(addingCapacity: 2 * bytes.count) { text in
            for position in bytes.indices {
                text.append(digit(bytes[position] >> 4))
                text.append(digit(bytes[position] & 15))
            }
        }
    }

    /// The lower-case digit of a number below 16.
    package static func digit(_ value: UInt8) -> UInt8 {
        value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}
