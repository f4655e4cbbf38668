import Glibc

/// The kernel's clocks, in nanoseconds.
enum Clocks {
    static var monotonic: UInt64 { read(CLOCK_MONOTONIC) }

    static var ownProcessorTime: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// Returns the processor time of all threads of a process, including ended ones, or 0 if there is no such process.
    static func processorTime(of process: Int32) -> UInt64 {
        var clock = clockid_t()
        guard unsafe clock_getcpuclockid(process, &clock) == 0 else { return 0 }
        return read(clock)
    }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
