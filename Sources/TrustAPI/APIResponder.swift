package import MicrohttpdServer
import TrustPolicies

/// Answers HTTP requests: guard, route, handler, and every error as a problem.
package struct APIResponder: HTTPResponder {
    /// No browser shall take an answer for what it is not.
    static let noSniffing = HTTPField(own: "X-Content-Type-Options", "nosniff")

    private let context: APIContext

    /// Takes what the routes work with.
    package init(_ context: APIContext) {
        self.context = context
    }

    /// Refuses by the head alone: foreign Host or Origin, unknown path, wrong method or media type.
    ///
    /// See ``HTTPResponder``.
    package func refusal(of head: HTTPRequestHead) -> HTTPResponse? {
        do throws(Problem) {
            try RequestGuard.check(head, allowedHosts: context.allowedHosts)
            if head.method == "OPTIONS" { return nil }
            let route = try Routes.route(for: head)
            // A batch is answered while it arrives: its query must be right by then.
            if route.batch != nil { _ = try RequestQuery(head.query, known: []) }
            return nil
        } catch {
            return finish(error.response, route: "refused", problem: error, worker: head.worker)
        }
    }

    /// Answers the routes of batches item by item.
    ///
    /// See ``HTTPResponder``.
    package func batch(of head: HTTPRequestHead) -> HTTPBatch? {
        do throws(Problem) {
            let route = try Routes.route(for: head)
            return route.batch?(head, context) { finish($0, route: route.path, problem: $1, worker: head.worker) }
        } catch {
            return nil
        }
    }

    /// Answers with what the route says, or with the problem that it throws.
    ///
    /// See ``HTTPResponder``.
    package func respond(to request: HTTPRequest) -> HTTPResponse {
        if request.head.method == "OPTIONS" { return options(request.head) }
        do throws(Problem) {
            let route = try Routes.route(for: request.head)
            do throws(Problem) {
                let response = try route.handler(request, context)
                return finish(response, route: route.path, worker: request.head.worker)
            } catch {
                return finish(error.response, route: route.path, problem: error, worker: request.head.worker)
            }
        } catch {
            return finish(error.response, route: "refused", problem: error, worker: request.head.worker)
        }
    }

    /// Puts the server's own refusals as problems.
    ///
    /// See ``HTTPResponder``.
    package func response(to failure: HTTPFailure) -> HTTPResponse {
        let problem = Problem(failure)
        return finish(problem.response, route: "refused", problem: problem)
    }

    /// OPTIONS names the methods; it grants nothing to web pages.
    private func options(_ head: HTTPRequestHead) -> HTTPResponse {
        if head.target == "*" {
            return finish(HTTPResponse(status: 204, headers: ["Allow": "GET, HEAD, OPTIONS, POST"]), route: "*")
        }
        guard let (path, methods) = Routes.methods(at: head.path) else {
            let problem = Problem(.unknownRoute, "There is nothing at \(QuotedText.excerpt(head.path)).")
            return finish(problem.response, route: "refused", problem: problem)
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
        if !response.headers.contains(Self.noSniffing.name) { response.headers.append(Self.noSniffing) }
        return response
    }
}
