import TrustModel

/// Requires that the leaf is for each of the policy's mailboxes (RFC 5280 section 4.2.1.6).
///
/// The local part is compared exactly, the domain without regard to case (RFC 5280 section 7.5).
struct MailboxRule: Rule {
    let name = "mailbox"

    func judge(_ context: PathContext) -> RuleOutcome {
        let wanted = context.requirements.emails
        guard !wanted.isEmpty else { return .skipped(why: "the policy names no mailbox") }
        let offered = (context.path.leaf.facts.extensions.subjectAlternativeNames ?? []).compactMap { name in
            if case .email(let mailbox) = name { mailbox } else { nil }
        }
        let missing = wanted.filter { mailbox in !offered.contains { Self.isSame($0, mailbox) } }
        let findings = missing.map { mailbox in
            Finding(
                .hostEmailMismatch, depth: 0, message: "The certificate is not for the mailbox \(mailbox).",
                facts: [Fact("mailbox", mailbox), Fact("mailboxes", offered)])
        }
        return .judged(findings, why: "\(wanted.count) mailboxes were compared with the subject alternative names")
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        guard let leftAt = left.lastIndex(of: "@"), let rightAt = right.lastIndex(of: "@") else { return false }
        return left[..<leftAt] == right[..<rightAt] && left[leftAt...].lowercased() == right[rightAt...].lowercased()
    }
}
