package import MicrohttpdServer
import StructuredDocuments

/// Responds to HTTP requests: checks the head, routes to a handler and reports every error as a problem.
///
/// This is a class so that every response in progress retains one reference instead of a copy of the context.
package final class APIResponder: HTTPResponder {
    /// The prefix of targets that the server must not decode, because their rest comes from a proxy's client.
    package static let literalTargetPrefix = ProxyCheck.prefix
    /// Prevents browsers from guessing the media type of a response.
    static let noSniffing = HTTPField(own: "X-Content-Type-Options", "nosniff")

    private let context: APIContext
    private let watches: WatchService

    /// Creates a responder with the dependencies of the routes.
    package init(_ context: APIContext) {
        self.context = context
        watches = WatchService(context)
    }

    /// Evaluates the watches that a change concerns, and sends new decisions to the streams of decisions.
    package func advanceEvents() {
        watches.advance()
        watches.decisionStreams.advance()
    }

    /// Admits a request to its route, or rejects it by its head.
    ///
    /// Checks the Host, Origin, path, method and media type, the client's permission, and for a batch also the query. For
    /// a request of a proxy, checks the permission only. See ``HTTPResponder``.
    package func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
        let prefersText = MediaType.prefersText(head)
        do throws(Problem) {
            let route: Route
            if ProxyCheck.concerns(head) {
                route = Routes.proxyCheck
            } else {
                try RequestGuard.check(head, allowedHosts: context.allowedHosts)
                if head.method == "OPTIONS" {
                    return .whole({ [self] _, _ in .now(options(head, prefersText)) }, remembersHead: false)
                }
                route = try Routes.route(for: head, hasConsole: context.hasConsole)
            }
            let caller = context.clients.caller(of: head)
            try Authorization(of: caller, for: route.permission, head, context.authorization).check()
            switch route.handling {
            case .whole(let prepare):
                return .whole(
                    answerer(of: route, for: head, asText: prefersText, prepare(head, context)),
                    remembersHead: route.remembersHead
                )
            case .attributed(let prepare):
                return .whole(
                    answerer(of: route, for: head, asText: prefersText, prepare(head, caller, context)),
                    remembersHead: route.remembersHead
                )
            case .watched(let prepare):
                return .whole(
                    answerer(of: route, for: head, asText: prefersText, prepare(head, caller, watches)),
                    remembersHead: route.remembersHead
                )
            case .items(let begin):
                // The response to a batch begins before its body is complete, so the query is checked here.
                _ = try RequestQuery(head.query, known: [])
                return .items(
                    begin(head, caller, context) { [self] in
                        finish($0, route: route.path, problem: $1, worker: head.worker)
                    }
                )
            }
        } catch {
            let response = error.response(asText: prefersText)
            return .refused(finish(response, route: Routes.refused, problem: error, worker: head.worker))
        }
    }

    /// Returns a closure that evaluates a body and creates the route's response, or the response for a problem.
    private func answerer(
        of route: Route,
        for head: HTTPRequestHead,
        asText: Bool,
        _ answer: @escaping Route.Answer
    ) -> HTTPAnswerer {
        { [self] body, trace in
            switch answer(body, trace) {
            case .now(let outcome): .now(respond(with: outcome, of: route, worker: head.worker, asText: asText))
            case .task(let compute):
                .task { [self] waiting async throws(HTTPFailure) in
                    let outcome = try await compute(waiting)
                    return respond(with: outcome, of: route, worker: head.worker, asText: asText)
                }
            }
        }
    }

    private func respond(
        with outcome: Route.Outcome,
        of route: Route,
        worker: Int,
        asText: Bool
    ) -> HTTPResponse {
        switch outcome {
        case .success(let response): finish(response, route: route.path, worker: worker)
        case .failure(let problem):
            finish(problem.response(asText: asText), route: route.path, problem: problem, worker: worker)
        }
    }

    /// Reports the failures of the HTTP server as problems.
    package func response(to failure: HTTPFailure, accept: [String]) -> HTTPResponse {
        let problem = Problem(failure)
        let response = problem.response(asText: MediaType.prefers("text/plain", accept: accept))
        return finish(response, route: Routes.refused, problem: problem)
    }

    /// Responds to OPTIONS with the allowed methods, and without CORS headers.
    private func options(_ head: HTTPRequestHead, _ asText: Bool) -> HTTPResponse {
        if head.target == "*" {
            return finish(
                HTTPResponse(status: 204, headers: ["Allow": "DELETE, GET, HEAD, OPTIONS, POST, PUT"]),
                route: Routes.service
            )
        }
        guard let (path, methods) = Routes.methods(at: head.path, hasConsole: context.hasConsole) else {
            let problem = Problem(.unknownRoute, "\(QuotedText.excerpt(head.path)) does not exist.")
            return finish(problem.response(asText: asText), route: Routes.refused, problem: problem)
        }
        return finish(HTTPResponse(status: 204, headers: ["Allow": methods]), route: path)
    }

    private func finish(
        _ response: HTTPResponse,
        route: String,
        problem: Problem? = nil,
        worker: Int = 0
    ) -> HTTPResponse {
        context.metrics.count(route: route, status: response.status, problem?.code, worker: worker)
        var response = response
        if response.headers.fields.last != Self.noSniffing { response.headers.append(Self.noSniffing) }
        return response
    }
}
