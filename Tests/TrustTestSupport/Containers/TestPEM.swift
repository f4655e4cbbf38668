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
        let characters = Array(base64(bytes))
        let lines = stride(from: 0, to: characters.count, by: lineLength).map { start in
            String(characters[start..<min(start + lineLength, characters.count)])
        }
        return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----"])
            .map { $0 + lineEnding }.joined()
    }

    /// Writes certificates one after another, in the order given.
    package static func chain(_ certificates: [TestCertificate]) -> String {
        certificates.map(\.pem).joined()
    }

    /// Writes base64 with padding on one line (RFC 4648 section 4).
    package static func base64(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            text += quartet(bytes[start..<min(start + 3, bytes.count)])
        }
        return text
    }

    private static func quartet(_ octets: ArraySlice<UInt8>) -> String {
        let bits = octets.reduce(0) { $0 << 8 | Int($1) } << ((3 - octets.count) * 8)
        let characters = (0...octets.count).map { alphabet[bits >> (18 - 6 * $0) & 0x3F] }
        return String(characters) + String(repeating: "=", count: 3 - octets.count)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
