import Synchronization
package import TrustModel

/// The outcome of a reload.
package struct IdentityReloadOutcome: Sendable, Equatable {
    /// The names of the identities whose certificates or keys changed, including those loaded for the first time.
    package let changed: [String]
    /// The errors of identities that could not be loaded; the last good state of each is kept.
    package let errors: [IdentityError]

    /// The outcome if nothing was reloaded.
    package static let unchanged = IdentityReloadOutcome(changed: [], errors: [])

    /// Creates an outcome.
    package init(changed: [String], errors: [IdentityError]) {
        self.changed = changed
        self.errors = errors
    }
}

/// The identities in use, and the reloads that replace them.
package final class IdentityStore: Sendable {
    /// Loads one identity, as ``IdentityLoader/load(_:)`` does.
    package typealias Loading = @Sendable (IdentityConfiguration) throws(IdentityError) -> ClientIdentity

    private struct State {
        var snapshot: IdentitySnapshot
        var lastReloadAt: Instant?
    }

    private let state: Mutex<State>
    /// Held during a reload, so that an earlier reload never replaces the result of a later one.
    private let reloading = Mutex(())
    private let configurations: [IdentityConfiguration]
    private let load: Loading

    /// Loads all identities; those that cannot be loaded have an error.
    package init(_ configurations: [IdentityConfiguration], load: @escaping Loading) {
        self.configurations = configurations
        self.load = load
        let entries = configurations.map { Self.entry($0, after: nil, load) }
        state = Mutex(State(snapshot: IdentitySnapshot(entries: entries), lastReloadAt: nil))
    }

    /// The current snapshot; reading it never waits for a reload.
    ///
    /// A private key is freed when the last user of a snapshot with this key releases the snapshot.
    package var snapshot: IdentitySnapshot { state.withLock { $0.snapshot } }

    /// The time of the last reload; nil if there was none.
    package var lastReloadAt: Instant? { state.withLock { $0.lastReloadAt } }

    /// Waits for a reload in progress, then loads all identities again.
    ///
    /// If an identity cannot be loaded, its last good state remains in use.
    /// - Parameter instant: The current time.
    /// - Returns: The changes and the errors.
    @discardableResult
    package func reload(at instant: Instant) -> IdentityReloadOutcome {
        reloading.withLock { _ in
            let previous = snapshot
            let entries = zip(configurations, previous.entries).map { Self.entry($0, after: $1, load) }
            state.withLock { state in
                state.snapshot = IdentitySnapshot(entries: entries)
                state.lastReloadAt = instant
            }
            let changed = zip(previous.entries, entries).filter { Self.isChanged($0, $1) }
            return IdentityReloadOutcome(
                changed: changed.map(\.1.configuration.name),
                errors: entries.compactMap(\.lastError)
            )
        }
    }

    private static func entry(
        _ configuration: IdentityConfiguration,
        after previous: IdentitySnapshot.Entry?,
        _ load: Loading
    ) -> IdentitySnapshot.Entry {
        do throws(IdentityError) {
            let identity = try load(configuration)
            return IdentitySnapshot.Entry(configuration: configuration, state: .loaded(identity), lastError: nil)
        } catch {
            let state = previous?.identity.map { IdentityState.loaded($0) } ?? .failed(error)
            return IdentitySnapshot.Entry(configuration: configuration, state: state, lastError: error)
        }
    }

    private static func isChanged(_ old: IdentitySnapshot.Entry, _ new: IdentitySnapshot.Entry) -> Bool {
        old.identity?.certificates.map(\.der) != new.identity?.certificates.map(\.der)
    }
}
