import TrustModel

/// Requires that the leaf contains each of the policy's mailboxes.
///
/// A mailbox is an rfc822Name (RFC 5280 section 4.2.1.6). With a local part that is not ASCII, it is a SmtpUTF8Mailbox (RFC
/// 9598 section 3).
/// The local part is compared exactly, the domain case-insensitively (RFC 5280 section 7.5, RFC 9598 section 5).
struct MailboxRule: Rule {
    static let name = "mailbox"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let wanted = context.requirements.mailboxes
        guard !wanted.isEmpty else { return .skipped(why: "the policy has no mailboxes") }
        // Parsing a SmtpUTF8Mailbox takes longer, and few policies name one.
        let isInternationalized = wanted.contains(where: \.isInternationalized)
        let offered = (context.path.leaf.facts.extensions.subjectAlternativeNames ?? []).compactMap { name in
            Self.mailbox(name, isInternationalized: isInternationalized)
        }
        // A set makes lookups fast: a leaf can have thousands of mailboxes, and many paths.
        let folded = Set(offered.lazy.map(\.folded))
        let missing = wanted.filter { !folded.contains($0.folded) }
        let shown = Fact("mailboxes", offered.prefix(100).map(\.text))
        let findings = missing.map { mailbox in
            Finding(
                .hostEmailMismatch,
                depth: 0,
                message: "The certificate is not valid for the mailbox \(VisibleText.item(mailbox.text)).",
                facts: [Fact("mailbox", mailbox.text), shown]
            )
        }
        let why = context.why("\(wanted.count) mailboxes were compared with the subject alternative names")
        return .applied(findings, why: why)
    }

    private static func mailbox(_ name: GeneralName, isInternationalized: Bool) -> Mailbox? {
        switch name {
        case .email(let text): Mailbox(text)
        case .otherName(InternationalizedMailbox.type, let value) where isInternationalized:
            InternationalizedMailbox(value).flatMap(Mailbox.init)
        case .dns, .ip, .uri, .directory, .otherName, .registeredID, .other: nil
        }
    }
}
