import MicrohttpdServer

/// GET /livez, /healthz and /readyz.
enum HealthHandler {
    /// Responds with `ok` while the process runs; /healthz has the same meaning for tools that expect it.
    static func live(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        ok
    }

    /// Responds with `ok`: the process does not serve requests until its policies are loaded.
    static func ready(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        ok
    }

    private static let ok = HTTPResponse(
        status: 200,
        headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
        body: Array("ok\n".utf8)
    )
}
