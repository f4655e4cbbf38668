import TrustModel

/// A SmtpUTF8Mailbox: an otherName that contains a non-ASCII mailbox (RFC 9598 section 3).
struct InternationalizedMailbox {
    let text: String
    /// The host in lower-case A-labels.
    let host: [UInt8]

    /// id-on-SmtpUTF8Mailbox.
    static let type = OID(1, 3, 6, 1, 5, 5, 7, 8, 9)

    /// Parses the value of an otherName of this type; nil if it is malformed or its host cannot be compared.
    init?(_ value: [UInt8]) {
        guard let octets = Self.content(ofString: value),
            let mailbox = String(validating: octets, as: UTF8.self),
            let at = mailbox.unicodeScalars.lastIndex(of: "@"), at != mailbox.startIndex
        else { return nil }
        let host = mailbox[mailbox.unicodeScalars.index(after: at)...]
        guard let ascii = InternationalizedHost.asciiName(of: host),
            NameSyntax.isHost(ascii[...]), let folded = HostText.folded(ascii[...])
        else { return nil }
        text = mailbox
        self.host = folded
    }

    /// Returns the content of a UTF8String in DER; nil for other types and for more than 255 octets, the maximum length
    /// of a mailbox (RFC 5321 section 4.5.3.1).
    private static func content(ofString element: [UInt8]) -> ArraySlice<UInt8>? {
        guard element.first == 0x0C else { return nil }
        // The parser has checked the length encoding: one octet, or 0x81 and one octet.
        return switch element.count {
        case 2..<0x82: element.dropFirst(2)
        case 0x83...0x102: element.dropFirst(3)
        default: nil
        }
    }
}
