import MicrohttpdServer
import StructuredDocuments
import TrustService

/// GET /v1/decisions and /v1/decisions/{id}: the last decisions, and those from now on.
///
/// The memory is searched on the threads of batches, so that other requests of the worker need not wait for it.
enum DecisionHandler {
    static func list(_ head: HTTPRequestHead, from caller: Caller, in service: WatchService) -> Route.Answer {
        let context = service.context
        let encoder = encoder(for: caller, context)
        return { _, _ in
            let filter: DecisionFilter
            do throws(Problem) {
                _ = try context.lastDecisions()
                filter = try DecisionFilter(head.query, mask: context.decisionMask) {
                    context.evaluations.requestedHost($0)
                }
            } catch {
                return .now(.failure(error))
            }
            guard !filter.follows else {
                return .now(
                    Route.Outcome { () throws(Problem) in
                        try follow(head, from: caller, where: filter, in: service)
                    }
                )
            }
            return search(context) { memory async throws(Problem) in
                let page = await page(of: memory, filter, encodedBy: encoder)
                // The time is read last: it includes decisions that were removed during the search.
                return page.json(completeAfter: memory.completeAfter?.text)
            }
        }
    }

    private static func page(
        of memory: DecisionMemory,
        _ filter: DecisionFilter,
        encodedBy encoder: DecisionEncoder
    ) async -> DecisionPage {
        var page = DecisionPage(ofAtMost: filter.limit, encodedBy: encoder)
        var reader = memory.reader(before: filter.before)
        while !page.isFull, !Task.isCancelled {
            let part = reader.next()
            if part.isEmpty { break }
            for numbered in part where !page.isFull && filter.includes(numbered.decision) { page.append(numbered) }
            await Task.yield()
        }
        return page
    }

    static func show(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        var encoder = encoder(for: caller, context)
        encoder.explainsCodes = true
        let name = head.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        return { [encoder] _, _ in
            search(context) { memory async throws(Problem) in
                _ = try RequestQuery(head.query, known: [])
                let decision = try await decision(name, in: memory)
                var writer = JSONWriter()
                writer.object { encoder.write(decision, to: &$0) }
                return writer.bytes
            }
        }
    }

    /// Answers with the JSON text that a closure creates from the memory.
    ///
    /// The answer of a search that is canceled would be wrong, because the search ends early.
    static func search(
        _ context: APIContext,
        _ create: @escaping @Sendable (DecisionMemory) async throws(Problem) -> [UInt8]
    ) -> HTTPAnswer<Route.Outcome> {
        .task { waiting async throws(HTTPFailure) in
            try await waiting.work(HTTPWait(hasTimeLimit: false)) { () async throws(HTTPFailure) in
                let outcome: Route.Outcome
                do throws(Problem) {
                    outcome = .success(response(try await create(context.lastDecisions())))
                } catch {
                    outcome = .failure(error)
                }
                guard !Task.isCancelled else { throw .stoppedSuspension }
                return outcome
            }
        }
    }

    /// Returns the decision with an identifier.
    ///
    /// - Throws: ``Problem`` if it is not in memory.
    static func decision(_ name: String, in memory: DecisionMemory) async throws(Problem) -> Decision {
        let decision: Decision? = if let id = DecisionID(name) { await memory.decision(id) } else { nil }
        if let decision { return decision }
        let shown = QuotedText.of(name)
        throw Problem(.unknownDecision, "The decision \(shown) is not in memory; older ones are removed first.")
    }

    /// Returns an encoder that shows identities only to callers who may see or use them.
    static func encoder(for caller: Caller, _ context: APIContext) -> DecisionEncoder {
        DecisionEncoder(
            showsIdentity: { identity in
                caller.mayReadIdentities
                    || caller.client(with: .sign, named: context.authorization.signers(of: identity)) != nil
            },
            mask: context.decisionMask
        )
    }

    private static func response(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: body
        )
    }
}
