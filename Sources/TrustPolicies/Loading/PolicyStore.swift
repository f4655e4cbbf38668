import Synchronization
package import TrustModel

/// What a reload came to.
package enum ReloadOutcome: Sendable {
    /// The new snapshot counts from now on; the names are those of the sets that changed, were added or were removed.
    case loaded(PolicySnapshot, changedSets: [String])
    /// The last good snapshot stays.
    case failed(PolicyLoadError)
}

/// The snapshot that counts, and the reloading that replaces it.
package final class PolicyStore: Sendable {
    /// How loading has gone so far.
    package struct Status: Sendable, Equatable {
        /// When the present snapshot was loaded.
        package var loadedAt: Instant
        /// The present snapshot's revision.
        package var revision: String
        /// When a reload was last tried; nil when never.
        package var lastReloadAt: Instant?
        /// Why the last reload failed, one problem a line; nil when it did not.
        package var lastReloadError: String?
        /// Reloads that replaced the snapshot; the first loading does not count.
        package var successfulReloads: Int
        /// Reloads after which the last good snapshot stayed.
        package var failedReloads: Int

        /// Takes all figures.
        package init(
            loadedAt: Instant,
            revision: String,
            lastReloadAt: Instant? = nil,
            lastReloadError: String? = nil,
            successfulReloads: Int = 0,
            failedReloads: Int = 0
        ) {
            self.loadedAt = loadedAt
            self.revision = revision
            self.lastReloadAt = lastReloadAt
            self.lastReloadError = lastReloadError
            self.successfulReloads = successfulReloads
            self.failedReloads = failedReloads
        }
    }

    private struct State {
        var snapshot: PolicySnapshot
        var status: Status
    }

    private let state: Mutex<State>
    private let countingSerial: Atomic<UInt64>
    /// Held while a reload reads files, so that a later reload never loses to an earlier one; requests do not take it.
    private let reloading = Mutex(())
    private let load: @Sendable (PolicySnapshot?) throws(PolicyLoadError) -> PolicySnapshot
    private let now: @Sendable () -> Instant

    /// Loads the first snapshot.
    ///
    /// - Parameters:
    ///   - now: the wall clock.
    ///   - load: reads everything, given the snapshot in use, as ``PolicyLoader/load(after:)`` does.
    /// - Throws: ``PolicyLoadError`` when there is no first snapshot to begin with.
    package init(
        now: @escaping @Sendable () -> Instant,
        load: @escaping @Sendable (PolicySnapshot?) throws(PolicyLoadError) -> PolicySnapshot
    ) throws(PolicyLoadError) {
        let snapshot = try load(nil)
        self.load = load
        self.now = now
        let status = Status(loadedAt: now(), revision: snapshot.revision)
        countingSerial = Atomic(snapshot.serial)
        state = Mutex(State(snapshot: snapshot, status: status))
    }

    /// The serial number of the snapshot that counts now, for those who need no more: nothing is written to read it, so
    /// threads do not get in each other's way.
    package var serial: UInt64 { countingSerial.load(ordering: .acquiring) }

    /// The snapshot that counts now; never waits for a reload.
    package var snapshot: PolicySnapshot {
        state.withLock { $0.snapshot }
    }

    /// How loading has gone so far.
    package var status: Status {
        state.withLock { $0.status }
    }

    /// Loads everything anew and, if all of it is valid, lets it count; waits for a reload that is under way.
    package func reload() -> ReloadOutcome {
        reloading.withLock { _ in
            do throws(PolicyLoadError) {
                let previous = snapshot
                let snapshot = try load(previous)
                let changes = snapshot.setsChanged(since: previous)
                replace(by: snapshot, at: now())
                return .loaded(snapshot, changedSets: changes)
            } catch {
                record(error, at: now())
                return .failed(error)
            }
        }
    }

    private func replace(by snapshot: PolicySnapshot, at instant: Instant) {
        // What is replaced is let go of outside the lock: freeing a large snapshot takes its time.
        let replaced = state.withLock { state in
            let replaced = state.snapshot
            state.snapshot = snapshot
            countingSerial.store(snapshot.serial, ordering: .releasing)
            state.status.loadedAt = instant
            state.status.revision = snapshot.revision
            state.status.lastReloadAt = instant
            state.status.lastReloadError = nil
            state.status.successfulReloads += 1
            return replaced
        }
        withExtendedLifetime(replaced) {}
    }

    private func record(_ error: PolicyLoadError, at instant: Instant) {
        let text = error.description
        state.withLock { state in
            state.status.lastReloadAt = instant
            state.status.lastReloadError = text
            state.status.failedReloads += 1
        }
    }
}
