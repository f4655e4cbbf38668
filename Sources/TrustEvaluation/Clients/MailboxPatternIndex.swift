/// A list of mailbox patterns, indexed so that a mailbox is compared with all patterns in a few lookups.
package struct MailboxPatternIndex: Sendable {
    private var exact: Set<OctetKey> = []
    /// The mailboxes of ``exact`` with a local part in lower case.
    private var exactWithoutCase: Set<OctetKey> = []
    /// The domains with their at signs.
    private var domains: Set<OctetKey> = []

    /// Indexes patterns.
    package init(_ patterns: [MailboxPattern]) {
        for pattern in patterns {
            let key = OctetKey(pattern.folded[...])
            if pattern.hasWildcard {
                domains.insert(key)
            } else {
                exact.insert(key)
                exactWithoutCase.insert(OctetKey(MailboxPattern.lowercased(pattern.folded)[...]))
            }
        }
    }

    /// Whether a mailbox of a certificate matches; a mailbox with other than visible ASCII characters never does.
    func matches(_ mailbox: Mailbox) -> Bool {
        guard MailboxPattern.isPlain(mailbox), let at = mailbox.folded.firstIndex(of: MailboxPattern.at) else {
            return false
        }
        if exact.contains(OctetKey(mailbox.folded[...])) { return true }
        return domains.contains(OctetKey(mailbox.folded[at...])) && MailboxPattern.isDotAtom(mailbox.folded[..<at])
    }

    /// Compares a mailbox of a certificate; the result is uncertain if applications can read the mailbox differently.
    ///
    /// Many applications ignore the case of the local part, so a difference only in case is uncertain.
    func comparison(with mailbox: Mailbox) -> ConstraintMatch {
        if matches(mailbox) { return .met }
        guard MailboxPattern.isPlain(mailbox), let at = mailbox.folded.firstIndex(of: MailboxPattern.at) else {
            return .uncertain
        }
        let domain = mailbox.folded[(at + 1)...]
        guard MailboxPattern.isDotAtom(mailbox.folded[..<at]), domain.last != HostText.period,
            HostText.folded(Substring(decoding: domain, as: UTF8.self)) != nil
        else { return .uncertain }
        let isEqualWithoutCase = exactWithoutCase.contains(OctetKey(MailboxPattern.lowercased(mailbox.folded)[...]))
        return isEqualWithoutCase ? .uncertain : .unmet
    }
}
