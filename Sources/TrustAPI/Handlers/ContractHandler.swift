import MicrohttpdServer

/// GET /openapi.yaml.
enum ContractHandler {
    static func openAPI(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        let type = MediaType.prefersText(head) ? "text/plain; charset=utf-8" : "application/yaml"
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": type, "Cache-Control": "no-cache", "Vary": "Accept"],
            body: context.openAPI
        )
    }
}
