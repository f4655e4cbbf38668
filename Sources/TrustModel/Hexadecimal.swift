/// Hexadecimal text of bytes.
package enum Hexadecimal {
    /// Two lower-case digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes[...])
    }

    /// Two lower-case digits a byte.
    package static func encode(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes { append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the two digits of a byte.
    package static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(digit(byte >> 4))
        text.append(digit(byte & 15))
    }

    /// The lower-case digit of a number below 16.
    package static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
