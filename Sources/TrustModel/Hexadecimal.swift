/// Hexadecimal text of bytes.
package enum Hexadecimal {
    /// Two lower-case digits a byte.
    package static func encode(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            if !text.isEmpty { text += separator.utf8 }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
