/// A mailbox, and its form for comparisons (RFC 5280 section 7.5, RFC 9598 section 5).
///
/// The local part is compared exactly, the domain as lower-case A-labels.
struct Mailbox: Sendable {
    let text: String
    let folded: [UInt8]

    /// Normalizes a mailbox; text without an at sign is unchanged.
    init(_ text: String) {
        self.text = text
        let octets = text.utf8
        guard let at = octets.lastIndex(of: UInt8(ascii: "@")) else {
            folded = Array(octets)
            return
        }
        let domain = octets[octets.index(after: at)...]
        // A domain that cannot be converted is compared as it is, and so with no other spelling.
        let ascii = domain.allSatisfy { $0 < 0x80 } ? nil : InternationalizedHost.asciiName(of: Substring(domain))
        folded = octets[...at] + Self.lowercased(ascii.map { Array($0.utf8) } ?? Array(domain))
    }

    /// Normalizes a SmtpUTF8Mailbox.
    ///
    /// Returns nil if the local part is ASCII, because only an rfc822Name may contain such a mailbox (RFC 9598 section 3).
    init?(_ mailbox: InternationalizedMailbox) {
        text = mailbox.text
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")), text.utf8[..<at].contains(where: { $0 >= 0x80 })
        else {
            return nil
        }
        folded = text.utf8[...at] + mailbox.host
    }

    /// Whether the local part has a character that is not ASCII, so that only a SmtpUTF8Mailbox can contain the mailbox.
    var isInternationalized: Bool {
        let local = folded.prefix { $0 != UInt8(ascii: "@") }
        return local.contains { $0 >= 0x80 }
    }

    private static func lowercased(_ octets: [UInt8]) -> [UInt8] {
        octets.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
