import Foundation

/// Searches for parts of a private key in bytes that may contain none.
extension TestKey {
    /// Returns the encodings in which bytes contain a part of the private key: binary, hexadecimal or base64.
    ///
    /// Line breaks in the bytes, also escaped ones, are ignored. Every part has 16 bytes.
    ///
    /// - Throws: ``OpenSSLFailure`` if the private key cannot be encoded.
    package func disclosures(in bytes: some Sequence<UInt8>) throws -> Set<String> {
        let raw = Data(bytes)
        let text = String(decoding: raw, as: UTF8.self).replacing("\\n", with: "").filter { !$0.isNewline }
        let data = Data(text.utf8)
        let lowercased = Data(text.lowercased().utf8)
        var found: Set<String> = []
        for part in try secretParts() {
            let hexadecimal = part.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            if raw.range(of: Data(part)) != nil { found.insert("binary") }
            if lowercased.range(of: Data(hexadecimal.utf8)) != nil { found.insert("hexadecimal") }
            // Each position of a part in groups of 3 bytes leads to another text.
            for piece in [part[0..<15], part[1..<16], part[2..<14]] where data.range(of: Self.base64(piece)) != nil {
                found.insert("base64")
            }
        }
        return found
    }

    private static func base64(_ bytes: ArraySlice<UInt8>) -> Data { Data(TestPEM.base64(Array(bytes)).utf8) }

    /// Returns overlapping parts of the private key that have no bytes of the public key.
    private func secretParts() throws -> [[UInt8]] {
        let key = try privateKeyDER()
        let open = Data(subjectPublicKeyInfo)
        let starts = stride(from: 0, through: key.count - 16, by: 8)
        return starts.map { Array(key[$0..<($0 + 16)]) }.filter { part in
            !stride(from: 0, through: 8, by: 1).contains { open.range(of: Data(part[$0..<($0 + 8)])) != nil }
        }
    }
}
