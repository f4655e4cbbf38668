import Glibc

/// Lets threads wait until something is there.
///
/// `@unchecked Sendable`: sem_wait and sem_post may be called from any thread, and the semaphore never moves.
@safe
final class Semaphore: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// A semaphore at zero.
    init() {
        unsafe semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Lets one thread go on.
    func signal() {
        unsafe sem_post(semaphore)
    }

    /// Waits for a signal, and takes it.
    func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
    }
}
