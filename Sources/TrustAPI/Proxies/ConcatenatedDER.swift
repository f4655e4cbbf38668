/// Divides certificates in DER that follow each other without a separator, as HAProxy's `ssl_c_chain_der` writes them.
enum ConcatenatedDER {
    /// Returns the elements; the last one has all bytes from the first malformed header on.
    static func elements(of bytes: [UInt8]) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = end(ofElementAt: start, in: bytes) ?? bytes.count
            elements.append(Array(bytes[start..<end]))
            start = end
        }
        return elements
    }

    /// Returns the end of a SEQUENCE of at least 128 bytes, as every certificate is; nil if it is malformed or truncated.
    private static func end(ofElementAt start: Int, in bytes: [UInt8]) -> Int? {
        guard bytes.count - start >= 4, bytes[start] == 0x30 else { return nil }
        let octets = Int(bytes[start + 1] & 0x7F)
        guard bytes[start + 1] > 0x80, octets <= 4, bytes.count - start >= 2 + octets else { return nil }
        let length = bytes[start + 2..<start + 2 + octets].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - start - 2 - octets else { return nil }
        return start + 2 + octets + length
    }
}
