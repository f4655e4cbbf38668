import TrustModel

/// Requires that the leaf is for each of the policy's mailboxes (RFC 5280 section 4.2.1.6).
///
/// The local part is compared exactly, the domain without regard to case (RFC 5280 section 7.5).
struct MailboxRule: Rule {
    static let name = "mailbox"

    func judge(_ context: PathContext) -> RuleOutcome {
        let wanted = context.requirements.emails
        guard !wanted.isEmpty else { return .skipped(why: "the policy names no mailbox") }
        let offered = (context.path.leaf.facts.extensions.subjectAlternativeNames ?? []).compactMap { name in
            if case .email(let mailbox) = name { mailbox } else { nil }
        }
        // A leaf can have thousands of mailboxes, and each path is judged anew.
        let folded = Set(offered.map(Self.folded))
        let missing = wanted.filter { !folded.contains(Self.folded($0)) }
        let findings = missing.map { mailbox in
            Finding(
                .hostEmailMismatch,
                depth: 0,
                message: "The certificate is not for the mailbox \(mailbox).",
                facts: [Fact("mailbox", mailbox), Fact("mailboxes", Array(offered.prefix(100)))]
            )
        }
        let why = context.why("\(wanted.count) mailboxes were compared with the subject alternative names")
        return .judged(findings, why: why)
    }

    /// What two spellings of one mailbox share: the local part as it is, the domain in lower case.
    private static func folded(_ mailbox: String) -> [UInt8] {
        guard let at = mailbox.utf8.lastIndex(of: UInt8(ascii: "@")) else { return Array(mailbox.utf8) }
        return mailbox.utf8[..<at] + mailbox.utf8[at...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
