/// Base64 with the standard alphabet (RFC 4648 section 4).
package enum Base64 {
    /// The offset and the reason of invalid base64.
    package struct DecodingError: Error, Equatable, Sendable {
        /// The byte offset in the text.
        package let offset: Int
        /// The defect at that byte, as a clause.
        package let reason: String
    }

    /// Encodes with padding and without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        let text = [UInt8](capacity: (bytes.count + 2) / 3 * 4) { text in
            var start = 0
            while start + 2 < bytes.count {
                append(group(bytes[start], bytes[start + 1], and: bytes[start + 2]), to: &text)
                start += 3
            }
            switch bytes.count - start {
            case 2: append(group(bytes[start], bytes[start + 1]), padding: 1, to: &text)
            case 1: append(group(bytes[start]), padding: 2, to: &text)
            default: break
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns three bytes as one number; missing bytes at the end are zero.
    static func group(_ first: UInt8, _ second: UInt8 = 0, and third: UInt8 = 0) -> UInt32 {
        UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    }

    /// Appends the four characters of a group; the last `padding` characters are "=".
    @inline(__always)
    static func append(_ group: UInt32, padding: Int = 0, to text: inout OutputSpan<UInt8>) {
        // With 64 elements, every 6-bit index is valid, so the compiler omits bounds checks.
        let alphabet = alphabet.span.extracting(0..<64)
        text.append(alphabet[Int(group >> 18 & 63)])
        text.append(alphabet[Int(group >> 12 & 63)])
        text.append(padding > 1 ? UInt8(ascii: "=") : alphabet[Int(group >> 6 & 63)])
        text.append(padding > 0 ? UInt8(ascii: "=") : alphabet[Int(group & 63)])
    }

    /// Decodes text that may contain white space anywhere; padding must be complete, and unused bits must be 0.
    ///
    /// - Throws: ``DecodingError`` with the offset of the first invalid byte.
    package static func decode(_ text: ArraySlice<UInt8>) throws(DecodingError) -> [UInt8] {
        var decoder = Decoder(firstOffset: text.startIndex)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        decoder.decode(text.span, into: &bytes)
        if let error = decoder.error { throw error }
        return bytes
    }

    private struct Decoder {
        let firstOffset: Int
        var error: DecodingError?
        private var group: UInt32 = 0
        private var digits = 0
        private var padding = 0

        init(firstOffset: Int) {
            self.firstOffset = firstOffset
        }

        /// Decodes 64 characters at a time (a line of PEM), then four at a time; near line ends, single characters.
        mutating func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
            let values = Base64.values.span
            var position = 0
            while position < text.count {
                let value = values[Int(text[position])]
                if digits == 0, padding == 0, value < 64 {
                    let start = position
                    while text.count - position >= 64,
                        decodeRun(text.extracting(position..<position + 64), into: &bytes)
                    {
                        position += 64
                        if position < text.count, text[position] == 0x0A { position += 1 }
                    }
                    while text.count - position >= 4, decodeRun(text.extracting(position..<position + 4), into: &bytes)
                    {
                        position += 4
                    }
                    if position > start { continue }
                }
                guard decode(value, at: position, into: &bytes) else { return }
                position += 1
            }
            finish(at: text.count, into: &bytes)
        }

        /// Decodes a run, whose length must be a multiple of four; decodes nothing unless all characters are digits.
        ///
        /// Inlined so that the compiler knows the length and omits bounds checks.
        @inline(__always)
        private func decodeRun(_ run: Span<UInt8>, into bytes: inout [UInt8]) -> Bool {
            let shifted = Base64.shiftedValues.span
            let (first, second) = (shifted.extracting(0..<256), shifted.extracting(256..<512))
            let (third, fourth) = (shifted.extracting(512..<768), shifted.extracting(768..<1024))
            let groups = run.count / 4
            // A character that is not a digit sets a bit above the 24 bits of the group.
            var bits: UInt32 = 0
            bytes.append(addingCapacity: 3 * groups) { decoded in
                // Appending octets one by one takes longer, because each time the capacity is checked.
                decoded.append(repeating: 0, count: 3 * groups)
                var octets = decoded.mutableSpan
                guard octets.count == 3 * groups else { return }
                // The compiler unrolls loops of constant, small length.
                for start in stride(from: 0, to: groups, by: 8) {
                    for index in start..<min(start + 8, groups) {
                        let group =
                            first[Int(run[4 * index])] | second[Int(run[4 * index + 1])]
                            | third[Int(run[4 * index + 2])] | fourth[Int(run[4 * index + 3])]
                        bits |= group
                        octets[3 * index] = UInt8(truncatingIfNeeded: group >> 16)
                        octets[3 * index + 1] = UInt8(truncatingIfNeeded: group >> 8)
                        octets[3 * index + 2] = UInt8(truncatingIfNeeded: group)
                    }
                }
                if bits >= 1 << 24 { decoded.removeAll() }
            }
            return bits < 1 << 24
        }

        /// Handles the value of one character; returns false if the character is invalid at its position.
        private mutating func decode(_ value: UInt8, at position: Int, into bytes: inout [UInt8]) -> Bool {
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

        private mutating func finish(at end: Int, into bytes: inout [UInt8]) {
            guard digits > 0 else {
                if padding > 0 { _ = fail(at: end, "has unexpected padding") }
                return
            }
            guard digits + padding == 4 else {
                _ = fail(at: end, "ends within a group of four characters")
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

    /// The values of the digits at each of the four places in a group of 24 bits; other characters set bit 24.
    private static let shiftedValues: [UInt32] = (0..<1024).map { index in
        let value = values[index % 256]
        return value < 64 ? UInt32(value) << UInt32(18 - 6 * (index / 256)) : 1 << 24
    }
}
