import TrustModel

/// Patterns of one kind of subject alternative names.
package enum NamePatterns: Sendable {
    case dnsNames(HostPatternIndex)
    case uris([URIPattern])
    case emails([MailboxPattern])

    /// Compares a name; nil for a name of another kind.
    func match(_ name: GeneralName) -> ConstraintMatch? {
        switch (self, name) {
        case (.dnsNames(let index), .dns(let text)): return index.match(text)
        case (.uris(let patterns), .uri(let text)):
            // Divides each URI once, not once for each pattern.
            guard let parts = URIParts(text) else { return .uncertain }
            return patterns.any { $0.comparison(with: parts) }
        case (.emails(let patterns), .email(let text)):
            let mailbox = Mailbox(text)
            return patterns.any { $0.comparison(with: mailbox) }
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
        case (.uris(let patterns), .uri(let text)): (40 + 3 * text.utf8.count) * (1 + patterns.count / 4)
        case (.emails(let patterns), .email(let text)): (40 + 3 * text.utf8.count) * (1 + patterns.count)
        default: 1
        }
    }
}
