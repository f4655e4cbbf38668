import MicrohttpdServer

/// GET /openapi.yaml.
enum ContractHandler {
    static func openAPI(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: ["Content-Type": "application/yaml", "Cache-Control": "no-cache"],
            body: context.openAPI
        )
    }
}
