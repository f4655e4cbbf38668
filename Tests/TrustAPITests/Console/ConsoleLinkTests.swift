import MicrohttpdServer
import Testing

@testable import TrustAPI

/// A page of another origin may have a link to the console, and nothing else of this service.
@Suite struct `A link of another origin` {
    private static let link = [
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
    ]

    let api: APIFixture

    init() throws { api = try APIFixture(adjust: { $0.hasConsole = true }) }

    private func code(_ method: String, _ path: String, _ headers: [(String, String)]) -> String? {
        api.send(method, path, headers: headers + [("Accept", "text/html")]).code
    }

    @Test(arguments: ["/", "/console/main.js"], ["cross-site", "same-site"])
    func `opens the console`(path: String, site: String) {
        for method in ["GET", "HEAD"] {
            #expect(code(method, path, [("Sec-Fetch-Site", site)] + Self.link.dropFirst()) == nil)
        }
    }

    @Test(arguments: [
        "/v1/status", "/v1/decisions", "/v1/decisions?follow=1", "/v1/policy-sets", "/openapi.yaml", "/livez",
        "/metrics",
        "/console", "//", "/v1/console/main.js",
    ])
    func `opens no other path`(path: String) {
        #expect(code("GET", path, Self.link) == "foreignOrigin")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "get"])
    func `opens nothing by another method`(method: String) {
        #expect(code(method, "/", Self.link) == "foreignOrigin")
    }

    @Test(arguments: [
        ("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Mode", "same-origin"),
        ("Sec-Fetch-Mode", "websocket"), ("Sec-Fetch-Mode", "Navigate"), ("Sec-Fetch-Dest", "iframe"),
        ("Sec-Fetch-Dest", "frame"), ("Sec-Fetch-Dest", "embed"), ("Sec-Fetch-Dest", "object"),
        ("Sec-Fetch-Dest", "script"), ("Sec-Fetch-Dest", "style"), ("Sec-Fetch-Dest", "image"), ("Sec-Fetch-Dest", ""),
        ("Sec-Fetch-Dest", "empty"),
    ])
    func `opens nothing in a frame or as a part of its page`(name: String, value: String) {
        let changed = Self.link.map { $0.0 == name ? (name, value) : $0 }
        #expect(code("GET", "/", changed) == "foreignOrigin")
        #expect(code("GET", "/console/main.js", changed) == "foreignOrigin")
        #expect(code("GET", "/", Self.link.filter { $0.0 != name }) == "foreignOrigin")
        #expect(code("GET", "/", Self.link + [(name, value)]) == "foreignOrigin")
    }

    @Test func `opens nothing for another Host or Origin`() {
        #expect(code("GET", "/", Self.link + [("Host", "evil.example")]) == "foreignHost")
        #expect(code("GET", "/", Self.link + [("Origin", "https://evil.example")]) == "foreignOrigin")
    }
}
