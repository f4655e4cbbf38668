import Dispatch
import Logging
import Synchronization
import TrustModel
import TrustPolicies

/// Logs the parts of policy sets that end soon or have ended.
///
/// When a snapshot is loaded, all of these parts are logged; later, each part is logged once for each change of its
/// state. Setting the clock back does not repeat entries.
final class ExpirationLog: Sendable {
    private struct State {
        /// The serial number of the reported snapshot; before the first report 0, which no snapshot has.
        var serial: UInt64 = 0
        /// The latest time for which the snapshot was reported.
        var reported = Instant(secondsSince1970: 0)
        /// The time of the next change of a state; nil if there is none.
        var next: Instant?
    }

    /// The maximum number of parts logged one by one in each report.
    static let maximumNamed = 10
    /// The maximum time between two updates in seconds, which limits the delay after the clock has been set.
    static let maximumInterval: Int64 = 60

    private let state = Mutex(State())
    private let logger: Logger
    private let now: @Sendable () -> Instant

    /// Creates a log with a wall clock; it has no snapshot yet.
    init(logger: Logger, now: @escaping @Sendable () -> Instant) {
        self.logger = logger
        self.now = now
    }

    /// The time to wait before the next update: until the next change, at least a second.
    var interval: DispatchTimeInterval {
        let next = state.withLock { $0.next }
        let seconds = next.map { $0.secondsSince1970 - now().secondsSince1970 } ?? Self.maximumInterval
        return .seconds(Int(min(max(seconds, 1), Self.maximumInterval)))
    }

    /// Logs all parts of a new snapshot that end soon or have ended.
    func report(_ snapshot: PolicySnapshot) {
        let now = now()
        state.withLock { state in
            state = State(
                serial: snapshot.serial,
                reported: now,
                next: snapshot.expirations.nextChange(after: now)
            )
        }
        log(snapshot.expirations.noticed(at: now), at: now)
    }

    /// Logs the parts whose state has changed since the last report or update; a snapshot without a report is ignored.
    func update(_ snapshot: PolicySnapshot) {
        let now = now()
        let reported = state.withLock { state -> Instant? in
            guard state.serial == snapshot.serial, let next = state.next, next <= now else { return nil }
            defer { (state.reported, state.next) = (now, snapshot.expirations.nextChange(after: now)) }
            return state.reported
        }
        guard let reported else { return }
        log(snapshot.expirations.noticed(after: reported, at: now), at: now)
    }

    private func log(_ expirations: [PolicyExpiration], at now: Instant) {
        for expiration in expirations.prefix(Self.maximumNamed) {
            logger.log(
                now > expiration.end ? .partHasEnded : .partEndsSoon,
                [
                    "part": "\(expiration.line(at: now))", "policy": "\(expiration.policy)",
                    "kind": "\(expiration.kind.rawValue)", "end": "\(expiration.end)",
                ]
            )
        }
        let more = expirations.count - Self.maximumNamed
        if more > 0 {
            logger.log(.moreParts, ["count": .stringConvertible(more)])
        }
    }
}
