import Testing

@testable import SystemThreads

@Suite struct `The monotonic clock` {
    @Test func `never returns an earlier time, and advances while a thread runs`() {
        let start = MonotonicClock.milliseconds
        var last = start
        while last < start + 2 {
            let now = MonotonicClock.milliseconds
            #expect(now >= last)
            last = now
        }
    }
}
