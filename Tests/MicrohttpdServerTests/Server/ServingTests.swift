import MicrohttpdServer
import Testing

@Suite struct `Serving requests` {
    let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `a connection serves one request after another`() throws {
        let server = try TestServer()
        let client = try server.client()
        for _ in 0..<3 { #expect(client.exchange(get)?.body == "GET /a 0") }
        #expect(server.server.figures.acceptedConnections == 1)
    }

    @Test func `a response says how long its connection may be idle, unless it closes the connection`() throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange(get)?.header("Keep-Alive") == "timeout=600")
        let last = client.value.exchange("GET /closing HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(last?.header("Connection") == "close" && last?.header("Keep-Alive") == nil)
    }

    @Test func `three pipelined requests are answered in order`() throws {
        let client = try TestServer().keeping { try $0.client() }
        client.value.send(
            "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
                + "GET /3 HTTP/1.1\r\nHost: h\r\n\r\n"
        )
        #expect((0..<3).map { _ in client.value.reply()?.body } == ["GET /1 0", "POST /2 3", "GET /3 0"])
    }

    @Test func `HEAD returns the fields of GET without a body`() throws {
        let client = try TestServer().keeping { try $0.client() }
        client.value.send("HEAD /abc HTTP/1.1\r\nHost: h\r\n\r\n")
        let reply = client.value.reply(toHEAD: true)
        #expect(reply?.status == 200)
        #expect(reply?.header("Content-Length") == "11")
        #expect(client.value.exchange(get)?.body == "GET /a 0")
    }

    @Test func `OPTIONS reaches the responder with a path and with an asterisk`() throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange("OPTIONS /a HTTP/1.1\r\nHost: h\r\n\r\n")?.body == "OPTIONS /a 0")
        #expect(client.value.exchange("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n")?.body == "OPTIONS * 0")
    }

    @Test func `HTTP/1.0 connections are closed after the response unless keep-alive is requested`() throws {
        let server = try TestServer()
        let client = try server.client()
        #expect(client.exchange("GET /a HTTP/1.0\r\n\r\n")?.body == "GET /a 0")
        #expect(client.isClosed)
    }

    @Test func `a client that has finished sending still receives the response`() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send(get)
        client.finishSending()
        #expect(client.reply()?.body == "GET /a 0")
        #expect(client.isClosed)
    }

    @Test func `an absolute target overrides Host (RFC 9112 §3.2.2)`() throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange("GET http://real/header HTTP/1.1\r\nHost: h\r\n\r\n")?.body == "real")
    }

    @Test func `the peer of a TCP connection is the client's address`() throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange("GET /peer HTTP/1.1\r\nHost: h\r\n\r\n")?.body == #"ip("127.0.0.1")"#)
    }

    @Test func `204 has no body and keeps the connection open`() throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange("GET /empty HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 204)
        #expect(client.value.exchange(get)?.body == "GET /a 0")
    }

    @Test func `a field with a line break in its value is omitted from the response`() throws {
        let client = try TestServer().keeping { try $0.client() }
        let reply = client.value.exchange("GET /injected HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(reply?.header("X-Worse") == nil)
        #expect(reply?.header("X-Good") == "c")
    }

    @Test func `a responder can close the connection`() throws {
        let server = try TestServer()
        let client = try server.client()
        #expect(client.exchange("GET /closing HTTP/1.1\r\nHost: h\r\n\r\n")?.header("Connection") == "close")
        #expect(client.isClosed)
    }

    @Test func `a refused request without a body keeps the connection open`() throws {
        let client = try TestServer().keeping { try $0.client() }
        let reply = client.value.exchange("GET /refused HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(reply?.status == 405)
        #expect(reply?.header("Allow") == "GET")
        #expect(client.value.exchange(get)?.body == "GET /a 0")
    }

    @Test func `a request is refused before its body is sent`() throws {
        let server = try TestServer()
        let client = try server.client()
        let reply = client.exchange("POST /refused HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n")
        #expect(reply?.status == 405)
        #expect(client.isClosed)
    }

    @Test func `a large response is received completely`() throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")?.body.utf8.count == 8 << 20)
    }

    @Test func `every request of many parallel clients is answered`() async throws {
        let server = try TestServer()
        let address = server.addresses[0]
        let clients = (0..<16).map { _ in
            BlockingWork {
                guard let client = try? TestClient(address) else { return 0 }
                return (0..<50).count {
                    client.exchange("GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n")?.body == "GET /\($0) 0"
                }
            }
        }
        var answered = 0
        for client in clients { answered += await client.value ?? 0 }
        #expect(answered == 800)
        #expect(server.server.figures.requests == 800)
        #expect(await server.waitForFigures { $0.connections == 0 && $0.answers == 800 && $0.abandonedRequests == 0 })
    }
}

/// A value obtained from a server, which keeps the server alive.
struct Kept<Value> {
    let server: TestServer
    let value: Value
}

extension TestServer {
    func keeping<Value>(_ make: (TestServer) throws -> Value) rethrows -> Kept<Value> {
        Kept(server: self, value: try make(self))
    }
}
