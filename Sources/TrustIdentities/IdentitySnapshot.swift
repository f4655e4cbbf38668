/// The state of one configured identity.
package enum IdentityState: Sendable {
    case loaded(ClientIdentity)
    /// The identity has never been loaded.
    case failed(IdentityError)
}

/// All configured identities at one time; the snapshot does not change.
package struct IdentitySnapshot: Sendable {
    /// One configured identity.
    package struct Entry: Sendable {
        /// The configuration.
        package let configuration: IdentityConfiguration
        /// The identity, or the error of loading it.
        package let state: IdentityState
        /// The error of the last attempt; an identity loaded earlier remains in use.
        package let lastError: IdentityError?

        /// The identity; nil if it has never been loaded.
        package var identity: ClientIdentity? { if case .loaded(let identity) = state { identity } else { nil } }
    }

    /// The identities in the order of the configuration.
    package let entries: [Entry]

    /// Returns the entries that satisfy a condition.
    package func filtered(_ isIncluded: (Entry) -> Bool) -> IdentitySnapshot {
        IdentitySnapshot(entries: entries.filter(isIncluded))
    }

    /// Returns the entry with a name, compared by its bytes; nil if there is none.
    package func entry(named name: String) -> Entry? {
        entries.first { $0.configuration.name.utf8.elementsEqual(name.utf8) }
    }
}
