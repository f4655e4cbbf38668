import Glibc

/// A POSIX thread that runs one function; must be joined or detached.
struct PlatformThread: Sendable {
    private let handle: pthread_t

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that runs the function with all signals blocked.
    init(_ body: @escaping @Sendable () -> Void) throws(ServerError) {
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
            throw ServerError("pthread_create", errno: result, address: nil)
        }
        self.handle = handle
    }

    func join() {
        _ = pthread_join(handle, nil)
    }

    func detach() {
        pthread_detach(handle)
    }

    /// Calls the function with all signals blocked; threads that it starts inherit the signal mask.
    static func withoutSignals<Result>(_ body: () -> Result) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}
