import MicrohttpdServer
import Testing

@Suite struct `Bodies and framing` {
    private func post(_ fields: String, _ body: String = "") -> String {
        "POST /a HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\(body)"
    }

    private func small() throws -> TestServer {
        try TestServer { $0.maximumBodyBytes = 1000 }
    }

    @Test func `a body exactly at the limit is accepted`() throws {
        let server = try small()
        let body = String(repeating: "x", count: 1000)
        #expect(try server.client().exchange(post("Content-Length: 1000\r\n", body))?.body == "POST /a 1000")
        let chunked = post("Transfer-Encoding: chunked\r\n", "3e8\r\n\(body)\r\n0\r\n\r\n")
        #expect(try server.client().exchange(chunked)?.body == "POST /a 1000")
    }

    @Test func `a Content-Length over the limit receives 413 before the body is read`() throws {
        let server = try small()
        let client = try server.client()
        #expect(client.exchange(post("Content-Length: 1001\r\n"))?.status == 413)
        #expect(client.isClosed)
        #expect(server.server.figures.bodiesTooLarge == 1)
    }

    @Test func `a Content-Length that overflows receives 413`() throws {
        let server = try small()
        let client = try server.client()
        #expect(client.exchange(post("Content-Length: 99999999999999999999999\r\n"))?.status == 413)
    }

    @Test func `a client can read 413 even if it sends the whole body`() throws {
        let server = try small()
        let client = try server.client()
        let body = String(repeating: "x", count: 4 << 20)
        #expect(client.exchange(post("Content-Length: \(4 << 20)\r\n", body))?.status == 413)
        #expect(client.isClosed)
    }

    @Test func `a chunked body that exceeds the limit receives 413 and closes the connection`() throws {
        let server = try small()
        let client = try server.client()
        let chunk = "1f4\r\n\(String(repeating: "x", count: 500))\r\n"
        #expect(client.exchange(post("Transfer-Encoding: chunked\r\n", chunk + chunk + chunk))?.status == 413)
        #expect(client.isClosed)
        #expect(server.server.figures.bodiesTooLarge == 1)
    }

    @Test(arguments: ["Host", "Origin", "Content-Type", "oRIGIN"])
    func `a repeated field that is not a list receives 400, even with equal values`(name: String) throws {
        let server = try TestServer()
        let first = name == "Host" ? "" : "\(name): h\r\n"
        let request = "GET /a HTTP/1.1\r\nHost: h\r\n\(first)"
        #expect(try server.client().exchange(request + "\r\n")?.status == 200)
        for second in ["h", "other"] {
            #expect(try server.client().exchange(request + "\(name): \(second)\r\n\r\n")?.status == 400)
        }
        #expect(server.server.figures.malformedRequests == 2)
    }

    @Test func `a body of a hundred thousand chunks is assembled`() throws {
        let server = try TestServer()
        let chunks = String(repeating: "1\r\nx\r\n", count: 100_000) + "0\r\n\r\n"
        let response = try server.client().exchange(post("Transfer-Encoding: chunked\r\n", chunks))
        #expect(response?.body == "POST /a 100000")
    }

    @Test func `an expectation of 100-continue is answered before the body (RFC 9110 §10.1.1)`() throws {
        let server = try TestServer()
        let client = try server.client()
        #expect(client.exchange(post("Content-Length: 3\r\nExpect: 100-continue\r\n"))?.status == 100)
        #expect(client.exchange("abc")?.body == "POST /a 3")
    }

    @Test(arguments: ["GET /a HTTP/1.1\r\n", "POST /a HTTP/1.1\r\nContent-Length: 0\r\n"])
    func `an expectation of 100-continue without a body loses no request`(beginning: String) throws {
        let server = try TestServer()
        let client = try server.client()
        client.send(
            "\(beginning)Host: localhost\r\nExpect: 100-continue\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        #expect(client.reply()?.status == 100)
        #expect(client.reply()?.body.hasSuffix("/a 0") == true)
        #expect(client.reply()?.body == "GET /b 0")
    }

    @Test func `a refused request does not receive 100 Continue`() throws {
        let server = try small()
        let client = try server.client()
        #expect(client.exchange(post("Content-Length: 1001\r\nExpect: 100-continue\r\n"))?.status == 413)
    }

    @Test func `any other expectation receives 417`() throws {
        let server = try TestServer()
        #expect(try server.client().exchange(post("Content-Length: 3\r\nExpect: miracles\r\n"))?.status == 417)
    }

    @Test(arguments: [
        ("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", 400),
        ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400),
        ("Transfer-Encoding: gzip\r\n", 501),
        ("Transfer-Encoding: gzip, chunked\r\n", 501),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 501),
        ("Transfer-Encoding: chunked \r\n", 501),
        ("Transfer-Encoding : chunked\r\n", 400),
        ("Content-Length: 3\r\nContent-Length: 3\r\n", 400),
        ("Content-Length: 3\r\nContent-Length: 4\r\n", 400),
        ("Content-Length: 3, 3\r\n", 400),
        ("Content-Length: +3\r\n", 400),
        ("Content-Length: -3\r\n", 400),
        ("Content-Length: 0x3\r\n", 400),
        ("Content-Length:\r\n", 400),
        ("Content-Length : 3\r\n", 400),
        ("Host: other\r\n", 400),
        ("X-Folded: a\r\n b\r\n", 400),
        ("X-Folded: a\r\n\tb\r\nX-Next: c\r\n", 400),
        ("X-Bare: a\rb\r\n", 400),
        ("X-Control: a\u{1}b\r\n", 400),
        ("X(Name): a\r\n", 400),
        (": a\r\n", 400),
        (": a\r\nContent-Length: 3\r\n", 400),
        ("X-Bare: a\n", 400),
        ("X-NUL: a\0b\r\n", 400),
        ("nonsense\r\n", 400),
    ])
    func `ambiguous framing and fields are rejected (RFC 9112 §5 and §6)`(
        fields: String,
        status: Int
    ) throws {
        let server = try TestServer()
        let client = try server.client()
        #expect(client.exchange(post(fields, "abc"))?.status == status)
        #expect(client.isClosedEventually)
    }

    @Test(arguments: [
        "/%", "/%4", "/%zz", "/%ff", "/a%00b", "/?a=%g0", "/a#b", "/\u{7f}", "/\u{e9}", "a", "ftp://h/", "http:///a",
        "http://u@h/a", "*",
    ])
    func `a malformed target receives 400`(target: String) throws {
        let server = try TestServer()
        #expect(try server.client().exchange("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 400)
        #expect(server.server.figures.malformedRequests == 1)
    }

    @Test func `HTTP/1.1 without Host receives 400 (RFC 9112 §3.2)`() throws {
        let server = try TestServer()
        #expect(try server.client().exchange("GET / HTTP/1.1\r\n\r\n")?.status == 400)
    }

    @Test func `a chunked body in HTTP/1.0 receives 400`() throws {
        let server = try TestServer()
        let request = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        #expect(try server.client().exchange(request)?.status == 400)
    }

    @Test func `a head within the limit is accepted, and one far above it receives 431`() throws {
        let server = try TestServer()
        let fitting = "GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 30 << 10))\r\n\r\n"
        #expect(try server.client().exchange(fitting)?.status == 200)
        let huge = "GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 64 << 10))\r\n\r\n"
        #expect(try server.client().exchange(huge)?.status == 431)
    }

    @Test(arguments: [
        "\r\n\r\n\r\nGARBAGE\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET / HTTP/9.9\r\n\r\n",
    ])
    func `malformed input does not stop the server`(bytes: String) async throws {
        let server = try TestServer()
        do {
            let client = try server.client()
            client.send(bytes)
            client.finishSending()
            #expect(client.reply().map { $0.status >= 400 } ?? true)
        }
        #expect(await server.waitForFigures { $0.connections == 0 })
        #expect(try server.client().exchange("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
    }
}
