import MicrohttpdServer

/// GET /livez and /readyz.
enum HealthHandler {
    /// The process answers.
    static func live(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        ok
    }

    /// Policies are loaded: without a first snapshot the process does not start, so to answer is to be ready.
    static func ready(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        ok
    }

    private static let ok = HTTPResponse(
        status: 200,
        headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
        body: Array("ok\n".utf8)
    )
}
