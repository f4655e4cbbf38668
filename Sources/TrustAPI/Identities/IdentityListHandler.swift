import MicrohttpdServer
import StructuredDocuments
import TrustIdentities
import TrustModel

/// GET /v1/identities: the identities with their certificates and states, without keys.
enum IdentityListHandler {
    /// The state of an identity.
    enum State: String, CaseIterable {
        case usable
        /// A block matches a certificate of the identity.
        case blocked
        case expired
        case notYetValid
        case notLoaded
    }

    static func list(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        _ = try RequestQuery(head.query, known: [])
        let entries = context.identities.store.snapshot.entries
        let asText = MediaType.prefersText(head)
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": asText ? "text/plain; charset=utf-8" : "application/json", "Cache-Control": "no-store",
                "Vary": "Accept",
            ],
            body: asText ? Array(entries.map { line($0, context) }.joined().utf8) : json(entries, context)
        )
    }

    static func state(of entry: IdentitySnapshot.Entry, in context: APIContext) -> State {
        guard let identity = entry.identity else { return .notLoaded }
        return switch identity.defect(at: context.now().instant) {
        case nil: identity.blockRefusal(in: context) == nil ? .usable : .blocked
        case .expired: .expired
        case .notYetValid: .notYetValid
        case .notLoaded: .notLoaded
        }
    }

    private static func json(_ entries: [IdentitySnapshot.Entry], _ context: APIContext) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("identities", entries) { writer, entry in
                writer.object { write(entry, context, to: &$0) }
            }
        }
        return writer.bytes
    }

    private static func write(_ entry: IdentitySnapshot.Entry, _ context: APIContext, to writer: inout JSONWriter) {
        writer.member("name", entry.configuration.name)
        writer.member("state", state(of: entry, in: context).rawValue)
        writer.member("hosts", entry.configuration.hosts.map(\.description))
        writer.member("clients", entry.configuration.clients)
        writer.member("digests", entry.configuration.digests)
        if let identity = entry.identity, let leaf = identity.certificates.first {
            writer.member("keyType", identity.keyType.rawValue)
            writer.member("algorithms", identity.keyType.algorithms.map(\.rawValue))
            writer.member("subject", leaf.facts.subject.description)
            writer.member("issuer", leaf.facts.issuer.description)
            writer.member("sha256", leaf.facts.fingerprint)
            writer.member("notBefore", identity.notBefore)
            writer.member("notAfter", identity.notAfter)
            writer.member("chainNotAfter", identity.chainNotAfter)
            writer.member("certificates", identity.pem)
            writer.member("warnings", identity.warnings.map(\.description))
        }
        writer.member("error", entry.lastError?.description)
    }

    /// Returns a line for a person: the name, the state, the end and the hosts.
    private static func line(_ entry: IdentitySnapshot.Entry, _ context: APIContext) -> String {
        let state = state(of: entry, in: context)
        let end = entry.identity.map { ", valid until \($0.notAfter)" } ?? ""
        let hosts = entry.configuration.hosts.map(\.description).joined(separator: ", ")
        let error = entry.lastError.map { "\n  error: \($0)" } ?? ""
        let warnings = (entry.identity?.warnings ?? []).map { "\n  warning: \($0)" }.joined()
        let text = "\(entry.configuration.name): \(state.rawValue)\(end)\(hosts.isEmpty ? "" : ", for \(hosts)")"
        return (text + error + warnings).split(separator: "\n").map { QuotedText.printable(String($0)) + "\n" }.joined()
    }
}
