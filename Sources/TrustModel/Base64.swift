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
        var start = 0
        while start < bytes.count {
            let second = start + 1 < bytes.count ? bytes[start + 1] : nil
            let third = start + 2 < bytes.count ? bytes[start + 2] : nil
            append(bytes[start], second, third, to: &text)
            start += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the four characters of three bytes, or of the one or two that are left at the end.
    package static func append(_ first: UInt8, _ second: UInt8?, _ third: UInt8? = nil, to text: inout [UInt8]) {
        let group = UInt32(first) << 16 | UInt32(second ?? 0) << 8 | UInt32(third ?? 0)
        text.append(alphabet[Int(group >> 18)])
        text.append(alphabet[Int(group >> 12 & 63)])
        text.append(second == nil ? UInt8(ascii: "=") : alphabet[Int(group >> 6 & 63)])
        text.append(third == nil ? UInt8(ascii: "=") : alphabet[Int(group & 63)])
    }

    /// Decodes text in which white space may stand anywhere; padding must be complete and unused bits zero.
    ///
    /// - Throws: ``DecodingError`` with the byte at which the text stops being base64.
    package static func decode(_ text: ArraySlice<UInt8>) throws(DecodingError) -> [UInt8] {
        var decoder = Decoder(firstOffset: text.startIndex)
        let bytes = [UInt8](capacity: text.count / 4 * 3 + 3) { bytes in decoder.decode(text.span, into: &bytes) }
        if let error = decoder.error { throw error }
        return bytes
    }

    /// What is known while a text is read.
    private struct Decoder {
        /// What the first byte of the text is called.
        let firstOffset: Int
        /// Where the text stopped being base64.
        var error: DecodingError?
        private var group: UInt32 = 0
        private var digits = 0
        private var padding = 0

        init(firstOffset: Int) {
            self.firstOffset = firstOffset
        }

        mutating func decode(_ text: Span<UInt8>, into bytes: inout OutputSpan<UInt8>) {
            let values = Base64.values.span
            var position = 0
            while position < text.count {
                // Four digits at a time, which is all of the text but ends of lines and its own.
                while digits == 0, padding == 0, position + 4 <= text.count {
                    let first = values[Int(text[position])]
                    let second = values[Int(text[position + 1])]
                    let third = values[Int(text[position + 2])]
                    let fourth = values[Int(text[position + 3])]
                    guard first | second | third | fourth < 64 else { break }
                    bytes.append(first << 2 | second >> 4)
                    bytes.append(second << 4 | third >> 2)
                    bytes.append(third << 6 | fourth)
                    position += 4
                }
                guard position < text.count else { break }
                guard take(values[Int(text[position])], at: position, into: &bytes) else { return }
                position += 1
            }
            finish(at: text.count, into: &bytes)
        }

        /// Takes one character's value; false where it does not belong there.
        private mutating func take(_ value: UInt8, at position: Int, into bytes: inout OutputSpan<UInt8>) -> Bool {
            switch value {
            case space: return true
            case pad where digits + padding >= 2 && digits + padding < 4:
                padding += 1
                return true
            case invalid, pad: return fail(at: position, "is not base64")
            default:
                guard padding == 0 else { return fail(at: position, "has text after the padding") }
                group = group << 6 | UInt32(value)
                digits += 1
                guard digits == 4 else { return true }
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                (group, digits) = (0, 0)
                return true
            }
        }

        private mutating func finish(at end: Int, into bytes: inout OutputSpan<UInt8>) {
            guard digits > 0 else {
                if padding > 0 { _ = fail(at: end, "has padding where none belongs") }
                return
            }
            guard digits + padding == 4 else {
                _ = fail(at: end, "ends within a group of four")
                return
            }
            let bits = group << (6 * UInt32(padding))
            guard bits & (padding == 2 ? 0xFFFF : 0xFF) == 0 else {
                _ = fail(at: end, "has stray bits before the padding")
                return
            }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            if digits == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
        }

        private mutating func fail(at position: Int, _ reason: String) -> Bool {
            error = DecodingError(offset: firstOffset + position, reason: reason)
            return false
        }
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
