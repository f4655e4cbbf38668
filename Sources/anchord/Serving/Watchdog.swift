import Dispatch
import Logging
import MicrohttpdServer

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

    /// Sends WATCHDOG=1 after each probe that was answered or could not be sent, until the process exits.
    ///
    /// The probes begin at intervals of half the timeout. An unanswered probe is repeated. Without descriptors, the
    /// server refuses connections and recovers, so a restart would not help. Each new failure is reported once.
    func start(
        _ serviceManager: ServiceManager,
        logger: Logger,
        probe: @escaping @Sendable (_ timeout: Duration) -> ProbeResult
    ) {
        DispatchQueue(label: "anchord.watchdog").async {
            let clock = SuspendingClock()
            var next = clock.now + .microseconds(microseconds / 2)
            var last = ProbeResult.answered
            while true {
                Self.wait(until: next, clock)
                let began = clock.now
                let result = probe(patience)
                if result != last, let message = Self.message(result) { logger.log(message) }
                last = result
                if result == .unanswered {
                    // A probe can also fail at once, while the server stops.
                    next = max(clock.now, began + min(patience, .seconds(1)))
                } else {
                    serviceManager.notify("WATCHDOG=1")
                    next = began + .microseconds(microseconds / 2)
                }
            }
        }
    }

    private static func message(_ result: ProbeResult) -> LogMessage? {
        switch result {
        case .answered: nil
        case .unanswered: .noResponse
        case .unsent: .noProbe
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
