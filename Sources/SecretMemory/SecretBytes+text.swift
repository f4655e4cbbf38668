/// The reason why a secret file is not text.
package struct SecretTextFailure: Error, Equatable, Sendable {
    /// A predicate that follows the path in a message.
    package let reason: String
}

/// Text files with secrets, which Windows may have written.
extension SecretBytes {
    /// Returns the text in UTF-8, without a byte order mark and without one trailing LF or CRLF.
    ///
    /// - Returns: A copy; nil if memory is exhausted.
    /// - Throws: ``SecretTextFailure`` if a file with a byte order mark of UTF-16 is not UTF-16, or if the text has a NUL.
    package func text() throws(SecretTextFailure) -> SecretBytes? {
        let text = try withSpan { bytes throws(SecretTextFailure) -> SecretBytes? in
            switch (bytes.count > 0 ? bytes[0] : 0, bytes.count > 1 ? bytes[1] : 0, bytes.count > 2 ? bytes[2] : 0) {
            case (0xEF, 0xBB, 0xBF): return SecretBytes(copying: bytes.extracting(3..<bytes.count))
            case (0xFF, 0xFE, _): return try Self.utf8(ofUTF16: bytes.extracting(2..<bytes.count), low: 0)
            case (0xFE, 0xFF, _): return try Self.utf8(ofUTF16: bytes.extracting(2..<bytes.count), low: 1)
            default: return SecretBytes(copying: bytes)
            }
        }
        guard let text else { return nil }
        let hasNUL = text.withSpan { bytes in bytes.indices.contains { bytes[$0] == 0 } }
        guard !hasNUL else { throw SecretTextFailure(reason: "contains NUL bytes: save it as text in UTF-8") }
        return text.withoutLineEnd()
    }

    /// Converts text from UTF-16; `low` is the position of the low-order byte in each pair.
    private static func utf8(ofUTF16 bytes: Span<UInt8>, low: Int) throws(SecretTextFailure) -> SecretBytes? {
        guard bytes.count % 2 == 0 else { throw malformed }
        let count = bytes.count / 2
        return try SecretBytes(capacity: 3 * count) { output throws(SecretTextFailure) in
            var index = 0
            while index < count {
                var value = unit(index, of: bytes, low)
                index += 1
                let next = index < count ? unit(index, of: bytes, low) : 0
                if (0xD800..<0xDC00).contains(value), (0xDC00..<0xE000).contains(next) {
                    value = 0x10000 + (value - 0xD800) << 10 + (next - 0xDC00)
                    index += 1
                }
                guard let scalar = Unicode.Scalar(value) else { throw malformed }
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
            }
        }
    }

    private static func unit(_ index: Int, of bytes: Span<UInt8>, _ low: Int) -> UInt32 {
        UInt32(bytes[2 * index + low]) | UInt32(bytes[2 * index + 1 - low]) << 8
    }

    private static let malformed = SecretTextFailure(
        reason: "begins with the byte order mark of UTF-16, but is not UTF-16: save it as text in UTF-8"
    )
}
