import Glibc

/// A POSIX semaphore.
///
/// `@unchecked Sendable`: sem_wait and sem_post are thread-safe, and the semaphore never moves.
@safe
final class Semaphore: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        unsafe semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    func signal() {
        unsafe sem_post(semaphore)
    }

    func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
    }
}
