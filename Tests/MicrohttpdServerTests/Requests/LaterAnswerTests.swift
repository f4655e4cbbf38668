import Testing

@testable import MicrohttpdServer

@Suite struct `A later response` {
    private let server: TestServer
    private let other = "GET /other HTTP/1.1\r\nHost: h\r\n\r\n"

    init() throws {
        server = try TestServer { $0.workers = 1 }
    }

    @Test func `does not block the worker, and is sent when it is provided`() async throws {
        let waiting = try await server.waitingClient()
        for _ in 0..<3 { #expect(server.isAnswering) }
        #expect(server.server.figures.suspended == 1)
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
        #expect(waiting.reply()?.body == "late")
        #expect(waiting.exchange(other)?.body == "GET /other 0")
        #expect(server.server.figures.suspended == 0)
        #expect(server.server.figures.resumedByAnswer == 1)
    }

    @Test func `may take long, on threads of batches`() async throws {
        let busy = try server.client()
        busy.send("POST /later/work HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
        #expect(await server.responder.gate.waitForArrivals(1))
        for _ in 0..<3 { #expect(server.isAnswering) }
        server.responder.gate.open()
        #expect(busy.reply()?.body == "POST /later/work 2")
        #expect(busy.exchange(other)?.body == "GET /other 0")
        #expect(server.server.figures.suspended == 0)
    }

    @Test func `is sent to each of many waiting clients`() async throws {
        var clients: [TestClient] = []
        for count in 1...50 { clients.append(try await server.waitingClient(count)) }
        for (number, promise) in server.takePromises().enumerated() {
            promise.fulfill(HTTPResponse(text: "\(number)"))
        }
        #expect(clients.map { $0.reply()?.body } == (0..<50).map { "\($0)" })
    }

    @Test func `cannot be replaced`() async throws {
        let waiting = try await server.waitingClient()
        let promise = server.takePromises()[0]
        promise.fulfill(HTTPResponse(status: 200))
        promise.fulfill(HTTPResponse(status: 500))
        promise.fulfill(waitingAgain: HTTPWait())
        #expect(waiting.reply()?.status == 200)
        #expect(waiting.exchange(other)?.status == 200)
    }

    @Test func `may be computed by the worker, and may wait again`() async throws {
        let waiting = try await server.waitingClient()
        server.takePromises()[0].fulfill(waitingAgain: HTTPWait())
        #expect(await server.hasPromises(1))
        #expect(server.isAnswering)
        server.takePromises()[0].fulfill(HTTPResponse(text: "second round"))
        #expect(waiting.reply()?.body == "second round")
        #expect(server.server.figures.resumedByAnswer == 2)
    }

    @Test func `does not delay requests that arrive after the other connections of the worker ended`() async throws {
        // The request is queued because of the other connection, and runs without the queue when that one has ended.
        for _ in 0..<50 {
            let (waiting, idle) = (try server.client(), try server.client())
            for client in [waiting, idle] { #expect(client.exchange(other)?.status == 200) }
            waiting.send("POST /later HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
            idle.vanish()
            #expect(await server.hasPromises(1))
            let prompt = try server.client()
            try #require(
                prompt.exchange("POST /later/now HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")?.status == 200
            )
            try #require(server.server.figures.suspended == 1)
            server.takePromises()[0].fulfill(HTTPResponse(text: "late"))
            #expect(waiting.reply()?.body == "late")
        }
    }

    @Test func `may follow other parts`() async throws {
        let waiting = try await server.waitingClient(path: "/later/step")
        let second = try await server.waitingClient(2, path: "/later/step")
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
        #expect(waiting.reply()?.body == "late")
        #expect(second.reply()?.body == "late")
    }

    @Test(arguments: [1, 2]) func `that is provided at once does not suspend the connection`(connections: Int) throws {
        // A worker with one connection runs all steps at once, and otherwise in later turns.
        let clients = try (0..<connections).map { _ in try server.client() }
        for _ in 0..<3 {
            for client in clients {
                let reply = client.exchange("POST /later/now HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
                #expect(reply?.body == "POST /later/now 2")
            }
        }
        #expect(server.server.figures.resumedByAnswer == 0)
        #expect(server.server.figures.suspended == 0)
    }

    @Test func `to HEAD has no body`() async throws {
        let waiting = try server.client()
        waiting.send("HEAD /later HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await server.hasPromises(1))
        server.takePromises()[0].fulfill(HTTPResponse(text: "late"))
        #expect(waiting.reply(toHEAD: true)?.header("Content-Length") == "4")
        #expect(waiting.exchange(other)?.body == "GET /other 0")
    }

    @Test(arguments: ["HTTP/1.1\r\nHost: h\r\nConnection: close", "HTTP/1.0"])
    func `closes the connection if the client requests it`(version: String) async throws {
        let waiting = try server.client()
        waiting.send("POST /later \(version)\r\nContent-Length: 2\r\n\r\nhi")
        #expect(await server.hasPromises(1))
        server.takePromises()[0].fulfill(HTTPResponse(text: "late"))
        #expect(waiting.reply()?.body == "late")
        #expect(waiting.isClosed)
    }

    @Test func `follows 100 Continue`() async throws {
        let waiting = try server.client()
        waiting.send("POST /later HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(waiting.reply()?.status == 100)
        waiting.send("hi")
        #expect(await server.hasPromises(1))
        server.takePromises()[0].fulfill(HTTPResponse(text: "late"))
        #expect(waiting.reply()?.body == "late")
    }

    @Test func `precedes the responses to pipelined requests`() async throws {
        let waiting = try server.client()
        let request = "POST /later HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi"
        waiting.send(request + other)
        #expect(await server.hasPromises(1))
        // The watch for clients that disconnect checks several times, and neither loses nor misinterprets the bytes.
        waiting.send(request + other)
        #expect(await server.clock.passChecks())
        #expect(server.server.figures.suspended == 1)
        server.takePromises()[0].fulfill(HTTPResponse(text: "first"))
        #expect(waiting.reply()?.body == "first")
        #expect(waiting.reply()?.body == "GET /other 0")
        #expect(await server.hasPromises(1))
        server.takePromises()[0].fulfill(HTTPResponse(text: "second"))
        #expect(waiting.reply()?.body == "second")
        #expect(waiting.reply()?.body == "GET /other 0")
    }

    @Test func `may take longer than the idle timeout`() async throws {
        let server = try TestServer {
            $0.workers = 1
            $0.idleTimeout = .seconds(1)
            $0.maximumWait = .seconds(600)
        }
        let waiting = try await server.waitingClient()
        // The worker closes an idle connection that began later, so the idle timeout has passed for both.
        #expect(try server.client().isClosed)
        #expect(await server.clock.advance(by: .seconds(60)))
        #expect(await server.clock.passChecks())
        server.takePromises()[0].fulfill(HTTPResponse(text: "late"))
        #expect(waiting.reply()?.body == "late")
        #expect(waiting.exchange(other)?.body == "GET /other 0")
    }

    @Test func `is awaited by 1,000 connections while others receive their responses at once`() async throws {
        let server = try TestServer { $0.workers = 2 }
        var clients: [TestClient] = []
        for _ in 0..<1000 {
            let client = try server.client()
            client.send("POST /later HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
            clients.append(client)
        }
        #expect(await server.waitForFigures { $0.suspended == 1000 })
        let prompt = try server.client()
        let time = ContinuousClock().measure {
            for _ in 0..<100 { #expect(prompt.exchange(other)?.status == 200) }
        }
        #expect(time < .seconds(10))
        #expect(server.server.figures.suspended == 1000)
        for promise in server.takePromises() { promise.fulfill(HTTPResponse(text: "late")) }
        for client in clients { #expect(client.reply()?.body == "late") }
        for client in clients { #expect(client.exchange(other)?.status == 200) }
        #expect(server.server.figures.resumedByAnswer == 1000)
        #expect(server.server.figures.suspended == 0)
    }
}
