import TrustModel

/// Patterns of one kind of subject alternative names.
package enum NamePatterns: Sendable {
    case dnsNames(HostPatternIndex)
    case uris(URIPatternIndex)
    case emails(MailboxPatternIndex)

    /// Compares a name; nil for a name of another kind.
    func match(_ name: GeneralName) -> ConstraintMatch? {
        switch (self, name) {
        case (.dnsNames(let index), .dns(let text)): return index.match(text)
        case (.uris(let index), .uri(let text)): return URIParts(text).map(index.comparison) ?? .uncertain
        case (.emails(let index), .email(let text)): return index.comparison(with: Mailbox(text))
        // A mailbox in another form, which patterns cannot express.
        case (.emails, .otherName(InternationalizedMailbox.type, _)): return .uncertain
        default: return nil
        }
    }

    /// Returns the cost of comparing a name, in units of 10 nanoseconds.
    func cost(of name: GeneralName) -> Int {
        switch (self, name) {
        // A name is copied once and looked up by each of its suffixes.
        case (.dnsNames, .dns(let text)): 60 + 6 * min(text.utf8.count, 256)
        // A URI that is too long is not divided.
        case (.uris(let index), .uri(let text)): index.cost(ofOctets: min(text.utf8.count, URIParts.maximumOctets))
        case (.emails, .email(let text)): 60 + 6 * text.utf8.count
        default: 1
        }
    }
}
