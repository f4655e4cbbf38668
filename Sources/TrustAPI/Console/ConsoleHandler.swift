import MicrohttpdServer
import WebConsole

/// GET /console/{name}, and GET / for browsers: the files of the console, which anyone may read.
///
/// The page asks the API with the rights of its user. The header fields confine it to this service, and keep other pages
/// from showing it in a frame.
enum ConsoleHandler {
    /// The prefix of the paths of files.
    static let prefix = "/console/"

    private static let indexName = "index.html"
    /// Everything that is not listed is forbidden, including inline scripts, styles, and markup that a script assigns.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'
        """

    /// Returns whether the console has a file at a path.
    static func hasFile(at path: String) -> Bool { file(at: path) != nil }

    /// Responds with a file, to whose path the request was routed.
    static func answer(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        guard let file = file(at: head.path) else { throw Routes.unknown(head.path) }
        return response(file, to: head, varying: "Accept-Encoding")
    }

    /// Responds with the page.
    static func page(_ head: HTTPRequestHead) throws(Problem) -> HTTPResponse {
        guard let file = WebFile.named(indexName) else { throw Routes.unknown(head.path) }
        return response(file, to: head, varying: "Accept, Accept-Encoding")
    }

    /// Returns the file at a path; the page itself has another one.
    private static func file(at path: String) -> WebFile? {
        guard path.hasPrefix(prefix) else { return nil }
        let name = String(path.dropFirst(prefix.count))
        return name == indexName ? nil : WebFile.named(name)
    }

    /// Responds with the form of a file that the client accepts, unless it has the same bytes.
    private static func response(_ file: WebFile, to head: HTTPRequestHead, varying: String) -> HTTPResponse {
        let isCompressed = ContentCoding.acceptsGzip(head)
        let form = isCompressed ? file.compressed : file.plain
        var headers: HTTPHeaders = [
            "Content-Type": file.type, "ETag": form.tag, "Cache-Control": "no-cache", "Vary": varying,
            "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
            "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
        ]
        if isCompressed { headers.append("Content-Encoding", "gzip") }
        let isKnown = head.headers.values("If-None-Match").contains { EntityTags.names(form.tag, in: $0) }
        return HTTPResponse(status: isKnown ? 304 : 200, headers: headers, body: isKnown ? [] : form.bytes)
    }
}
