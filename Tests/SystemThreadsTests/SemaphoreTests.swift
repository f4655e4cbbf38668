import Testing

@testable import SystemThreads

@Suite struct `A semaphore` {
    @Test func `waits no longer than a time`() {
        let semaphore = Semaphore()
        let clock = ContinuousClock()
        var isSignaled = true
        let time = clock.measure { isSignaled = semaphore.wait(for: .milliseconds(30)) }
        #expect(!isSignaled && time >= .milliseconds(30))
        #expect(!semaphore.wait(for: .zero))
    }

    @Test func `does not wait if it was signaled`() {
        let semaphore = Semaphore()
        semaphore.signal()
        semaphore.signal()
        #expect(semaphore.wait(for: .zero) && semaphore.wait(for: .seconds(3600)))
        #expect(!semaphore.wait(for: .nanoseconds(1)))
    }

    @Test func `is signaled by another thread`() throws {
        let semaphore = Semaphore()
        let thread = try PlatformThread.start { semaphore.signal() }
        #expect(semaphore.wait(for: .seconds(3600)))
        thread.join()
    }
}
