import TrustIdentities
import TrustModel

extension StatusHandler {
    /// Writes the number of identities, their states and their ends, for callers who may read them.
    static func writeIdentities(of context: APIContext, to writer: inout JSONWriter) {
        let store = context.identities.store
        let entries = store.snapshot.entries
        writer.member("count", entries.count)
        writer.member("usable", entries.count { IdentityListHandler.state(of: $0, in: context) == .usable })
        writer.member("lastReloadAt", store.lastReloadAt)
        writer.member("items", entries) { writer, entry in
            writer.object { writer in
                writer.member("name", entry.configuration.name)
                writer.member("state", IdentityListHandler.state(of: entry, in: context).rawValue)
                writer.member("notAfter", entry.identity?.notAfter)
                writer.member("chainNotAfter", entry.identity?.chainNotAfter)
                writer.member("error", entry.lastError?.description)
            }
        }
    }
}
