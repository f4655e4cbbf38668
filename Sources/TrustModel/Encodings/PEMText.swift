/// Detects PEM text (RFC 7468 section 2).
package enum PEMText {
    /// Returns whether a block begins anywhere in the bytes; takes linear time.
    package static func hasBlock(in bytes: [UInt8]) -> Bool {
        var dashes = 0
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "-") {
                dashes += 1
            } else if dashes >= 5, bytes[index...].starts(with: "BEGIN ".utf8) {
                return true
            } else {
                dashes = 0
            }
        }
        return false
    }
}
