import MicrohttpdServer
import StructuredDocuments

/// The token of an Authorization field (RFC 6750 section 2.1).
enum BearerToken {
    /// Returns the bytes of the token; nil if the field is absent or has another scheme or another form.
    static func bytes(in headers: HTTPHeaders) -> [UInt8]? {
        guard let field = headers["Authorization"]?.utf8, let space = field.firstIndex(of: UInt8(ascii: " ")) else {
            return nil
        }
        let token = field[space...].drop { $0 == UInt8(ascii: " ") }
        guard field[..<space].lazy.map(\.lowercasedASCII).elementsEqual("bearer".utf8), !token.isEmpty,
            token.allSatisfy(isTokenCharacter)
        else { return nil }
        return Array(token)
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte.lowercasedASCII)
            || "-._~+/=".utf8.contains(byte)
    }
}
