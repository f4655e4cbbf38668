import Glibc
import Synchronization
import Testing

@testable import SystemThreads

@Suite struct `A platform thread` {
    @Test func `runs its function with all signals blocked, and leaves the signals of the caller`() throws {
        let before = Self.blockedSignals
        let blocked = Mutex<[Int32]>([])
        try Self.withThread { blocked.withLock { $0 = Self.blockedSignals } }
        #expect(blocked.withLock { $0 }.contains(SIGTERM))
        #expect(blocked.withLock { $0 }.contains(SIGHUP))
        #expect(Self.blockedSignals == before)
    }

    @Test func `waits for the end of its function when another thread ends it`() throws {
        let isDone = Mutex(false)
        try Self.withThread {
            usleep(10_000)
            isDone.withLock { $0 = true }
        }
        #expect(isDone.withLock { $0 })
    }

    @Test func `can end itself`() throws {
        let own = Mutex<PlatformThread?>(nil)
        let (started, ended) = (Semaphore(), Semaphore())
        let thread = try PlatformThread.start {
            started.wait()
            own.withLock { $0 }?.end()
            ended.signal()
        }
        own.withLock { $0 = thread }
        started.signal()
        ended.wait()
    }

    private static func withThread(_ body: @escaping @Sendable () -> Void) throws {
        try PlatformThread.start(body).end()
    }

    private static var blockedSignals: [Int32] {
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        return (1...31).filter { unsafe sigismember(&mask, $0) == 1 }
    }
}
