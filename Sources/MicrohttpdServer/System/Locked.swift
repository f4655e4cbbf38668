import Glibc

/// A value behind a POSIX mutex.
///
/// Synchronization's Mutex would do, but when threads contend for it the kernel hands it over, which ThreadSanitizer does
/// not see: it then reports races that are none, among which a real one would go unnoticed.
///
/// `@unchecked Sendable`: `value` is touched only while the mutex is held, and the mutex never moves.
@safe
final class Locked<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Puts the value under a lock of its own.
    init(_ value: sending Value) {
        self.value = value
        unsafe mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs the function with nobody else at the value; it must not lock the same value again.
    func withLock<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
