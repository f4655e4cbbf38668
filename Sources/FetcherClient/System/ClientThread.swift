import Glibc

/// A POSIX thread that runs one function with all signals blocked, so that the daemon's signals never interrupt it.
struct ClientThread: Sendable {
    private let handle: pthread_t

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts the thread; nil if the process has too many threads.
    init?(_ body: @escaping @Sendable () -> Void) {
        var handle = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let result = Self.withoutSignals {
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
            return nil
        }
        self.handle = handle
    }

    /// Waits for the end of the thread, or does not wait if it is the caller's thread; call this once.
    func end() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    private static func withoutSignals<Result>(_ body: () -> Result) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}
