import TrustIdentities
import TrustModel

extension StatusHandler {
    /// Writes the number of identities, their states and their ends, for callers who may read them.
    static func write(_ store: IdentityStore, now: Instant, to writer: inout JSONWriter) {
        let entries = store.snapshot.entries
        writer.member("count", entries.count)
        writer.member("usable", entries.count { IdentityListHandler.state(of: $0, at: now) == .usable })
        writer.member("lastReloadAt", store.lastReloadAt)
        writer.member("items", entries) { writer, entry in
            writer.object { writer in
                writer.member("name", entry.configuration.name)
                writer.member("state", IdentityListHandler.state(of: entry, at: now).rawValue)
                writer.member("notAfter", entry.identity?.notAfter)
                writer.member("chainNotAfter", entry.identity?.chainNotAfter)
                writer.member("error", entry.lastError?.description)
            }
        }
    }
}
