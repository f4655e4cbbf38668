import TrustModel

/// A SmtpUTF8Mailbox: an otherName that holds a mailbox with characters beyond ASCII (RFC 9598 section 3).
struct InternationalizedMailbox {
    /// The mailbox as written.
    let text: String
    /// The host in lower-case A-labels.
    let host: [UInt8]

    /// Reads the content of an otherName; nil where it is malformed, or where the host has a form that cannot be compared.
    init?(_ content: [UInt8]) {
        guard Self.isType(of: content),
            let value = Self.content(of: content.dropFirst(Self.type.count), tag: 0xA0),
            let octets = Self.content(of: value, tag: 0x0C),
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

    /// Whether the content of an otherName begins with the type of these mailboxes.
    static func isType(of content: [UInt8]) -> Bool { content.starts(with: type) }

    /// The DER of id-on-SmtpUTF8Mailbox.
    private static let type: [UInt8] = [0x06, 0x08] + OID(1, 3, 6, 1, 5, 5, 7, 8, 9).der

    /// The content of the one DER element that fills some bytes; nil for other tags and lengths, and beyond 255 octets, which
    /// no mailbox has (RFC 5321 section 4.5.3.1).
    private static func content(of bytes: ArraySlice<UInt8>, tag: UInt8) -> ArraySlice<UInt8>? {
        guard bytes.first == tag, let length = bytes.dropFirst().first else { return nil }
        let isLong = length == 0x81
        let content = bytes.dropFirst(isLong ? 3 : 2)
        let claimed = isLong ? bytes.dropFirst(2).first : length
        guard let claimed, isLong == (claimed >= 0x80), content.count == Int(claimed) else { return nil }
        return content
    }
}
