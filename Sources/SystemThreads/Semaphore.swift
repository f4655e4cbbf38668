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
}
