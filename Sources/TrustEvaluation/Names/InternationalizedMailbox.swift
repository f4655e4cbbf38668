import TrustModel

/// A SmtpUTF8Mailbox: an otherName that holds a mailbox with characters beyond ASCII (RFC 9598 section 3).
struct InternationalizedMailbox {
    /// The mailbox as written.
    let text: String
    /// The host in lower-case A-labels.
    let host: [UInt8]

    /// id-on-SmtpUTF8Mailbox.
    static let type = OID(1, 3, 6, 1, 5, 5, 7, 8, 9)

    /// Reads the value of an otherName of this type; nil where it is malformed, or where the host has a form that cannot be
    /// compared.
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

    /// The content of a DER element that is a UTF8String; nil for others, and beyond 255 octets, which no mailbox has (RFC 5321
    /// section 4.5.3.1).
    private static func content(ofString element: [UInt8]) -> ArraySlice<UInt8>? {
        guard element.first == 0x0C else { return nil }
        // The parser has checked the length: one octet, or 0x81 and one octet.
        return switch element.count {
        case 2..<0x82: element.dropFirst(2)
        case 0x83...0x102: element.dropFirst(3)
        default: nil
        }
    }
}
