/// A pattern of mailboxes: one mailbox, or `*@` and a domain for all mailboxes of this domain.
///
/// The local part is compared exactly, the domain without regard to the case of ASCII letters (RFC 5280 section 7.5).
/// ``MailboxPatternIndex`` compares mailboxes with patterns.
package struct MailboxPattern: Sendable, Hashable {
    /// The normalized mailbox, or the at sign and the domain.
    let folded: [UInt8]
    let hasWildcard: Bool

    static let at = UInt8(ascii: "@")

    /// Parses a pattern.
    ///
    /// - Throws: ``NamePatternError`` if the text is not a mailbox with visible ASCII characters, or has a wildcard that
    ///   is not its whole local part.
    package init(_ text: String) throws(NamePatternError) {
        hasWildcard = text.hasPrefix("*@")
        let mailbox = Mailbox(hasWildcard ? "x" + text.dropFirst() : text)
        guard Self.isPlain(mailbox) else {
            throw NamePatternError("is not a mailbox such as ann@example.com or *@example.com")
        }
        guard !mailbox.folded.contains(UInt8(ascii: "*")) else {
            throw NamePatternError("has a wildcard that is not its whole local part")
        }
        folded = hasWildcard ? Array(mailbox.folded.dropFirst()) : mailbox.folded
    }

    static func lowercased(_ octets: [UInt8]) -> [UInt8] {
        octets.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Whether a local part needs no quotes (RFC 5322 section 3.2.3), so that no application reads it differently.
    static func isDotAtom(_ part: ArraySlice<UInt8>) -> Bool {
        let atoms = part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return atoms.allSatisfy { atom in
            !atom.isEmpty
                && atom.allSatisfy { octet in
                    switch octet {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                    default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(octet)
                    }
                }
        }
    }

    /// Whether a mailbox has exactly one at sign, with visible ASCII characters before and after it.
    static func isPlain(_ mailbox: Mailbox) -> Bool {
        let parts = mailbox.folded.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return mailbox.folded.count <= 320 && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && mailbox.folded.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
