import Glibc

/// A value protected by a POSIX mutex.
///
/// ThreadSanitizer reports false races for `Synchronization.Mutex`, because the kernel transfers its ownership.
///
/// `@unchecked Sendable`: `value` is accessed only while the mutex is held, and the mutex never moves.
@safe
final class Locked<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

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

    /// Calls the function with exclusive access to the value; the function must not lock the value again.
    func withLock<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
