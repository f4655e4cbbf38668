/// Writes PEM text (RFC 7468) with an independent encoder.
package enum TestPEM {
    /// Writes bytes between BEGIN and END lines of the label given.
    ///
    /// - Parameters:
    ///   - label: such as `CERTIFICATE`.
    ///   - bytes: the content.
    ///   - lineLength: base64 characters a line; RFC 7468 writes 64.
    ///   - lineEnding: the end of each line, including the last.
    /// - Returns: the text.
    package static func encode(
        _ label: String,
        _ bytes: [UInt8],
        lineLength: Int = 64,
        lineEnding: String = "\n"
    ) -> String {
        let characters = characters(of: bytes)
        var text = Array("-----BEGIN \(label)-----\(lineEnding)".utf8)
        for start in stride(from: 0, to: characters.count, by: lineLength) {
            text += characters[start..<min(start + lineLength, characters.count)]
            text += lineEnding.utf8
        }
        return String(decoding: text + "-----END \(label)-----\(lineEnding)".utf8, as: UTF8.self)
    }

    /// Writes certificates one after another, in the order given.
    package static func chain(_ certificates: [TestCertificate]) -> String {
        certificates.map(\.pem).joined()
    }

    /// Writes base64 with padding on one line (RFC 4648 section 4).
    package static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: characters(of: bytes), as: UTF8.self)
    }

    private static func characters(of bytes: [UInt8]) -> [UInt8] {
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits = Int(bytes[start]) << 16
            if count > 1 { bits |= Int(bytes[start + 1]) << 8 }
            if count > 2 { bits |= Int(bytes[start + 2]) }
            characters.append(alphabet[bits >> 18])
            characters.append(alphabet[bits >> 12 & 0x3F])
            characters.append(count > 1 ? alphabet[bits >> 6 & 0x3F] : padding)
            characters.append(count > 2 ? alphabet[bits & 0x3F] : padding)
        }
        return characters
    }

    private static let padding = UInt8(ascii: "=")
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
