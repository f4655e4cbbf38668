import Glibc
import Testing

@testable import SystemThreads

@Suite struct `A wake event` {
    @Test func `is readable after signals until it is cleared`() throws {
        let event = try WakeEvent()
        #expect(!Self.isReadable(event))
        event.signal()
        event.signal()
        #expect(Self.isReadable(event))
        event.clear()
        #expect(!Self.isReadable(event))
    }

    @Test func `does not block the thread that clears it without a signal`() throws {
        try WakeEvent().clear()
    }

    @Test func `wakes a thread that polls`() throws {
        let event = try WakeEvent()
        let thread = try PlatformThread.start { event.signal() }
        #expect(Self.isReadable(event, milliseconds: 10_000))
        thread.join()
    }

    private static func isReadable(_ event: WakeEvent, milliseconds: Int32 = 0) -> Bool {
        var polled = pollfd(fd: event.descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, milliseconds) == 1
    }
}
