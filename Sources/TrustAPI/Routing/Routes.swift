import MicrohttpdServer
import StructuredDocuments

/// One route: its path, method, accepted bodies and handler.
final class Route: Sendable {
    /// Handles a request, given its body and its trace.
    typealias Answer = @Sendable (_ body: [UInt8], _ trace: TraceContext?) -> HTTPAnswer<Outcome>
    typealias Outcome = Result<HTTPResponse, Problem>
    typealias Finish = @Sendable (HTTPResponse, Problem?) -> HTTPResponse

    enum Handling: Sendable {
        /// Handles the complete body; the outer closure runs once for each admitted head.
        case whole(@Sendable (HTTPRequestHead, APIContext) -> Answer)
        /// Handles the complete body, given also the clients of the request.
        case attributed(@Sendable (HTTPRequestHead, Caller, APIContext) -> Answer)
        /// Handles the complete body of a request whose response can have events.
        case watched(@Sendable (HTTPRequestHead, Caller, WatchService) -> Answer)
        case items(@Sendable (HTTPRequestHead, Caller, APIContext, @escaping Finish) -> HTTPBatch)
    }

    /// The path as in openapi.yaml; a segment in braces matches any single segment.
    let path: String
    let method: String
    /// The accepted media types of the body; empty for a route without a body.
    let bodies: [MediaType.Body]
    /// The permission that a client needs.
    let permission: Permission
    let handling: Handling
    /// Whether the server caches the heads that it admits (``HTTPAdmission/whole(_:remembersHead:)``).
    ///
    /// Checking the same head again would take a fifth of the time of a cached response. The permission of a cached head
    /// remains valid: it depends on the head, the connection and the configuration, which never changes.
    let remembersHead: Bool
    /// The path with segments in braces; nil if it has none.
    private let template: PathTemplate?

    init(
        _ method: String,
        _ path: String,
        bodies: [MediaType.Body] = [],
        permission: Permission,
        remembersHead: Bool = false,
        handledBy handling: Handling
    ) {
        self.path = path
        self.method = method
        self.bodies = bodies
        self.permission = permission
        self.handling = handling
        self.remembersHead = remembersHead
        template = path.utf8.contains(UInt8(ascii: "{")) ? PathTemplate(path) : nil
    }

    /// Creates a route without a request body.
    convenience init(
        _ method: String,
        _ path: String,
        permission: Permission,
        handledBy answer: @escaping @Sendable (HTTPRequestHead, APIContext) throws(Problem) -> HTTPResponse
    ) {
        self.init(
            method,
            path,
            permission: permission,
            handledBy: .whole { head, context in
                { _, _ in .now(Outcome { () throws(Problem) in try answer(head, context) }) }
            }
        )
    }

    func matches(_ other: String) -> Bool {
        template?.matches(other) ?? path.hasSameBytes(as: other)
    }
}

enum Routes {
    static let all: [Route] = [
        Route(
            "POST",
            "/v1/evaluations",
            bodies: [.json, .pem, .form],
            permission: .evaluate,
            remembersHead: true,
            handledBy: .attributed(EvaluationHandler.answer)
        ),
        Route(
            "POST",
            "/v1/evaluations/batch",
            bodies: [.json, .lines],
            permission: .evaluate,
            handledBy: .items(BatchHandler.batch)
        ),
        Route(
            "POST",
            "/v1/watches",
            bodies: [.json, .pem],
            permission: .evaluate,
            handledBy: .watched(WatchHandler.answer)
        ),
        Route(
            "POST",
            "/v1/certificates",
            bodies: [.json, .pem, .form],
            permission: .evaluate,
            handledBy: .whole(CertificateHandler.answer)
        ),
        Route(
            "POST",
            "/v1/challenges",
            bodies: [.json],
            permission: .evaluate,
            handledBy: .attributed(ChallengeHandler.answer)
        ),
        Route("GET", "/v1/identities", permission: .readIdentities, handledBy: IdentityListHandler.list),
        Route(
            "POST",
            "/v1/identities/{name}/signatures",
            bodies: [.json],
            permission: .sign,
            handledBy: .attributed(SignatureHandler.answer)
        ),
        Route("GET", "/v1/policy-sets", permission: .read, handledBy: PolicySetHandler.list),
        Route("GET", "/v1/policy-sets/{name}", permission: .read, handledBy: PolicySetHandler.show),
        Route(
            "GET",
            "/v1/forecast",
            permission: .decisions,
            handledBy: .attributed(ForecastHandler.show)
        ),
        Route(
            "GET",
            "/v1/decisions",
            permission: .decisions,
            handledBy: .watched(DecisionHandler.list)
        ),
        Route(
            "GET",
            "/v1/decisions/{id}",
            permission: .decisions,
            handledBy: .attributed(DecisionHandler.show)
        ),
        Route(
            "POST",
            "/v1/decisions/{id}/evaluation",
            permission: .decisions,
            handledBy: .attributed(DecisionEvaluationHandler.answer)
        ),
        Route(
            "PUT",
            "/v1/policy-sets/{name}",
            bodies: [.yaml, .json, .tar],
            permission: .write,
            handledBy: .attributed(PolicyChangeHandler.put)
        ),
        Route(
            "DELETE",
            "/v1/policy-sets/{name}",
            permission: .write,
            handledBy: .attributed(PolicyChangeHandler.delete)
        ),
        Route(
            "POST",
            "/v1/policy-sets/{name}/check",
            bodies: [.yaml, .json, .tar],
            permission: .check,
            handledBy: .attributed(CandidateHandler.check)
        ),
        Route("GET", "/v1/policy-sets/{name}/revisions", permission: .read, handledBy: RevisionHandler.list),
        Route(
            "POST",
            "/v1/policy-sets/{name}/revisions/{number}/restore",
            permission: .write,
            handledBy: .attributed(PolicyChangeHandler.restore)
        ),
        Route("GET", "/v1/blocks", permission: .readBlocks, handledBy: BlockHandler.list),
        Route("GET", "/v1/blocks/{id}", permission: .readBlocks, handledBy: BlockHandler.show),
        Route(
            "PUT",
            "/v1/blocks/{id}",
            bodies: [.json],
            permission: .block,
            handledBy: .attributed(BlockHandler.put)
        ),
        Route("DELETE", "/v1/blocks/{id}", permission: .block, handledBy: .attributed(BlockHandler.delete)),
        Route("POST", "/v1/reload", permission: .reload, handledBy: .attributed(ReloadHandler.answer)),
        Route("GET", "/v1/status", permission: .read, handledBy: .attributed(StatusHandler.status)),
        Route("GET", "/", permission: .open, handledBy: OverviewHandler.overview),
        Route("GET", "/livez", permission: .open, handledBy: HealthHandler.live),
        Route("GET", "/healthz", permission: .open, handledBy: HealthHandler.live),
        Route("GET", "/readyz", permission: .open, handledBy: HealthHandler.ready),
        Route("GET", "/metrics", permission: .read, handledBy: .attributed(MetricsHandler.metrics)),
        Route("GET", "/openapi.yaml", permission: .open, handledBy: ContractHandler.openAPI),
    ]

    /// The route of the requests that ``ProxyCheck`` concerns, with any method, content and query.
    static let proxyCheck = Route(
        "*",
        "/v1/check/{name}",
        permission: .proxy,
        remembersHead: true,
        handledBy: .attributed(ProxyCheck.answer)
    )

    /// The route of the files of the console, which exists only if the console is on.
    static let consoleFile = Route(
        "GET",
        ConsoleHandler.prefix + "{name}",
        permission: .open,
        handledBy: ConsoleHandler.answer
    )

    /// The names in metrics for requests that are rejected without a route, and for `OPTIONS *`.
    static let (refused, service) = ("refused", "*")

    /// Returns the route for a request head, before the body is read.
    ///
    /// - Throws: ``Problem`` 404 for an unknown path, 405 with Allow for another method, 415 for another media type.
    static func route(for head: HTTPRequestHead, hasConsole: Bool = false) throws(Problem) -> Route {
        let method = head.method == "HEAD" ? "GET" : head.method
        let known = all.first { $0.method == method && $0.matches(head.path) }
        guard let route = known ?? (hasConsole ? consoleFile(for: method, at: head.path) : nil) else {
            throw refusal(of: head, hasConsole: hasConsole)
        }
        if !route.bodies.isEmpty, MediaType.body(head.headers["Content-Type"]).map(route.bodies.contains) != true {
            throw unsupportedMediaType(route)
        }
        return route
    }

    /// Returns the problem for a path that does not exist.
    static func unknown(_ path: String) -> Problem {
        Problem(.unknownRoute, "\(QuotedText.excerpt(path)) does not exist; /openapi.yaml lists all paths.")
    }

    private static func refusal(of head: HTTPRequestHead, hasConsole: Bool) -> Problem {
        let here = routes(at: head.path, hasConsole: hasConsole)
        guard !here.isEmpty else { return unknown(head.path) }
        let methods = DocumentValue.alternatives(here.map(\.method))
        return Problem(
            .methodNotAllowed,
            "\(QuotedText.excerpt(head.path)) does not support \(QuotedText.excerpt(head.method)): use \(methods).",
            headers: ["Allow": allowed(here)]
        )
    }

    private static func unsupportedMediaType(_ route: Route) -> Problem {
        let (detail, others): (String, [String]) =
            if route.bodies.contains(.tar) {
                (
                    "Send application/yaml, application/json, or application/x-tar for a document with files.",
                    ["application/yaml", "application/x-tar"]
                )
            } else if route.bodies.contains(.lines) {
                ("Send application/json or application/x-ndjson.", ["application/x-ndjson"])
            } else if route.bodies.contains(.form) {
                (
                    "Send application/json, application/x-pem-file or another type for certificates, or "
                        + "multipart/form-data.",
                    MediaType.certificates + [MediaType.form]
                )
            } else if route.bodies.contains(.pem) {
                (
                    "Send application/json, application/x-pem-file or another type for certificates.",
                    MediaType.certificates
                )
            } else {
                ("Send application/json.", [])
            }
        let types = (["application/json"] + others).joined(separator: ", ")
        // Accept is for any method (RFC 9110 section 12.5.1), and Accept-Post for POST only.
        let field = route.method == "POST" ? "Accept-Post" : "Accept"
        return Problem(.unsupportedMediaType, detail, headers: [field: types])
    }

    /// Returns the route of a path and the value of its Allow header; nil for an unknown path.
    static func methods(at path: String, hasConsole: Bool = false) -> (route: String, allowed: String)? {
        let here = routes(at: path, hasConsole: hasConsole)
        return here.first.map { ($0.path, allowed(here)) }
    }

    private static func routes(at path: String, hasConsole: Bool) -> [Route] {
        let file = hasConsole ? consoleFile(for: "GET", at: path) : nil
        return all.filter { $0.matches(path) } + (file.map { [$0] } ?? [])
    }

    private static func consoleFile(for method: String, at path: String) -> Route? {
        method == consoleFile.method && ConsoleHandler.hasFile(at: path) ? consoleFile : nil
    }

    private static func allowed(_ routes: [Route]) -> String {
        let methods = routes.flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] }
        return (methods + ["OPTIONS"]).joined(separator: ", ")
    }
}
