import MicrohttpdServer
import StructuredDocuments
import TrustPolicies

/// PUT and DELETE of /v1/policy-sets/{name}, and POST /v1/policy-sets/{name}/revisions/{number}/restore.
enum PolicyChangeHandler {
    static func put(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        let type = MediaType.body(head.headers["Content-Type"])
        return change(head, from: caller, in: context) { name, body throws(Problem) in
            switch type {
            case .tar:
                do throws(PolicyWriteError) {
                    return .put(try PolicyUpload(tar: body, of: name))
                } catch {
                    throw Problem(error)
                }
            default: return .put(PolicyUpload(body, of: name, isJSON: type == .json))
            }
        }
    }

    static func delete(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        change(head, from: caller, in: context) { _, body throws(Problem) in
            guard body.isEmpty else { throw Problem(.invalidRequest, "A deletion has no request body.") }
            return .delete
        }
    }

    static func restore(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        // `/v1/policy-sets/{name}/revisions/{number}/restore`.
        let text = PolicySetPath.segments(of: head.path).dropLast().last ?? ""
        return change(head, from: caller, in: context) { name, body throws(Problem) in
            guard body.isEmpty else {
                throw Problem(.invalidRequest, "The restoration of a revision has no request body.")
            }
            guard let number = Int(text), number > 0, "\(number)".hasSameBytes(as: text) else {
                throw Problem(.unknownRevision, "\(QuotedText.of(text)) is not the number of a revision.")
            }
            return .restore(number)
        }
    }

    private static func change(
        _ head: HTTPRequestHead,
        from caller: Caller,
        in context: APIContext,
        to action: @escaping @Sendable (_ name: String, _ body: [UInt8]) throws(Problem) -> PolicyChange.Action
    ) -> Route.Answer {
        let name = PolicySetPath.name(in: head.path)
        let prefersText = MediaType.prefersText(head)
        let author = PolicyWriter.Author(name: caller.names, mayWriteScripts: caller.has(.writeScripts))
        return { body, _ in
            let (change, writing): (PolicyChange, PolicyWriting)
            do throws(Problem) {
                _ = try RequestQuery(head.query, known: [])
                guard PolicyName.isSetName(name), let found = context.writing else {
                    throw Problem(.unknownPolicySet, "\(QuotedText.of(name)) is not a valid name of a policy set.")
                }
                writing = found
                let precondition = try EntityTags.precondition(head)
                change = PolicyChange(
                    set: name,
                    action: try action(name, body),
                    precondition: precondition,
                    author: author
                )
            } catch {
                return .now(.failure(error))
            }
            // A change takes as long as the files need, and is not canceled, as a reload.
            return .task { waiting async throws(HTTPFailure) in
                let outcome = try await waiting.wait(HTTPWait(hasTimeLimit: false, heldBytes: body.count)) {
                    await writing.change(change, Requester.description(head.peer, caller))
                }
                switch outcome {
                case .success(let result): return .success(response(to: change, result, asText: prefersText))
                case .failure(let error): return .failure(Problem(error))
                }
            }
        }
    }

    private static func response(
        to change: PolicyChange,
        _ result: PolicyWriter.Result,
        asText: Bool
    ) -> HTTPResponse {
        let set = result.snapshot.policySet(named: change.set)
        var fields: [(String, String)] = [
            ("Content-Type", asText ? "text/plain; charset=utf-8" : "application/json"), ("Cache-Control", "no-store"),
        ]
        if let tag = result.tag { fields.append(("ETag", EntityTags.ofDocument(tag))) }
        return HTTPResponse(
            status: result.isNew ? 201 : 200,
            headers: HTTPHeaders(fields),
            body: asText ? text(change, result, of: set) : json(change, result, of: set)
        )
    }

    private static func json(_ change: PolicyChange, _ result: PolicyWriter.Result, of set: PolicySet?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("name", change.set)
            writer.member("number", result.number)
            writer.member("revision", set?.revision)
            writer.member("warnings", set?.warnings ?? []) { PolicySetHandler.write($1, to: &$0) }
        }
        return writer.bytes
    }

    private static func text(_ change: PolicyChange, _ result: PolicyWriter.Result, of set: PolicySet?) -> [UInt8] {
        let state = set.map { "stored, revision \($0.revision)" } ?? "deleted"
        let warnings = (set?.warnings ?? []).map { "  warning: \($0)" }
        let lines = ["\(change.set): \(state), number \(result.number)"] + warnings
        return Array(lines.map { QuotedText.printable($0) + "\n" }.joined().utf8)
    }
}
