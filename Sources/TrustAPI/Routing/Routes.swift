import MicrohttpdServer
import StructuredDocuments

/// One route: its path, method, accepted bodies and handler.
final class Route: Sendable {
    /// Handles a request, given its body.
    typealias Answer = @Sendable (_ body: [UInt8]) -> HTTPProgress<Outcome>
    typealias Outcome = Result<HTTPResponse, Problem>
    /// Handles a request, given its body, and passes the outcome to `finish` later, from any thread.
    typealias DeferredAnswer = @Sendable (_ body: [UInt8], _ finish: @escaping @Sendable (Outcome) -> Void) -> Void
    typealias Finish = @Sendable (HTTPResponse, Problem?) -> HTTPResponse

    enum Handling: Sendable {
        /// Handles the complete body; the outer closure runs once for each admitted head.
        case whole(@Sendable (HTTPRequestHead, APIContext) -> Answer)
        case deferred(@Sendable (HTTPRequestHead, APIContext) -> DeferredAnswer)
        case items(@Sendable (HTTPRequestHead, APIContext, @escaping Finish) -> HTTPBatch)
    }

    /// The path as in openapi.yaml; a final segment in braces matches any single segment.
    let path: String
    let method: String
    /// The accepted media types of the body; empty for a route without a body.
    let bodies: [MediaType.Body]
    /// The permission that a client needs.
    let permission: Permission
    let handling: Handling
    /// Whether the server caches the heads that it admits (``HTTPAdmission/whole(_:remembersHead:)``).
    ///
    /// Checking the same head again would take a fifth of the time of a cached response.
    let remembersHead: Bool
    /// The path before a final segment in braces; nil if the path has none.
    private let prefix: String?

    init(
        _ method: String,
        _ path: String,
        bodies: [MediaType.Body] = [],
        permission: Permission = .use,
        remembersHead: Bool = false,
        _ handling: Handling
    ) {
        self.path = path
        self.method = method
        self.bodies = bodies
        self.permission = permission
        self.handling = handling
        self.remembersHead = remembersHead
        prefix = path.firstIndex(of: "{").map { String(path[..<$0]) }
    }

    /// Creates a route without a request body.
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

    func matches(_ other: String) -> Bool {
        guard let prefix else { return path.hasSameBytes(as: other) }
        let rest = other.utf8.dropFirst(prefix.utf8.count)
        return other.utf8.starts(with: prefix.utf8) && !rest.isEmpty && !rest.contains(UInt8(ascii: "/"))
    }
}

enum Routes {
    static let all: [Route] = [
        Route(
            "POST",
            "/v1/evaluations",
            bodies: [.json, .pem, .form],
            remembersHead: true,
            .whole(EvaluationHandler.answer)
        ),
        Route("POST", "/v1/evaluations/batch", bodies: [.json, .lines], .items(BatchHandler.batch)),
        Route("POST", "/v1/certificates", bodies: [.json, .pem, .form], .whole(CertificateHandler.answer)),
        Route("GET", "/v1/policy-sets", PolicySetHandler.list),
        Route("GET", "/v1/policy-sets/{name}", PolicySetHandler.show),
        Route("POST", "/v1/reload", permission: .reload, .deferred(ReloadHandler.answer)),
        Route("GET", "/v1/status", StatusHandler.status),
        Route("GET", "/", OverviewHandler.overview),
        Route("GET", "/livez", HealthHandler.live),
        Route("GET", "/healthz", HealthHandler.live),
        Route("GET", "/readyz", HealthHandler.ready),
        Route("GET", "/metrics", MetricsHandler.metrics),
        Route("GET", "/openapi.yaml", ContractHandler.openAPI),
    ]

    /// Returns the route for a request head, before the body is read.
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

    private static func refusal(of head: HTTPRequestHead) -> Problem {
        let here = routes(at: head.path)
        guard !here.isEmpty else {
            let shown = QuotedText.excerpt(head.path)
            return Problem(.unknownRoute, "\(shown) does not exist; /openapi.yaml lists all paths.")
        }
        return Problem(
            .methodNotAllowed,
            "\(QuotedText.excerpt(head.path)) does not support \(QuotedText.excerpt(head.method)).",
            headers: ["Allow": allowed(here)]
        )
    }

    private static func unsupportedMediaType(_ route: Route) -> Problem {
        let isBatch = route.bodies.contains(.lines)
        let detail =
            isBatch
            ? "Send application/json or application/x-ndjson."
            : "Send application/json, application/x-pem-file or another type for certificates, or multipart/form-data."
        let others = isBatch ? ["application/x-ndjson"] : MediaType.certificates + [MediaType.form]
        let types = (["application/json"] + others).joined(separator: ", ")
        return Problem(.unsupportedMediaType, detail, headers: ["Accept-Post": types])
    }

    /// Returns the route of a path and the value of its Allow header; nil for an unknown path.
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
