import TrustModel

/// Requires that the leaf contains each of the policy's mailboxes (RFC 5280 section 4.2.1.6).
///
/// The local part is compared exactly, the domain case-insensitively (RFC 5280 section 7.5).
struct MailboxRule: Rule {
    static let name = "mailbox"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let wanted = context.requirements.mailboxes
        guard !wanted.isEmpty else { return .skipped(why: "the policy has no mailboxes") }
        let offered = (context.path.leaf.facts.extensions.subjectAlternativeNames ?? []).compactMap { name in
            if case .email(let mailbox) = name { mailbox } else { nil }
        }
        // A set makes lookups fast: a leaf can have thousands of mailboxes, and many paths.
        let folded = Set(offered.lazy.map { Mailbox($0).folded })
        let missing = wanted.filter { !folded.contains($0.folded) }
        let shown = Fact("mailboxes", Array(offered.prefix(100)))
        let findings = missing.map { mailbox in
            Finding(
                .hostEmailMismatch,
                depth: 0,
                message: "The certificate is not valid for the mailbox \(mailbox.text).",
                facts: [Fact("mailbox", mailbox.text), shown]
            )
        }
        let why = context.why("\(wanted.count) mailboxes were compared with the subject alternative names")
        return .applied(findings, why: why)
    }
}
