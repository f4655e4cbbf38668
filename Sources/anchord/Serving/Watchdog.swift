import Dispatch
import Logging

/// Notifies systemd while the server responds, so that systemd restarts a daemon that hangs (sd_watchdog_enabled(3)).
struct Watchdog: Sendable {
    /// The time without a notification after which systemd restarts the daemon (WATCHDOG_USEC), in microseconds.
    let microseconds: Int

    /// Reads the timeout from the environment.
    ///
    /// Returns nil if WATCHDOG_USEC is missing or malformed, or if WATCHDOG_PID is not the ID of this process.
    init?(environment: [String: String], processID: Int32) {
        guard let timeout = environment["WATCHDOG_USEC"].flatMap({ Int($0) }), timeout > 0 else { return nil }
        if let owner = environment["WATCHDOG_PID"], owner != "\(processID)" { return nil }
        microseconds = timeout
    }

    /// The maximum time for the response to a probe: a quarter of the timeout, so that one failed probe can be repeated.
    var patience: Duration { .microseconds(microseconds / 4) }

    /// Sends WATCHDOG=1 after each successful probe, until the process exits.
    ///
    /// The probes begin at intervals of half the timeout. A failed probe is repeated and reported once.
    func start(
        _ serviceManager: ServiceManager,
        logger: Logger,
        probe: @escaping @Sendable (_ timeout: Duration) -> Bool
    ) {
        DispatchQueue(label: "anchord.watchdog").async {
            let clock = SuspendingClock()
            var next = clock.now + .microseconds(microseconds / 2)
            var isHealthy = true
            while true {
                Self.wait(until: next, clock)
                let began = clock.now
                if probe(patience) {
                    serviceManager.notify("WATCHDOG=1")
                    next = began + .microseconds(microseconds / 2)
                    isHealthy = true
                } else {
                    if isHealthy { logger.log(.noResponse) }
                    // Wait before the next probe, because a probe can fail at once, for lack of descriptors.
                    next = max(clock.now, began + min(patience, .seconds(1)))
                    isHealthy = false
                }
            }
        }
    }

    private static func wait(until instant: SuspendingClock.Instant, _ clock: SuspendingClock) {
        let left = max(instant - clock.now, .zero).components
        let time = DispatchTimeInterval.microseconds(
            Int(left.seconds) * 1_000_000 + Int(left.attoseconds / 1_000_000_000_000)
        )
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + time)
    }
}
