import Testing

@testable import anchord

@Suite struct `The watchdog of systemd` {
    private func watchdog(_ environment: [String: String]) -> Watchdog? {
        Watchdog(environment: environment, processID: 42)
    }

    @Test func `is enabled for this process or for any (sd_watchdog_enabled(3))`() {
        #expect(watchdog(["WATCHDOG_USEC": "30000000"])?.microseconds == 30_000_000)
        #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"])?.microseconds == 30_000_000)
        #expect(watchdog(["WATCHDOG_USEC": "30000000"])?.patience == .milliseconds(7500))
    }

    @Test(arguments: [
        [:], ["WATCHDOG_PID": "42"], ["WATCHDOG_USEC": "1", "WATCHDOG_PID": "43"],
        ["WATCHDOG_USEC": "1", "WATCHDOG_PID": ""], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "-1"],
        ["WATCHDOG_USEC": "1s"], ["WATCHDOG_USEC": ""],
    ])
    func `is disabled otherwise`(environment: [String: String]) {
        #expect(watchdog(environment) == nil)
    }
}
