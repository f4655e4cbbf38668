import StructuredDocuments

/// Checks of accounts at their places in a document, for a daemon that is about to start on this machine.
///
/// Other commands accept a configuration for another machine, whose users and groups they do not know.
extension DocumentValue {
    /// Adds an issue if the value names a group that does not exist.
    func refuseUnknownGroup() {
        refuseUnknown(.group) { account, kind throws(AccountReference.Failure) in _ = try account.identifier(as: kind) }
    }

    /// Adds an issue for each user or group of the section `clients` that does not exist, or that cannot be a credential.
    func refuseUnknownClients() {
        guard case .sequence = node.content, let items = list() else { return }
        for item in items {
            guard case .mapping = item.node.content, var client = item.mapping() else { continue }
            for (key, kind) in [("unixUser", AccountReference.Kind.user), ("unixGroup", .group)] {
                client.value(key)?.refuseUnknown(kind) { account, kind throws(AccountReference.Failure) in
                    _ = try account.credential(as: kind)
                }
            }
        }
    }

    /// Adds an issue if a check finds a mistake; values of another form have an issue already.
    ///
    /// A database that cannot be read is reported when the daemon needs the account, because it may be available again.
    private func refuseUnknown(
        _ kind: AccountReference.Kind,
        _ check: (AccountReference, AccountReference.Kind) throws(AccountReference.Failure) -> Void
    ) {
        let account: AccountReference? =
            switch node.content {
            case .string(let text), .number(let text): AccountReference(text)
            case .null, .bool, .sequence, .mapping: nil
            }
        guard let account else { return }
        do throws(AccountReference.Failure) {
            try check(account, kind)
        } catch {
            if error.status == .usage { refuse(error.reason) }
        }
    }
}
