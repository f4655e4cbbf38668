import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// GET /v1/policy-sets and /v1/policy-sets/{name}.
enum PolicySetHandler {
    /// The maximum number of host rules, and of policies, that the list shows for each set.
    private static let maximumListed = 16

    static func list(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        let snapshot = context.policies.snapshot
        let page = try NamePage(of: snapshot.sets, head, name: \.name)
        let links = page.next.map { HTTPField(own: "Link", "<\($0)>; rel=\"next\"") }
        // The list is a weak tag's: versions of the program may encode it differently.
        return try answer(
            head,
            tag: "W/\"\(snapshot.revision)\"",
            type: "application/json",
            adding: links.map { [$0] } ?? []
        ) {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("revision", snapshot.revision)
                writer.member("policySets", page.items) { writer, set in
                    writer.object { summarize(set, listing: maximumListed, to: &$0) }
                }
                writer.member("next", page.next)
            }
            return writer.bytes
        }
    }

    static func show(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        let name = head.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        let snapshot = context.policies.snapshot
        guard PolicyName.isSetName(name), let set = snapshot.policySet(named: name) else {
            let hint = PolicyLookupError.hint(for: name, among: snapshot.sets.map(\.name))
            throw Problem(.unknownPolicySet, Problem.sentence("there is no policy set \(QuotedText.of(name))\(hint)"))
        }
        return try show(set, head, version: context.version)
    }

    /// Responds with one set, and parses its document only if the client's copy is outdated.
    static func show(_ set: PolicySet, _ head: HTTPRequestHead, version: String) throws(Problem) -> HTTPResponse {
        if MediaType.prefers("application/yaml", accept: head.headers.values("Accept")) {
            return try answer(head, tag: EntityTags.ofDocument(set), type: "application/yaml") { set.source }
        }
        let tag = EntityTags.ofJSON(set, version: version)
        return try answer(head, tag: tag, type: "application/json") { () throws(Problem) in
            let document = try document(of: set)
            var writer = JSONWriter()
            writer.object { writer in
                summarize(set, listing: .max, to: &writer)
                writer.member("warnings", set.warnings) { write($1, to: &$0) }
                writer.key("document")
                writer.document(document)
            }
            return writer.bytes
        }
    }

    private static func document(of set: PolicySet) throws(Problem) -> DocumentNode {
        do {
            return try set.document
        } catch {
            // This error is not expected, because the same bytes were parsed when the set was loaded.
            throw Problem(.internalFailure, "The document of policy set `\(set.name)` can no longer be parsed.")
        }
    }

    private static func summarize(_ set: PolicySet, listing count: Int, to writer: inout JSONWriter) {
        writer.member("name", set.name)
        writer.member("description", set.description)
        writer.member("revision", set.revision)
        writer.member("hosts", set.hosts.prefix(count)) { writer, rule in
            writer.object { writer in
                writer.member("pattern", rule.text)
                writer.member("policy", rule.choice)
            }
        }
        writer.member("hostCount", set.hosts.count)
        writer.member("otherwise", set.otherwise.description)
        writer.member("policies", set.policies.prefix(count).compactMap(\.identity.name))
        writer.member("policyCount", set.policies.count)
    }

    static func write(_ warning: PolicyWarning, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", warning.code?.name)
            writer.member("file", warning.place.file)
            writer.member("line", warning.place.line)
            writer.member("pointer", warning.place.pointer)
            writer.member("detail", warning.place.detail)
        }
    }

    /// Responds with a body, which is created only if the client's copy is outdated.
    private static func answer(
        _ head: HTTPRequestHead,
        tag: String,
        type: String,
        adding others: [HTTPField] = [],
        body: () throws(Problem) -> [UInt8]
    ) throws(Problem) -> HTTPResponse {
        let isKnown = head.headers.values("If-None-Match").contains { EntityTags.names(tag, in: $0) }
        let usual: HTTPHeaders = [
            "Content-Type": type, "ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept",
        ]
        let headers = HTTPHeaders(fields: usual.fields + others)
        if isKnown { return HTTPResponse(status: 304, headers: headers) }
        return HTTPResponse(status: 200, headers: headers, body: try body())
    }
}
