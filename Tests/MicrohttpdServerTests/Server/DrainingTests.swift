import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `Draining` {
    private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
    private let slow = "GET /slow HTTP/1.1\r\nHost: h\r\n\r\n"

    /// Drains the server on another thread.
    private func drain(_ server: TestServer, deadline: Duration = Patience.duration) -> BlockingWork<DrainResult> {
        let server = server.server
        return BlockingWork { server.drain(deadline: deadline) }
    }

    /// Waits until connections are refused, that is, until draining has begun.
    private func waitUntilRefusing(_ server: TestServer) async -> Bool {
        await Patience.wait { (try? server.client()) == nil }
    }

    @Test func `a request in progress is completed and its response closes the connection`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.send(slow)
        #expect(await server.responder.gate.waitForArrivals(1))
        let draining = drain(server)
        #expect(await waitUntilRefusing(server))
        server.responder.gate.open()
        let reply = client.reply()
        #expect(reply?.status == 200)
        #expect(reply?.header("Connection") == "close")
        #expect(await draining.value == DrainResult(finished: 1, cut: 0))
    }

    @Test func `a request with an incomplete body is awaited and answered`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc")
        #expect(await server.waitForFigures { $0.requests == 1 })
        let draining = drain(server)
        #expect(await waitUntilRefusing(server))
        client.send("def")
        #expect(client.reply()?.body == "POST /a 6")
        #expect(await draining.value == DrainResult(finished: 1, cut: 0))
    }

    @Test func `an idle connection is closed before the deadline while other requests are answered`() async throws {
        let server = try TestServer()
        let (idle, busy) = (try server.client(), try server.client())
        #expect(idle.exchange(get)?.status == 200)
        #expect(await server.waitForFigures { $0.answers == 1 })
        busy.send(slow)
        #expect(await server.responder.gate.waitForArrivals(1))
        let draining = drain(server)
        #expect(idle.isClosed)
        #expect(await server.waitForFigures { $0.connections == 1 })
        server.responder.gate.open()
        #expect(busy.reply()?.status == 200)
        #expect(await draining.value == DrainResult(finished: 1, cut: 0))
        #expect(server.server.figures.connections == 0)
    }

    @Test func `an idle connection does not delay the end`() async throws {
        let server = try TestServer()
        let client = try server.client()
        #expect(client.exchange(get)?.status == 200)
        #expect(await server.waitForFigures { $0.answers == 1 })
        let draining = drain(server)
        #expect(client.isClosed)
        #expect(await draining.value == DrainResult(finished: 0, cut: 0))
        #expect(server.server.figures.connections == 0)
    }

    @Test func `a connection that never sent a byte is closed soon`() async throws {
        let server = try TestServer()
        let client = try server.client()
        #expect(await drain(server).value == DrainResult(finished: 0, cut: 0))
        #expect(client.isClosed)
    }

    @Test func `a request that waits for a busy worker is answered`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let (first, second) = (try server.client(), try server.client())
        #expect(second.exchange(get)?.status == 200)
        #expect(await server.waitForFigures { $0.answers == 1 })
        first.send(slow)
        #expect(await server.responder.gate.waitForArrivals(1))
        second.send(get)
        let draining = drain(server)
        #expect(await waitUntilRefusing(server))
        // The grace period for idle connections passes. The second must stay open, since its request is unread.
        #expect(await server.clock.passChecks())
        server.responder.gate.open()
        #expect(first.reply()?.status == 200)
        #expect(second.reply()?.status == 200)
        #expect(await draining.value == DrainResult(finished: 2, cut: 0))
    }

    @Test func `an incomplete request is aborted and counted at the deadline`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc")
        #expect(await server.waitForFigures { $0.requests == 1 })
        #expect(await drain(server, deadline: .milliseconds(300)).value == DrainResult(finished: 0, cut: 1))
        #expect(client.isClosed)
    }

    @Test func `a responder that does not return does not delay the end`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let client = try server.client()
        client.send(slow)
        #expect(await server.responder.gate.waitForArrivals(1))
        let (http, responder) = (server.server, server.responder)
        // On a thread of its own, since waiting at the gate times out eventually.
        let end = await BlockingWork {
            (result: http.drain(deadline: .milliseconds(300)), answered: responder.answered.withLock { $0 })
        }.value
        #expect(end?.result == DrainResult(finished: 0, cut: 1))
        #expect(end?.answered == [], "draining ended before the gate was opened")
        server.responder.gate.open()
        #expect(client.reply() == nil || client.isClosedEventually)
    }

    @Test func `other connections are closed before a late responder returns`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let (idle, slow) = (try server.client(), try server.client())
        #expect(idle.exchange(get)?.status == 200)
        slow.send(self.slow)
        #expect(await server.responder.gate.waitForArrivals(1))
        let http = server.server
        #expect(await BlockingWork { http.drain(deadline: .zero) }.value?.cut == 1)
        #expect(idle.isClosed)
        server.responder.gate.open()
        #expect(await server.waitForFigures { $0.connections == 0 })
    }

    @Test func `draining twice returns the same result`() async throws {
        let server = try TestServer()
        let (first, second) = (drain(server), drain(server))
        #expect(await first.value == second.value)
        #expect(server.server.drain(deadline: .zero) == DrainResult(finished: 0, cut: 0))
    }

    @Test func `a server that was never started drains at once`() {
        let server = HTTPServer(configuration: ServerConfiguration(listeners: []), responder: EchoResponder())
        #expect(server.drain(deadline: .seconds(10)) == DrainResult(finished: 0, cut: 0))
    }

    @Test func `a server released without draining stops cleanly`() throws {
        let responder = EchoResponder()
        var server: HTTPServer? = HTTPServer(
            configuration: ServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)]),
            responder: responder
        )
        let address = try #require(try server?.start().first)
        let client = try TestClient(address)
        #expect(client.exchange(get)?.status == 200)
        server = nil
        #expect(client.isClosed)
    }

    @Test func `requests that libmicrohttpd rejects itself may arrive while the server stops`() async throws {
        // These fields exceed the memory of a connection.
        let field = "f: " + String(repeating: "x", count: 1000) + "\r\n"
        let head = "GET /a HTTP/1.1\r\nHost: h\r\n" + String(repeating: field, count: 64) + "\r\n"
        for _ in 0..<50 {
            let server = try TestServer()
            let address = server.addresses[0]
            let clients = (0..<4).map { _ in
                BlockingWork {
                    while let client = try? TestClient(address) {
                        _ = client.exchange(head)
                        pauseBetweenRequests()
                    }
                }
            }
            #expect(await server.waitForFigures { $0.acceptedConnections > 20 })
            _ = server.server.drain(deadline: .zero)
            #expect(server.server.figures.connections == 0)
            for client in clients { #expect(await client.value != nil) }
        }
    }

    @Test func `every request begun by many clients receives a complete response`() async throws {
        let server = try TestServer()
        let address = server.addresses[0]
        let clients = (0..<24).map { _ in BlockingWork { askUntilClosed(address) } }
        #expect(await server.waitForFigures { $0.answers > 500 })
        let result = await drain(server).value
        #expect(result?.cut == 0)
        for client in clients { #expect(await client.value == true) }
        #expect(server.server.figures.abandonedRequests == 0)
    }
}

/// Sends requests until the server closes the connection; returns whether every response was complete.
private func askUntilClosed(_ address: ListenAddress) -> Bool {
    guard let client = try? TestClient(address) else { return true }
    var lastRequest = ContinuousClock.now
    while true {
        let previousRequest = lastRequest
        lastRequest = .now
        guard let reply = client.exchange("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc") else {
            // A draining server closes connections that are idle for 250 ms, which can happen on a busy machine. They
            // are idle after the previous request at the earliest. The server's counter shows whether a request was
            // abandoned.
            return client.isClosed && previousRequest.duration(to: .now) > .milliseconds(250)
        }
        guard reply.body == "POST /a 3" else { return false }
        if reply.header("Connection") == "close" { return client.isClosed }
        pauseBetweenRequests()
    }
}

/// Pauses, since clients without pauses would keep the server and the test from running.
private func pauseBetweenRequests() { usleep(2000) }
