package import MicrohttpdServer
import StructuredDocuments

/// Answers HTTP requests: guard, route, handler, and every error as a problem.
///
/// A class, since every answer under way holds on to it: one reference instead of a copy of all that the context has.
package final class APIResponder: HTTPResponder {
    /// No browser shall take an answer for what it is not.
    static let noSniffing = HTTPField(own: "X-Content-Type-Options", "nosniff")

    private let context: APIContext

    /// Takes what the routes work with.
    package init(_ context: APIContext) {
        self.context = context
    }

    /// Refuses by the head alone: foreign Host or Origin, unknown path, wrong method or media type; otherwise leaves
    /// the request to its route.
    ///
    /// See ``HTTPResponder``.
    package func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
        let prefersText = MediaType.prefersText(head)
        do throws(Problem) {
            try RequestGuard.check(head, allowedHosts: context.allowedHosts)
            if head.method == "OPTIONS" {
                return .whole({ [self] _ in .answer(options(head, prefersText)) }, remembersHead: false)
            }
            let route = try Routes.route(for: head)
            switch route.handling {
            case .whole(let prepare):
                return .whole(
                    answerer(of: route, for: head, asText: prefersText, prepare(head, context)),
                    remembersHead: route.remembersHead
                )
            case .items(let begin):
                // A batch is answered while it arrives: its query must be right by then.
                _ = try RequestQuery(head.query, known: [])
                return .items(
                    begin(head, context) { [self] in finish($0, route: route.path, problem: $1, worker: head.worker) }
                )
            }
        } catch {
            let response = error.response(asText: prefersText)
            return .refused(finish(response, route: "refused", problem: error, worker: head.worker))
        }
    }

    /// Answers with the route's response, or with its problem.
    private func answerer(
        of route: Route,
        for head: HTTPRequestHead,
        asText: Bool,
        _ answer: @escaping Route.Answer
    ) -> HTTPAnswerer {
        { [self] body in respond(with: answer(body), of: route, worker: head.worker, asText: asText) }
    }

    /// Takes the same steps, and makes the response from what the route says at their end.
    private func respond(
        with progress: HTTPProgress<Route.Outcome>,
        of route: Route,
        worker: Int,
        asText: Bool
    ) -> HTTPProgress<HTTPResponse> {
        switch progress {
        case .answer(.success(let response)): .answer(finish(response, route: route.path, worker: worker))
        case .answer(.failure(let problem)):
            .answer(finish(problem.response(asText: asText), route: route.path, problem: problem, worker: worker))
        case .step(let next): .step { [self] in respond(with: next(), of: route, worker: worker, asText: asText) }
        }
    }

    /// Puts the server's own refusals as problems.
    ///
    /// See ``HTTPResponder``.
    package func response(to failure: HTTPFailure, accept: [String]) -> HTTPResponse {
        let problem = Problem(failure)
        let response = problem.response(asText: MediaType.prefers("text/plain", accept: accept))
        return finish(response, route: "refused", problem: problem)
    }

    /// OPTIONS names the methods; it grants nothing to web pages.
    private func options(_ head: HTTPRequestHead, _ asText: Bool) -> HTTPResponse {
        if head.target == "*" {
            return finish(HTTPResponse(status: 204, headers: ["Allow": "GET, HEAD, OPTIONS, POST"]), route: "*")
        }
        guard let (path, methods) = Routes.methods(at: head.path) else {
            let problem = Problem(.unknownRoute, "There is nothing at \(QuotedText.excerpt(head.path)).")
            return finish(problem.response(asText: asText), route: "refused", problem: problem)
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
