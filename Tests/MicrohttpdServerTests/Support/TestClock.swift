import Glibc
import SystemThreads

@testable import MicrohttpdServer

/// A clock that runs like the system's, and that a test advances.
///
/// `@unchecked Sendable`: the only stored property has a lock.
final class TestClock: ServerClock, @unchecked Sendable {
    /// A thread that waits for events with this clock.
    private struct Waiter {
        let wake: WakeEvent
        /// The number of advances before the last end of a wait; the times that the thread reads include them.
        var advances = 0
    }

    private struct State {
        var skipped: UInt64 = 0
        var advances = 0
        /// The number of advances that a thread has processed before it waited again.
        var processed = 0
        var waiters: [pthread_t: Waiter] = [:]

        /// Returns the event that ends the wait, and whether the thread may not have read the current time.
        mutating func beginWait() throws -> (wake: WakeEvent, isBehind: Bool) {
            let waiter = try waiters[pthread_self()] ?? Waiter(wake: WakeEvent(), advances: -1)
            waiters[pthread_self()] = waiter
            if waiter.advances == advances { processed = advances }
            return (waiter.wake, waiter.advances < advances)
        }

        mutating func endWait() { waiters[pthread_self()]?.advances = advances }
    }

    private let state = Locked(State())

    override var milliseconds: UInt64 { super.milliseconds + state.withLock { $0.skipped } }

    override func poll(_ descriptors: inout [pollfd], timeout: Int32) -> Int32 {
        guard let (wake, isBehind) = try? state.withLock({ try $0.beginWait() }) else {
            return super.poll(&descriptors, timeout: timeout)
        }
        var watched = descriptors + [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
        let count = super.poll(&watched, timeout: isBehind ? 0 : timeout)
        let isWoken = count > 0 && watched.removeLast().revents != 0
        if isWoken { wake.clear() }
        state.withLock { $0.endWait() }
        if count >= 0 { descriptors = Array(watched.prefix(descriptors.count)) }
        return isWoken ? count - 1 : count
    }

    /// Advances the time, and waits until the acceptor has processed the new time and waits again.
    ///
    /// Do not probe the server meanwhile, since a probe waits with the clock too.
    ///
    /// - Returns: false if the acceptor never does.
    func advance(by duration: Duration) async -> Bool {
        let (number, wakes) = state.withLock { state in
            state.skipped += duration.wholeMilliseconds
            state.advances += 1
            return (state.advances, state.waiters.values.map(\.wake))
        }
        for wake in wakes { wake.signal() }
        return await Patience.wait { state.withLock { $0.processed >= number } }
    }

    /// Lets the acceptor check all timeouts several times, as it does within a second.
    func passChecks() async -> Bool {
        for _ in 0..<4 {
            guard await advance(by: .milliseconds(251)) else { return false }
        }
        return true
    }
}
