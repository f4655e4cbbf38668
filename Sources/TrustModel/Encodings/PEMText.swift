/// Detects and encodes PEM text (RFC 7468 section 2).
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

    /// The number of base64 characters per line (RFC 7468 section 2).
    private static let lineLength = 64

    /// Returns the size in bytes of the block for a label and a number of octets of DER.
    package static func size(of label: String, octets: Int) -> Int {
        let base64 = (octets + 2) / 3 * 4
        return "-----BEGIN -----\n-----END -----\n".utf8.count + 2 * label.utf8.count
            + base64 + (base64 + lineLength - 1) / lineLength
    }

    /// Encodes DER as one block with a trailing line break.
    package static func encode(_ der: [UInt8], label: String) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(size(of: label, octets: der.count))
        text += "-----BEGIN \(label)-----\n".utf8
        var rest = Array(Base64.encode(der).utf8)[...]
        while !rest.isEmpty {
            text += rest.prefix(lineLength)
            text.append(UInt8(ascii: "\n"))
            rest = rest.dropFirst(lineLength)
        }
        text += "-----END \(label)-----\n".utf8
        return String(decoding: text, as: UTF8.self)
    }
}
