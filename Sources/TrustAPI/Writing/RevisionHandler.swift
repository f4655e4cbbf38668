import MicrohttpdServer
import StructuredDocuments
import TrustPolicies

/// GET /v1/policy-sets/{name}/revisions.
enum RevisionHandler {
    static func list(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        _ = try RequestQuery(head.query, known: [])
        let name = PolicySetPath.name(in: head.path)
        guard PolicyName.isSetName(name), let writing = context.writing else { throw unknown(name) }
        let revisions: [PolicyRevision]
        do throws(PolicyWriteError) { revisions = try writing.revisions(name) } catch { throw Problem(error) }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("name", name)
            writer.member("revisions", revisions) { writer, revision in
                writer.object { writer in
                    writer.member("number", revision.number)
                    writer.member("time", revision.time)
                    writer.member("author", revision.author)
                    writer.member("isDeletion", revision.isDeletion)
                    writer.member("etag", revision.tag.map(EntityTags.ofDocument))
                }
            }
        }
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: writer.bytes
        )
    }

    private static func unknown(_ name: String) -> Problem {
        Problem(.unknownPolicySet, "No client has written a policy set \(QuotedText.of(name)).")
    }
}

/// The names in paths below /v1/policy-sets.
enum PolicySetPath {
    static func segments(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// Returns the name of the set in a path such as `/v1/policy-sets/pay/revisions`; empty if there is none.
    static func name(in path: String) -> String {
        let segments = segments(of: path)
        return segments.count > 2 ? segments[2] : ""
    }
}
