import TrustModel

/// The user principal name of a smart card: an otherName of Active Directory ([MS-WCCE] section 2.2.2.7.5; RFC 4556 uses
/// a Kerberos name instead).
struct UserPrincipalName {
    /// szOID_NT_PRINCIPAL_NAME.
    static let type = OID(1, 3, 6, 1, 4, 1, 311, 20, 2, 3)
    /// The maximum length in octets; Active Directory allows 1024 characters, of which the suffix has up to 255.
    static let maximumOctets = 1024

    /// The name with its ASCII letters in lower case.
    let folded: [UInt8]
    /// The position of the at sign in ``folded``.
    let at: Int

    /// Checks a name; nil unless it has exactly one at sign between other characters, and only visible characters.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumOctets,
            text.unicodeScalars.allSatisfy({ TextPattern.isVisible($0) && !$0.properties.isWhitespace })
        else { return nil }
        folded = TextPattern.folded(text)
        let parts = folded.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        at = parts[0].count
    }

    /// Parses the value of an otherName of this type, a UTF8String; nil for other types and for malformed text.
    init?(der value: [UInt8]) {
        guard let octets = Self.content(ofString: value), let text = String(validating: octets, as: UTF8.self) else {
            return nil
        }
        self.init(text)
    }

    /// Returns the content of a UTF8String in DER.
    private static func content(ofString element: [UInt8]) -> ArraySlice<UInt8>? {
        guard element.count >= 2, element[0] == 0x0C else { return nil }
        // The parser has checked that the element is one complete DER element.
        let header = element[1] < 0x80 ? 2 : 2 + Int(element[1] & 0x7F)
        return element.count > header ? element[header...] : nil
    }
}
