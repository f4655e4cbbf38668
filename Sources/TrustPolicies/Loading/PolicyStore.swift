import Synchronization
import TrustEvaluation
package import TrustModel

/// The outcome of a reload.
package enum ReloadOutcome: Sendable {
    /// The new snapshot is in use; `changedSets` names the changed, added and removed sets.
    case loaded(PolicySnapshot, changedSets: [String])
    /// The previous snapshot remains in use.
    case failed(PolicyLoadError)
}

/// The policy snapshot in use, and the reloads that replace it.
package final class PolicyStore: Sendable {
    /// Facts about the current snapshot and past reloads.
    package struct Status: Sendable, Equatable {
        /// The time at which the current snapshot was loaded.
        package var loadedAt: Instant
        /// The revision of the current snapshot.
        package var revision: String
        /// The time of the last reload, successful or not; nil if there was none.
        package var lastReloadAt: Instant?
        /// The problems of the last reload, one per line; nil if the reload succeeded or there was no reload.
        package var lastReloadError: String?
        /// The number of successful reloads, without the first load.
        package var successfulReloads: Int
        /// The number of failed reloads.
        package var failedReloads: Int

        /// Creates a status from its parts.
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
    private let currentSerial: Atomic<UInt64>
    private let currentBlocks: Atomic<UInt64>
    /// Held during a reload, so that an earlier reload never replaces the result of a later one.
    ///
    /// Requests never take this lock.
    private let reloading = Mutex(())
    private let load: @Sendable (PolicySnapshot?) throws(PolicyLoadError) -> PolicySnapshot
    private let now: @Sendable () -> Instant

    /// Loads the first snapshot.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - load: Loads a snapshot, given the one in use, as ``PolicyLoader/load(after:)`` does.
    /// - Throws: ``PolicyLoadError`` if the first load fails.
    package init(
        now: @escaping @Sendable () -> Instant,
        load: @escaping @Sendable (PolicySnapshot?) throws(PolicyLoadError) -> PolicySnapshot
    ) throws(PolicyLoadError) {
        let snapshot = try load(nil)
        self.load = load
        self.now = now
        let status = Status(loadedAt: now(), revision: snapshot.revision)
        currentSerial = Atomic(snapshot.serial)
        currentBlocks = Atomic(snapshot.blocks.serial)
        state = Mutex(State(snapshot: snapshot, status: status))
    }

    /// The serial number of the current snapshot.
    ///
    /// Reading this number takes no lock, so threads do not contend.
    package var serial: UInt64 { currentSerial.load(ordering: .acquiring) }

    /// The serial number of the blocks in force.
    package var blockRevision: UInt64 { currentBlocks.load(ordering: .acquiring) }

    /// Returns the policies of an earlier snapshot with the blocks in force; the snapshot itself if the blocks are the same.
    ///
    /// A request has the same policies throughout. Blocks apply to each response that is not computed yet.
    package func current(_ earlier: PolicySnapshot) -> PolicySnapshot {
        guard earlier.blocks.serial != blockRevision else { return earlier }
        let current = snapshot
        guard current.blocks !== earlier.blocks else { return earlier }
        return PolicySnapshot(earlier, blockFile: current.blockFile)
    }

    /// The current snapshot; reading it never waits for a reload.
    package var snapshot: PolicySnapshot {
        state.withLock { $0.snapshot }
    }

    /// Facts about the current snapshot and past reloads.
    package var status: Status {
        state.withLock { $0.status }
    }

    /// Waits for a reload in progress, then loads all files and, if they are valid, replaces the snapshot.
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

    /// Waits for a reload in progress, and replaces the snapshot by one that the closure creates from it.
    ///
    /// - Returns: The new snapshot, and the names of the changed, added and removed sets.
    func change<Failure: Error>(
        _ make: (PolicySnapshot) throws(Failure) -> PolicySnapshot
    ) throws(Failure) -> (snapshot: PolicySnapshot, changedSets: [String]) {
        try reloading.withLock { _ throws(Failure) in
            let previous = snapshot
            let snapshot = try make(previous)
            if snapshot !== previous { replace(by: snapshot, at: now()) }
            return (snapshot, snapshot.setsChanged(since: previous))
        }
    }

    /// Waits for a reload in progress, and replaces the blocks by those that the closure creates, unless it returns nil.
    ///
    /// This is not a reload.
    func changeBlocks<Failure: Error>(
        _ make: (BlockFile) throws(Failure) -> BlockFile?
    ) throws(Failure) {
        try reloading.withLock { _ throws(Failure) in
            let previous = snapshot
            guard let file = try make(previous.blockFile) else { return }
            replace(by: PolicySnapshot(previous, blockFile: file), at: nil)
        }
    }

    /// Replaces the snapshot by one that was loaded at an instant; nil if no policies were loaded for it.
    private func replace(by snapshot: PolicySnapshot, at instant: Instant?) {
        // The old snapshot is released outside the lock, since freeing a large one takes time.
        let replaced = state.withLock { state in
            let replaced = state.snapshot
            state.snapshot = snapshot
            currentSerial.store(snapshot.serial, ordering: .releasing)
            currentBlocks.store(snapshot.blocks.serial, ordering: .releasing)
            if let instant {
                state.status.loadedAt = instant
                state.status.revision = snapshot.revision
                state.status.lastReloadAt = instant
                state.status.lastReloadError = nil
                state.status.successfulReloads += 1
            }
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
