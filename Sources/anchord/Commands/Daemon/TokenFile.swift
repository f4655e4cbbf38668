import StructuredDocuments

/// A file with a bearer token.
enum TokenFile {
    /// The maximum length of a token in bytes, which leaves space for the other fields of a request.
    private static let maximumBytes = 4096

    /// Returns the token without a line break at the end.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be read, or has text that is not a token (RFC 6750 section 2.1).
    static func token(in path: String) throws(CommandFailure) -> String {
        let bytes = try InputFile.bytes(of: path)
        let token = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        guard !token.isEmpty, token.count <= maximumBytes, token.allSatisfy(isTokenCharacter) else {
            throw CommandFailure([
                "\(QuotedText.printable(path)): expected one token of letters, digits and `-._~+/=`, at most "
                    + "\(maximumBytes) characters, on one line"
            ])
        }
        return String(decoding: token, as: UTF8.self)
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte.lowercasedASCII)
            || "-._~+/=".utf8.contains(byte)
    }
}
