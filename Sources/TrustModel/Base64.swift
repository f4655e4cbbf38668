/// Base64 with the standard alphabet (RFC 4648 section 4).
package enum Base64 {
    /// Says at which byte of the text decoding stopped, and why.
    package struct DecodingError: Error, Equatable, Sendable {
        /// Byte offset in the text that was given.
        package let offset: Int
        /// What is wrong there, as a clause.
        package let reason: String
    }

    /// Encodes with padding and without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            let second = count > 1 ? bytes[start + 1] : 0
            let third = count > 2 ? bytes[start + 2] : 0
            let group = UInt32(bytes[start]) << 16 | UInt32(second) << 8 | UInt32(third)
            text.append(alphabet[Int(group >> 18)])
            text.append(alphabet[Int(group >> 12 & 63)])
            text.append(count > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            text.append(count > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text in which white space may stand anywhere; padding must be complete and unused bits zero.
    ///
    /// - Throws: ``DecodingError`` with the byte at which the text stops being base64.
    package static func decode(_ text: ArraySlice<UInt8>) throws(DecodingError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for (offset, character) in zip(text.indices, text) {
            let value = values[Int(character)]
            switch value {
            case space: continue
            case pad where digits + padding >= 2 && digits + padding < 4:
                padding += 1
            case invalid, pad:
                throw DecodingError(offset: offset, reason: "is not base64")
            default:
                guard padding == 0 else { throw DecodingError(offset: offset, reason: "has text after the padding") }
                group = group << 6 | UInt32(value)
                digits += 1
                if digits == 4 {
                    bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: group))
                    (group, digits) = (0, 0)
                }
            }
        }
        try appendRest(group, digits: digits, padding: padding, end: text.endIndex, to: &bytes)
        return bytes
    }

    private static func appendRest(
        _ group: UInt32,
        digits: Int,
        padding: Int,
        end: Int,
        to bytes: inout [UInt8]
    ) throws(DecodingError) {
        guard digits > 0 else {
            guard padding == 0 else { throw DecodingError(offset: end, reason: "has padding where none belongs") }
            return
        }
        guard digits + padding == 4 else { throw DecodingError(offset: end, reason: "ends within a group of four") }
        let bits = group << (6 * UInt32(padding))
        guard bits & (padding == 2 ? 0xFFFF : 0xFF) == 0 else {
            throw DecodingError(offset: end, reason: "has stray bits before the padding")
        }
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        if digits == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let invalid: UInt8 = 255
    private static let pad: UInt8 = 254
    private static let space: UInt8 = 253
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        for character in " \t\r\n".utf8 { table[Int(character)] = space }
        table[Int(UInt8(ascii: "="))] = pad
        return table
    }()
}
