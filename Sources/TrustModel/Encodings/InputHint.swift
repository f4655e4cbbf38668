/// Recognizes usual mistakes in inputs that are neither PEM nor DER.
package enum InputHint {
    /// The number of bytes that are examined.
    private static let maximumBytes = 8192

    /// Returns a clause that names the mistake and its fix, to be appended to a reason; empty if none is recognized.
    package static func suffix(for bytes: some Collection<UInt8>) -> String {
        clause(for: Array(bytes.prefix(maximumBytes))).map { ": " + $0 } ?? ""
    }

    private static func clause(for bytes: [UInt8]) -> String? {
        if isUTF16(bytes) { return "it is UTF-16, as PowerShell writes it; save it as ASCII or UTF-8" }
        let letters = bytes.map { (0x61...0x7A).contains($0) ? $0 ^ 0x20 : $0 }
        let text = LetterText(letters)
        if text.has("-----BEGIN%20") || text.has("-----BEGIN+") || text.has("%2D%2D%2D%2D%2DBEGIN") {
            return "it is URL-encoded PEM; decode it first"
        }
        if bytes.starts(with: "-----BEGIN ".utf8), text.has("-----\\N") || text.has("-----\\R") {
            return "it has the characters `\\n` in place of line breaks; replace them by line breaks"
        }
        if text.has("BEGIN"), text.has("CERTIFICATE") || text.has("PKCS7") {
            return "its BEGIN line is damaged; expected `-----BEGIN CERTIFICATE-----`"
        }
        if text.has("<HTML") || text.has("<!DOCTYPE") { return "it is an HTML page" }
        if isFileName(letters) { return "it has the form of a file name; give the contents of the file" }
        return nil
    }

    /// Whether the bytes have the byte order mark of UTF-16, or are ASCII in UTF-16 without one.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        return bytes.starts(with: [0x2D, 0, 0x2D, 0]) || bytes.starts(with: [0, 0x2D, 0, 0x2D])
    }

    private static func isFileName(_ letters: [UInt8]) -> Bool {
        guard letters.count < 512, letters.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
        return [".PEM", ".CRT", ".CER", ".DER", ".P7B"].contains { letters.suffix(4).elementsEqual($0.utf8) }
    }
}

/// Bytes in which words are searched.
private struct LetterText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func has(_ word: String) -> Bool {
        let word = Array(word.utf8)
        guard let first = word.first, bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains { start in
            bytes[start] == first && bytes[start...].starts(with: word)
        }
    }
}
