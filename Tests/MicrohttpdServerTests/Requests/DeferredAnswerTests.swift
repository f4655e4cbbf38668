import Testing

@testable import MicrohttpdServer

@Suite struct `A deferred response` {
    private let server: TestServer
    private let request = "POST /deferred HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi"
    private let other = "GET /other HTTP/1.1\r\nHost: h\r\n\r\n"

    init() throws {
        server = try TestServer { $0.workers = 1 }
    }

    /// Sends a request, and waits until the responder has a number of promises.
    private func client(_ count: Int = 1) async throws -> TestClient {
        let client = try server.client()
        client.send(request)
        #expect(await Patience.wait { server.responder.promises.withLock { $0.count } == count })
        return client
    }

    private func takePromises() -> [HTTPResponsePromise] {
        server.responder.promises.withLock { promises in
            defer { promises = [] }
            return promises
        }
    }

    @Test func `does not block the worker, and is sent when it is provided`() async throws {
        let waiting = try await client()
        for _ in 0..<3 { #expect(try server.client().exchange(other)?.body == "GET /other 0") }
        let promises = takePromises()
        let answer = HTTPResponse(status: 200, body: Array("late".utf8))
        promises.forEach { $0.fulfill(answer) }
        #expect(waiting.reply()?.body == "late")
        #expect(waiting.exchange(other)?.body == "GET /other 0")
    }

    @Test func `is sent to each of many waiting clients`() async throws {
        var clients: [TestClient] = []
        for count in 1...50 { clients.append(try await client(count)) }
        for (number, promise) in takePromises().enumerated() {
            promise.fulfill(HTTPResponse(status: 200, body: Array("\(number)".utf8)))
        }
        #expect(clients.map { $0.reply()?.body } == (0..<50).map { "\($0)" })
    }

    @Test func `cannot be replaced`() async throws {
        let waiting = try await client()
        let promise = takePromises()[0]
        promise.fulfill(HTTPResponse(status: 200))
        promise.fulfill(HTTPResponse(status: 500))
        #expect(waiting.reply()?.status == 200)
        #expect(waiting.exchange(other)?.status == 200)
    }

    @Test func `closes the connection if its promise is released`() async throws {
        let waiting = try await client()
        _ = takePromises()
        #expect(waiting.reply() == nil)
        #expect(await server.waitForFigures { $0.connections == 0 && $0.abandonedRequests == 1 })
    }

    @Test func `is discarded if the client has disconnected`() async throws {
        let waiting = try await client()
        waiting.vanish()
        takePromises().forEach { $0.fulfill(HTTPResponse(status: 200)) }
        #expect(await server.waitForFigures { $0.connections == 0 })
        #expect(try server.client().exchange(other)?.status == 200)
    }

    @Test func `is awaited by a drain`() async throws {
        let waiting = try await client()
        let drain = BlockingWork { [server = server.server] in server.drain(deadline: .seconds(600)) }
        // The drain has begun when the server refuses connections.
        #expect(await Patience.wait { (try? server.client()) == nil })
        takePromises().forEach { $0.fulfill(HTTPResponse(status: 200)) }
        #expect(waiting.reply()?.status == 200)
        #expect(await drain.value == DrainResult(finished: 1, cut: 0))
    }

    @Test func `is aborted at the deadline of a drain, and harmless afterwards`() async throws {
        let waiting = try await client()
        let drain = BlockingWork { [server = server.server] in server.drain(deadline: .milliseconds(100)) }
        #expect(await drain.value?.cut == 1)
        takePromises().forEach { $0.fulfill(HTTPResponse(status: 200)) }
        #expect(waiting.reply() == nil)
    }
}
