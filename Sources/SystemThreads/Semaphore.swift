import CSystemShims
import Glibc

/// A POSIX semaphore.
///
/// `@unchecked Sendable`: sem_wait and sem_post are thread-safe, and the semaphore never moves.
@safe
package final class Semaphore: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// Creates a semaphore with the count zero.
    package init() {
        unsafe semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Increments the count, or wakes a waiting thread.
    package func signal() {
        unsafe sem_post(semaphore)
    }

    /// Waits until the count is positive, and decrements it.
    package func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
    }

    /// Waits until the count is positive, and decrements it; returns false if it is still zero after a time.
    package func wait(for time: Duration) -> Bool {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let (seconds, attoseconds) = time.components
        let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
        let (end, rest) = (now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
        while unsafe csystemshims_sem_clockwait_monotonic(semaphore, end, rest) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }
}
