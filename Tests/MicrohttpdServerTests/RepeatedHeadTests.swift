import MicrohttpdServer
import Testing

@Suite struct `A head that comes again on a connection` {
    private func post(
        _ body: String,
        fields: String = "Host: h\r\nContent-Type: a/b\r\n",
        path: String = "/a"
    ) -> String {
        "POST \(path) HTTP/1.1\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `has a body of its own length`() throws {
        let client = try TestServer().keeping { try $0.client() }
        for body in ["abc", "abc", "", "abcdefghijkl", "a"] {
            #expect(client.value.exchange(post(body))?.body == "POST /a \(body.utf8.count)")
        }
    }

    @Test func `is another where a single byte is another`() throws {
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
    func `is refused as ever where something was added or left out`(fields: String) throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange(post("abc", fields: "Host: h\r\n"))?.status == 200)
        #expect(client.value.exchange(post("abc", fields: fields))?.status == 400)
    }

    @Test(arguments: ["Content-Length: -1", "Content-Length: 3 ", "Content-Length: 0x3", "Content-Length: 3, 3"])
    func `is refused where the length of its body is none`(field: String) throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange(post("abc", fields: "Host: h\r\n"))?.status == 200)
        #expect(client.value.exchange("POST /a HTTP/1.1\r\nHost: h\r\n\(field)\r\n\r\nabc")?.status == 400)
    }

    @Test func `is still too large where its body is`() throws {
        let client = try TestServer { $0.maximumBodyBytes = 10 }.keeping { try $0.client() }
        #expect(client.value.exchange(post("abc"))?.status == 200)
        #expect(client.value.exchange(post("abcdefghijkl"))?.status == 413)
    }

    @Test func `is refused again where it was`() throws {
        let client = try TestServer().keeping { try $0.client() }
        for _ in 0..<3 {
            #expect(client.value.exchange("GET /refused HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 405)
            #expect(client.value.exchange("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
        }
    }
}
