/// Hexadecimal text of bytes.
package enum Hexadecimal {
    /// Two lower-case digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes[...])
    }

    /// Two lower-case digits a byte.
    package static func encode(_ bytes: ArraySlice<UInt8>) -> String {
        let text = [UInt8](capacity: 2 * bytes.count) { text in
            for byte in bytes {
                text.append(digit(byte >> 4))
                text.append(digit(byte & 15))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
