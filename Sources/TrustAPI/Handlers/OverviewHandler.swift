import MicrohttpdServer

/// GET /: the console for browsers, and a short text for people with curl.
enum OverviewHandler {
    static func overview(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        let accept = head.headers.values("Accept")
        if context.hasConsole, MediaType.prefers("text/html", over: "text/plain", accept: accept) {
            return try ConsoleHandler.page(head)
        }
        // Over TCP, the request guard has admitted the Host header, so it has only the characters of a host and a port.
        let address = if case .ip = head.peer, let host = head.headers["Host"] { host } else { "localhost" }
        var response = HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
            body: Array(text(version: context.version, address: address).utf8)
        )
        if context.hasConsole { response.headers.append("Vary", "Accept") }
        return response
    }

    private static func text(version: String, address: String) -> String {
        """
        anchord \(version) evaluates X.509 certificate chains, and reports the reasons for every verdict.

        /openapi.yaml     the specification of the API
        /v1/status        policies, trust anchors, caches and connections
        /v1/policy-sets   the policy sets in use
        /livez /healthz   ok while the process runs
        /readyz           ok when the service is ready
        /metrics          metrics for Prometheus

        To evaluate a chain:

            curl --fail-with-body -F file=@chain.pem -F host=api.example.com -H 'Accept: text/plain' \\
                http://\(address)/v1/evaluations

        """
    }
}
