import Glibc

/// A POSIX thread that runs one function with all signals blocked; must be joined, detached or ended.
///
/// The process handles its signals in one thread of its choice, so no system call of other threads is interrupted.
package struct PlatformThread: Sendable {
    private let handle: pthread_t

    private init(_ handle: pthread_t) { self.handle = handle }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that runs the function with all signals blocked.
    ///
    /// - Throws: ``ResourceFailure`` if the process has too many threads.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(ResourceFailure) -> PlatformThread {
        var handle = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let result = PlatformThread.withoutSignals {
            unsafe pthread_create(
                &handle,
                nil,
                { argument in
                    if let argument = unsafe argument {
                        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                    }
                    return nil
                },
                work.toOpaque()
            )
        }
        guard result == 0 else {
            unsafe work.release()
            throw ResourceFailure(call: "pthread_create", errno: result)
        }
        return PlatformThread(handle)
    }

    /// Waits for the end of the thread, which must not be the caller's; call this once.
    package func join() {
        _ = pthread_join(handle, nil)
    }

    /// Lets the thread end without being joined.
    package func detach() {
        pthread_detach(handle)
    }

    /// Waits for the end of the thread, or does not wait if it is the caller's thread; call this once.
    package func end() {
        if pthread_equal(handle, pthread_self()) != 0 { detach() } else { join() }
    }

    /// Calls the function with all signals blocked; threads that it starts inherit the signal mask.
    package static func withoutSignals<Result>(_ body: () -> Result) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}

/// A system call that failed because the process lacks threads or descriptors.
package struct ResourceFailure: Error, Equatable {
    /// The name of the system call, such as `eventfd`.
    package let call: String
    /// The number of the system's error, such as EMFILE.
    package let errno: Int32
}
