import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// GET /v1/blocks, and GET, PUT and DELETE of /v1/blocks/{id}.
enum BlockHandler {
    static func list(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        let page = try NamePage(of: context.policies.snapshot.definedBlocks, head) { $0.block.id }
        let now = context.now().instant
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("blocks", page.items) { writer, block in
                writer.object { write(block, isInForce: block.block.isInForce(at: now), to: &$0) }
            }
            writer.member("next", page.next)
        }
        return response(writer.bytes)
    }

    static func show(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        _ = try RequestQuery(head.query, known: [])
        let id = name(in: head)
        guard let block = context.policies.snapshot.definedBlocks.first(where: { $0.block.id.hasSameBytes(as: id) })
        else { throw unknown(id) }
        return response(json(block, context))
    }

    static func put(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        change(head, from: caller, in: context) { body throws(Problem) in
            do throws(JSONReader.SyntaxError) { return try JSONReader.read(body).withoutNulls } catch {
                throw Problem(error)
            }
        }
    }

    static func delete(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        change(head, from: caller, in: context) { body throws(Problem) in
            guard body.isEmpty else { throw Problem(.invalidRequest, "A deletion has no request body.") }
            return nil
        }
    }

    private static func change(
        _ head: HTTPRequestHead,
        from caller: Caller,
        in context: APIContext,
        to definition: @escaping @Sendable (_ body: [UInt8]) throws(Problem) -> DocumentNode?
    ) -> Route.Answer {
        let id = name(in: head)
        return { body, _ in
            let change: BlockChange
            do throws(Problem) {
                _ = try RequestQuery(head.query, known: [])
                guard BlockListReader.isName(id) else {
                    throw Problem(.unknownBlock, "\(QuotedText.of(id)) is not a valid name of a block.")
                }
                change = BlockChange(id: id, definition: try definition(body), author: caller.names)
            } catch {
                return .now(.failure(error))
            }
            // A change takes as long as the file and the other responses need, and is not canceled, as a reload.
            return .task { waiting async throws(HTTPFailure) in
                let result = try await waiting.wait(HTTPWait(hasTimeLimit: false, heldBytes: body.count)) {
                    await context.blocks?.change(change, Requester.description(head.peer, caller))
                }
                return outcome(of: result, id, context)
            }
        }
    }

    private static func outcome(
        of result: Result<BlockWriting.Outcome, BlockWriteError>?,
        _ id: String,
        _ context: APIContext
    ) -> Route.Outcome {
        switch result {
        case .success(let outcome) where !outcome.isSettled:
            return .failure(
                Problem(
                    .internalFailure,
                    "The change is stored and in force, but a worker thread did not respond within 10 seconds. A response to an "
                        + "earlier request can still be that under the previous blocks. Send the request again."
                )
            )
        case .success(let outcome):
            guard let block = outcome.block else {
                return .success(HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"]))
            }
            return .success(response(json(block, context), status: outcome.isNew ? 201 : 200))
        case .failure(.unknown): return .failure(unknown(id))
        case .failure(let error): return .failure(Problem(error))
        case nil: return .failure(Problem(.forbidden, "The configuration has no `blocks.directory`."))
        }
    }

    private static func unknown(_ id: String) -> Problem {
        Problem(.unknownBlock, "There is no block \(QuotedText.of(id)).")
    }

    private static func name(in head: HTTPRequestHead) -> String {
        head.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    }

    private static func json(_ block: DefinedBlock, _ context: APIContext) -> [UInt8] {
        var writer = JSONWriter()
        let isInForce = block.block.isInForce(at: context.now().instant)
        writer.object { write(block, isInForce: isInForce, to: &$0) }
        return writer.bytes
    }

    private static func write(_ block: DefinedBlock, isInForce: Bool, to writer: inout JSONWriter) {
        writer.member("id", block.block.id)
        writer.key("match")
        writer.document(block.matcher)
        writer.member("until", block.block.until)
        writer.member("reason", block.block.reason)
        writer.member("origin", block.block.origin.rawValue)
        writer.member("inForce", isInForce)
    }

    private static func response(_ body: [UInt8], status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: body
        )
    }
}
