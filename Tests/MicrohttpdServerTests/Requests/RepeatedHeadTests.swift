import Testing

@testable import MicrohttpdServer

@Suite struct `A repeated head on a connection` {
    private func post(
        _ body: String,
        fields: String = "Host: h\r\nContent-Type: a/b\r\n",
        path: String = "/a"
    ) -> String {
        "POST \(path) HTTP/1.1\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `is not admitted again, but any other head is`() throws {
        let server = try TestServer()
        let client = try server.client()
        func asked(_ request: String) -> Int {
            #expect(client.exchange(request)?.status == 200)
            return server.responder.admissions.withLock { $0 }
        }
        #expect(asked(post("abc")) == 1)
        #expect(asked(post("abc")) == 1)
        #expect(asked(post("abcdefghijklmnopqrstuvwxyz")) == 1)
        #expect(asked(post("")) == 1)
        #expect(asked(post("abc", fields: "Host: h\r\nContent-Type: a/c\r\n")) == 2)
        #expect(asked(post("abc", fields: "Content-Type: a/c\r\nHost: h\r\n")) == 3)
        #expect(asked(post("abc", fields: "content-type: a/c\r\nHost: h\r\n")) == 4)
        let old = post("abc", fields: "content-type: a/c\r\nHost: h\r\nConnection: keep-alive\r\n")
        #expect(asked(old) == 5)
        #expect(asked(old.replacing("HTTP/1.1", with: "HTTP/1.0")) == 6)
        #expect(asked(old.replacing("HTTP/1.1", with: "HTTP/1.0")) == 6)
    }

    @Test func `is admitted each time if the responder requires it`() throws {
        let server = try TestServer()
        let client = try server.client()
        func asked(_ request: String) -> Int {
            #expect(client.exchange(request)?.status == 200)
            return server.responder.admissions.withLock { $0 }
        }
        let each = post("abc", path: "/asked-each-time")
        #expect(asked(each) == 1)
        #expect(asked(each) == 2)
        #expect(asked(post("abc")) == 3)
        #expect(asked(post("abc")) == 3)
        // The previously remembered head was discarded.
        #expect(asked(each) == 4)
        #expect(asked(post("abc")) == 5)
    }

    @Test(arguments: [(900, 1), (4200, 2)])
    func `is not remembered if any part of it is long`(length: Int, asked: Int) throws {
        let long = String(repeating: "x", count: length)
        for (path, fields) in [("/\(long)", "Host: h\r\n"), ("/a", "Host: h\r\nX: \(long)\r\n")] {
            let server = try TestServer()
            let client = try server.client()
            for _ in 0..<2 { #expect(client.exchange(post("abc", fields: fields, path: path))?.status == 200) }
            #expect(server.responder.admissions.withLock { $0 } == asked)
        }
    }

    @Test func `can have a different body length`() throws {
        let client = try TestServer().keeping { try $0.client() }
        for body in ["abc", "abc", "", "abcdefghijkl", "a"] {
            #expect(client.value.exchange(post(body))?.body == "POST /a \(body.utf8.count)")
        }
    }

    @Test func `is a new one if a single byte differs`() throws {
        let client = try TestServer().keeping { try $0.client() }
        func header(_ host: String) -> String? {
            client.value.exchange("GET /header HTTP/1.1\r\nHost: \(host)\r\n\r\n")?.body
        }
        #expect(header("one") == "one")
        #expect(header("one") == "one")
        #expect(header("onf") == "onf")
        #expect(header("on") == "on")
        #expect(client.value.exchange(post("abc"))?.body == "POST /a 3")
        #expect(client.value.exchange(post("abc", path: "/b"))?.body == "POST /b 3")
        #expect(client.value.exchange("PUT" + post("abc").dropFirst(4))?.body == "PUT /a 3")
    }

    @Test(arguments: [
        "Host: h\r\nHost: h\r\n", "Host: h\r\nContent-Length: 3\r\n", "Host: h\r\nTransfer-Encoding: chunked\r\n",
        "Host: h\r\n folded\r\n", "Host: h\r\n: nameless\r\n", "Host: h\r\nA\u{0}: b\r\n", "Host : h\r\n",
        "Host: h\r\nContent-Length: x\r\n", "",
    ])
    func `is rejected if its fields are changed to malformed ones`(fields: String) throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange(post("abc", fields: "Host: h\r\n"))?.status == 200)
        #expect(client.value.exchange(post("abc", fields: fields))?.status == 400)
    }

    @Test(arguments: ["Content-Length: -1", "Content-Length: 3 ", "Content-Length: 0x3", "Content-Length: 3, 3"])
    func `is rejected if its Content-Length is malformed`(field: String) throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange(post("abc", fields: "Host: h\r\n"))?.status == 200)
        #expect(client.value.exchange("POST /a HTTP/1.1\r\nHost: h\r\n\(field)\r\n\r\nabc")?.status == 400)
    }

    @Test func `is rejected if its body is too large`() throws {
        let client = try TestServer { $0.maximumBodyBytes = 10 }.keeping { try $0.client() }
        #expect(client.value.exchange(post("abc"))?.status == 200)
        #expect(client.value.exchange(post("abcdefghijkl"))?.status == 413)
    }

    @Test func `is refused each time if the responder refused it`() throws {
        let client = try TestServer().keeping { try $0.client() }
        for _ in 0..<3 {
            #expect(client.value.exchange("GET /refused HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 405)
            #expect(client.value.exchange("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
        }
    }
}
