import MicrohttpdServer

enum MetricsHandler {
    static func metrics(for head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        { _, _ in .now(.success(response(caller, context))) }
    }

    private static func response(_ caller: Caller, _ context: APIContext) -> HTTPResponse {
        let source = MetricsSource(context, for: caller)
        var page = MetricsPage()
        for family in MetricFamily.all { page.write(family, from: source) }
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
            body: Array(page.text.utf8)
        )
    }
}
