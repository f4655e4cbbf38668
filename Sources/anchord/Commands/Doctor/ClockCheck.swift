import Glibc
import TrustModel

/// Compares the clock with facts that it cannot be before or after, and asks systemd whether it is synchronized.
struct ClockCheck: DoctorCheck {
    private static let name = "clock"
    private static let fix = "set the clock, for example with `timedatectl set-ntp true`"
    private static let day: Int64 = 86400

    func findings(in context: DoctorContext) -> [DoctorFinding] {
        let now = context.now
        if let limit = Self.earliest(context), now < limit.instant.adding(seconds: -Self.day) {
            return [.fail(Self.name, "it shows \(now), before \(limit.reason) on \(limit.instant)", fix: Self.fix)]
        }
        let anchors = AnchorsCheck.load(context)?.anchors ?? []
        let ended = anchors.count { ($0.facts.notAfter ?? now) < now }
        if ended > 1, 2 * ended > anchors.count {
            let message = "it shows \(now), after the end of \(ended) of \(anchors.count) trust anchors"
            return [.warn(Self.name, message, fix: Self.fix + ", or update the trust store")]
        }
        return [Self.synchronization(now)]
    }

    /// Returns the later of two facts that the clock cannot be before.
    ///
    /// A private root can be distributed before it is valid, so that the start of half of the anchors counts.
    private static func earliest(_ context: DoctorContext) -> (instant: Instant, reason: String)? {
        let starts = (AnchorsCheck.load(context)?.anchors ?? []).compactMap(\.facts.notBefore).sorted()
        var facts: [(instant: Instant, reason: String)] = []
        if !starts.isEmpty { facts.append((starts[starts.count / 2], "the start of half of the trust anchors")) }
        var status = Glibc.stat()
        if unsafe stat("/proc/self/exe", &status) == 0 {
            facts.append((Instant(secondsSince1970: Int64(status.st_mtim.tv_sec)), "the program was installed"))
        }
        return facts.max { $0.instant < $1.instant }
    }

    private static func synchronization(_ now: Instant) -> DoctorFinding {
        let arguments = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
        guard let result = SystemCommand.run(arguments), result.status == 0 else {
            return .ok(
                name,
                "it shows \(now), which is plausible; whether it is synchronized is unknown"
            )
        }
        guard result.output.hasPrefix("yes") else {
            return .warn(name, "it shows \(now), and is not synchronized with a time server", fix: fix)
        }
        return .ok(name, "it shows \(now), and is synchronized")
    }
}
