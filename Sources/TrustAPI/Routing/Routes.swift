import MicrohttpdServer
import StructuredDocuments

/// One route: what it is called, which methods it has, which bodies it takes, who answers.
final class Route: Sendable {
    /// Answers a request by its body.
    typealias Answer = @Sendable (_ body: [UInt8]) -> HTTPProgress<Outcome>
    /// The response to a request, or the problem that is reported instead.
    typealias Outcome = Result<HTTPResponse, Problem>
    typealias Finish = @Sendable (HTTPResponse, Problem?) -> HTTPResponse

    /// How requests are answered.
    enum Handling: Sendable {
        /// By the whole body; what a head says is taken from it once for all requests that have it.
        case whole(@Sendable (HTTPRequestHead, APIContext) -> Answer)
        /// Item by item.
        case items(@Sendable (HTTPRequestHead, APIContext, @escaping Finish) -> HTTPBatch)
    }

    /// The path as openapi.yaml writes it; a last segment in braces stands for any one segment.
    let path: String
    let method: String
    /// The media types of bodies; empty for a route without a body.
    let bodies: [MediaType.Body]
    let handling: Handling
    /// Whether heads are remembered that were admitted (``HTTPAdmission/whole(_:remembersHead:)``): looking at one again costs a
    /// fifth of a remembered answer.
    let remembersHead: Bool
    /// What a path begins with that has a segment of its own choice at its end; nil where none has.
    private let prefix: String?

    init(
        _ method: String,
        _ path: String,
        bodies: [MediaType.Body] = [],
        remembersHead: Bool = false,
        _ handling: Handling
    ) {
        self.path = path
        self.method = method
        self.bodies = bodies
        self.handling = handling
        self.remembersHead = remembersHead
        prefix = path.firstIndex(of: "{").map { String(path[..<$0]) }
    }

    /// A route that is asked without a body.
    convenience init(
        _ method: String,
        _ path: String,
        _ answer: @escaping @Sendable (HTTPRequestHead, APIContext) throws(Problem) -> HTTPResponse
    ) {
        self.init(
            method,
            path,
            .whole { head, context in
                { _ in .answer(Outcome { () throws(Problem) in try answer(head, context) }) }
            }
        )
    }

    /// Whether a request's path is this route's.
    func matches(_ other: String) -> Bool {
        guard let prefix else { return path.hasSameBytes(as: other) }
        let rest = other.utf8.dropFirst(prefix.utf8.count)
        return other.utf8.starts(with: prefix.utf8) && !rest.isEmpty && !rest.contains(UInt8(ascii: "/"))
    }
}

/// The whole table.
enum Routes {
    static let all: [Route] = [
        Route("POST", "/v1/evaluations", bodies: [.json, .pem], remembersHead: true, .whole(EvaluationHandler.answer)),
        Route("POST", "/v1/evaluations/batch", bodies: [.json, .lines], .items(BatchHandler.batch)),
        Route("POST", "/v1/certificates", bodies: [.json, .pem], .whole(CertificateHandler.answer)),
        Route("GET", "/v1/policy-sets", PolicySetHandler.list),
        Route("GET", "/v1/policy-sets/{name}", PolicySetHandler.show),
        Route("GET", "/v1/status", StatusHandler.status),
        Route("GET", "/livez", HealthHandler.live),
        Route("GET", "/readyz", HealthHandler.ready),
        Route("GET", "/metrics", MetricsHandler.metrics),
        Route("GET", "/openapi.yaml", ContractHandler.openAPI),
    ]

    /// The route of a request head, before its body is read.
    ///
    /// - Throws: ``Problem`` 404 for an unknown path, 405 with Allow for another method, 415 for another media type.
    static func route(for head: HTTPRequestHead) throws(Problem) -> Route {
        let method = head.method == "HEAD" ? "GET" : head.method
        guard let route = all.first(where: { $0.method == method && $0.matches(head.path) }) else {
            throw refusal(of: head)
        }
        if !route.bodies.isEmpty, MediaType.body(head.headers["Content-Type"]).map(route.bodies.contains) != true {
            throw unsupportedMediaType(route)
        }
        return route
    }

    /// Why there is no route for a head.
    private static func refusal(of head: HTTPRequestHead) -> Problem {
        let here = routes(at: head.path)
        guard !here.isEmpty else {
            let shown = QuotedText.excerpt(head.path)
            return Problem(.unknownRoute, "There is nothing at \(shown); /openapi.yaml lists what there is.")
        }
        return Problem(
            .methodNotAllowed,
            "\(QuotedText.excerpt(head.method)) does not apply to \(QuotedText.excerpt(head.path)).",
            headers: ["Allow": allowed(here)]
        )
    }

    private static func unsupportedMediaType(_ route: Route) -> Problem {
        let isBatch = route.bodies.contains(.lines)
        let detail =
            isBatch
            ? "Send application/json or application/x-ndjson."
            : "Send application/json, or PEM as application/x-pem-file or application/pem-certificate-chain."
        let others =
            isBatch ? "application/x-ndjson" : "application/x-pem-file, application/pem-certificate-chain"
        return Problem(.unsupportedMediaType, detail, headers: ["Accept-Post": "application/json, \(others)"])
    }

    /// The route that a path belongs to and its methods, for Allow; nil for an unknown path.
    static func methods(at path: String) -> (route: String, allowed: String)? {
        let here = routes(at: path)
        return here.first.map { ($0.path, allowed(here)) }
    }

    private static func routes(at path: String) -> [Route] {
        all.filter { $0.matches(path) }
    }

    private static func allowed(_ routes: [Route]) -> String {
        let methods = routes.flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] }
        return (methods + ["OPTIONS"]).joined(separator: ", ")
    }
}
