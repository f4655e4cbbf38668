import Foundation
import MicrohttpdServer
import Testing
import WebConsole

@testable import TrustAPI

@Suite struct `The console` {
    /// The Accept field of a browser that opens a page.
    private static let browser = ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")

    let api: APIFixture

    init() throws { api = try APIFixture(adjust: { $0.hasConsole = true }) }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/WebConsole/Web")

    /// The names of the files in the folder.
    private static var names: [String] {
        let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return files.filter { $0.split(separator: "/").last?.contains(".") == true }.sorted()
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.folder.appending(path: name)))
    }

    @Test func `is a page for browsers, confined by its header fields`() throws {
        let answer = api.send("GET", "/", headers: [Self.browser])
        #expect(answer.status == 200)
        #expect(answer.response.body == (try bytes("index.html")))
        let found = answer.response.headers.fields.map { "\($0.name): \($0.value)" }.filter { !$0.hasPrefix("ETag") }
        #expect(
            found == [
                "Content-Type: text/html; charset=utf-8", "Cache-Control: no-cache", "Vary: Accept, Accept-Encoding",
                "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                    + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                    + "require-trusted-types-for 'script'; trusted-types 'none'",
                "Referrer-Policy: no-referrer", "X-Frame-Options: DENY", "Cross-Origin-Opener-Policy: same-origin",
                "Cross-Origin-Resource-Policy: same-origin", "X-Content-Type-Options: nosniff",
            ]
        )
    }

    @Test(arguments: [
        ([], false), (["*/*"], false), (["text/plain"], false), (["text/*"], false), (["application/json"], false),
        (["text/html;q=0"], false), (["text/plain, text/html;q=0.9"], false), (["TEXT/HTML"], true),
        (["text/html", "text/plain"], true), (["application/xml, text/html;q=0.1"], true),
    ])
    func `is for clients that prefer HTML; all others get the text as without a console`(
        accept: [String],
        isPage: Bool
    ) throws {
        let headers = accept.map { ("Accept", $0) }
        let answer = api.send("GET", "/", headers: headers)
        let text = try APIFixture().send("GET", "/", headers: headers)
        #expect((answer.response.body == text.response.body) == !isPage)
        #expect(answer.response.headers["Content-Type"]?.hasPrefix(isPage ? "text/html" : "text/plain") == true)
        #expect(answer.response.headers["Vary"]?.hasPrefix("Accept") == true)
        #expect(text.response.headers["Vary"] == nil)
    }

    @Test func `has every file of its folder, with its type and tags of its bytes`() throws {
        let types = ["css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"]
        #expect(Self.names.contains("index.html") && Self.names.count > 3)
        var tags: Set<String> = []
        for name in Self.names where name != "index.html" {
            let answer = api.send("GET", "/console/\(name)")
            #expect(answer.status == 200, "\(name)")
            #expect(answer.response.body == (try bytes(name)), "\(name)")
            let type = try #require(types[String(name.split(separator: ".").last ?? "")])
            #expect(answer.response.headers["Content-Type"]?.hasPrefix(type) == true, "\(name)")
            #expect(answer.response.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
            let compressed = api.send("GET", "/console/\(name)", headers: [("Accept-Encoding", "gzip")])
            #expect(compressed.response.headers["Content-Encoding"] == "gzip")
            #expect(compressed.response.headers["Vary"] == "Accept-Encoding")
            #expect(compressed.response.body.starts(with: [0x1F, 0x8B]), "\(name)")
            tags.formUnion([answer, compressed].compactMap { $0.response.headers["ETag"] })
        }
        #expect(tags.count == 2 * (Self.names.count - 1))
        #expect(tags.allSatisfy { $0.wholeMatch(of: /"[0-9a-f]{32}"/) != nil })
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("br, gzip;q=0.5", true), ("*", true), ("deflate, *;q=0.1", true),
        ("br", false),
        ("gzip;q=0", false), ("gzip; q=0.0, *", false), ("identity", false), ("*;q=0", false), ("", false),
    ])
    func `is compressed for clients that accept it`(coding: String, isCompressed: Bool) {
        let answer = api.send("GET", "/", headers: [Self.browser, ("Accept-Encoding", coding)])
        #expect((answer.response.headers["Content-Encoding"] == "gzip") == isCompressed)
    }

    @Test func `is sent again only if it has changed`() throws {
        for (path, coding) in [("/", "gzip"), ("/", ""), ("/console/main.js", "gzip"), ("/console/main.js", "")] {
            let headers = [Self.browser, ("Accept-Encoding", coding)]
            let tag = try #require(api.send("GET", path, headers: headers).response.headers["ETag"])
            for known in [tag, "\"x\", W/\(tag)", "*"] {
                let answer = api.send("GET", path, headers: headers + [("If-None-Match", known)])
                #expect(answer.status == 304 && answer.response.body.isEmpty, "\(path) \(coding) \(known)")
                #expect(answer.response.headers["ETag"] == tag)
                #expect(answer.response.headers["Cache-Control"] == "no-cache")
            }
            #expect(api.send("GET", path, headers: headers + [("If-None-Match", "\"x\"")]).status == 200)
        }
    }

    @Test(arguments: [
        "/console", "/console/", "/console/index.html", "/console/none.js", "/console/../index.html",
        "/console//main.js", "/console/main.js/", "/console/MAIN.JS", "/console/parts", "/console/parts/",
        "/console/parts/../main.js", "/index.html", "/main.js", "/console/\u{301}", "/console/main.js\u{0}",
    ])
    func `has no other paths`(path: String) {
        let answer = api.send("GET", path)
        #expect(answer.status == 404 && answer.code == "unknownRoute")
        #expect(api.send("OPTIONS", path).status == 404)
    }

    @Test func `accepts GET and HEAD only`() {
        let answer = api.send("POST", "/console/main.js")
        #expect(answer.status == 405)
        #expect(answer.response.headers["Allow"] == "GET, HEAD, OPTIONS")
        #expect(api.send("OPTIONS", "/console/main.js").response.headers["Allow"] == "GET, HEAD, OPTIONS")
        #expect(api.send("HEAD", "/console/main.js").status == 200)
    }

    @Test func `does not exist if it is off`() throws {
        let off = try APIFixture()
        #expect(off.send("GET", "/", headers: [Self.browser]).text.hasPrefix("anchord test "))
        for method in ["GET", "HEAD", "OPTIONS", "POST"] {
            #expect(off.send(method, "/console/main.js").status == 404, "\(method)")
        }
    }
}
