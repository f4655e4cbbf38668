import TrustModel
import TrustPolicies

extension StatusHandler {
    /// Writes how many parts of policy sets end soon or have ended, and the parts that end earliest.
    static func write(_ schedule: ExpirationSchedule, now: Instant, to writer: inout JSONWriter) {
        let noticed = schedule.noticed(at: now)
        let ended = noticed.count { $0.state(at: now) == .ended }
        writer.member("soon", noticed.count - ended)
        writer.member("ended", ended)
        writer.member("items", noticed.prefix(maximumListed)) { writer, expiration in
            let problem = expiration.problem(at: now)
            writer.object { writer in
                writer.member("kind", expiration.kind.rawValue)
                writer.member("state", expiration.state(at: now)?.rawValue)
                writer.member("end", expiration.end.description)
                writer.member("policy", expiration.policy)
                writer.member("file", problem.file)
                writer.member("line", problem.line)
                writer.member("pointer", problem.pointer)
                writer.member("detail", problem.detail)
            }
        }
    }
}
