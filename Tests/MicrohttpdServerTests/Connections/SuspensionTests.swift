import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `A suspended connection` {
    private let other = "GET /other HTTP/1.1\r\nHost: h\r\n\r\n"

    /// Checks that the server frees the connection of a client that has disconnected, and reports it to the responder.
    private func expectFreed(_ server: TestServer) async {
        #expect(await server.waitForFigures { $0.connections == 0 && $0.resumedByHangUp == 1 && $0.suspended == 0 })
        #expect(await server.hasAbandoned(1))
        #expect(server.server.figures.abandonedRequests == 1)
        // The answer of the responder comes too late.
        server.takePromises().forEach { $0.fulfill(HTTPResponse(status: 200)) }
        #expect(server.isAnswering)
    }

    @Test func `is freed if the client closes it`() async throws {
        let server = try TestServer()
        do { _ = try await server.waitingClient() }
        await expectFreed(server)
    }

    @Test func `is freed if the client resets it`() async throws {
        let server = try TestServer()
        let waiting = try await server.waitingClient()
        waiting.vanish()
        await expectFreed(server)
    }

    @Test func `is freed if the client resets it after another request`() async throws {
        let server = try TestServer()
        do {
            let waiting = try await server.waitingClient()
            waiting.send(other)
            waiting.vanish()
        }
        await expectFreed(server)
    }

    @Test func `over TCP is freed if the client finishes sending`() async throws {
        let server = try TestServer()
        let waiting = try await server.waitingClient()
        waiting.finishSending()
        #expect(waiting.reply() == nil)
        await expectFreed(server)
    }

    @Test func `over TCP is kept if the client finishes sending after another request`() async throws {
        let server = try TestServer()
        let waiting = try await server.waitingClient()
        waiting.send(other)
        waiting.finishSending()
        #expect(await server.clock.passChecks())
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
        #expect(waiting.reply()?.body == "late")
        #expect(waiting.reply()?.body == "GET /other 0")
        #expect(await server.waitForFigures { $0.connections == 0 && $0.resumedByHangUp == 0 })
    }

    /// Calls the function with a server on a Unix socket.
    private func withUnixServer(_ body: (TestServer) async throws -> Void) async throws {
        let path = "/tmp/anchord-suspension-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
        try await body(try TestServer(listeners: [.unix(path: path)]))
    }

    @Test func `over a Unix socket is freed if the client closes it`() async throws {
        try await withUnixServer { server in
            do { _ = try await server.waitingClient() }
            await expectFreed(server)
        }
    }

    @Test func `over a Unix socket is kept if the client only finishes sending`() async throws {
        try await withUnixServer { server in
            let waiting = try await server.waitingClient()
            waiting.finishSending()
            #expect(await server.clock.passChecks())
            #expect(server.server.figures.suspended == 1)
            server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
            #expect(waiting.reply()?.body == "late")
            #expect(await server.waitForFigures { $0.connections == 0 && $0.resumedByHangUp == 0 })
        }
    }

    @Test func `whose client disconnects before the promise is watched reports it at once`() async throws {
        let server = try TestServer()
        do { _ = try await server.waitingClient() }
        #expect(await server.waitForFigures { $0.resumedByHangUp == 1 })
        let isReported = Locked(false)
        server.takePromises()[0].whenAbandoned { isReported.withLock { $0 = true } }
        // The figures count the end a moment before the actions run.
        #expect(await Patience.wait { isReported.withLock { $0 } })
    }

    @Test func `receives 503 at the time limit, and stays open`() async throws {
        let server = try TestServer { $0.maximumWait = .milliseconds(500) }
        let waiting = try await server.waitingClient()
        let reply = waiting.reply()
        #expect(reply?.status == 503)
        #expect(reply?.body == "answerTimeout(retryAfterSeconds: 1)")
        #expect(await server.hasAbandoned(1))
        server.takePromises()[0].fulfill(HTTPResponse(status: 200))
        #expect(waiting.exchange(other)?.body == "GET /other 0")
        #expect(server.server.figures.resumedByTimeLimit == 1)
        #expect(server.server.figures.suspended == 0)
    }

    @Test func `has one time limit for all its waits`() async throws {
        let server = try TestServer { $0.maximumWait = .seconds(800) }
        let waiting = try await server.waitingClient()
        for _ in 0..<3 {
            #expect(await server.clock.advance(by: .seconds(200)))
            server.takePromises()[0].fulfill(waitingAgain: HTTPWait())
            #expect(await server.hasPromises(1))
        }
        #expect(server.server.figures.suspended == 1)
        #expect(await server.clock.advance(by: .seconds(200)))
        #expect(waiting.reply()?.body == "answerTimeout(retryAfterSeconds: 1)")
    }

    @Test func `without a time limit waits on`() async throws {
        let server = try TestServer { $0.maximumWait = .milliseconds(1) }
        let waiting = try await server.waitingClient(path: "/later/unlimited")
        #expect(await server.clock.passChecks())
        server.takePromises()[0].fulfill(HTTPResponse(text: "late"))
        #expect(waiting.reply()?.body == "late")
    }
}

@Suite struct `A drain with suspended connections` {
    private let server: TestServer

    init() throws {
        server = try TestServer { $0.workers = 1 }
    }

    @Test func `waits for their responses`() async throws {
        let waiting = try await server.waitingClient()
        let drain = BlockingWork { [server = server.server] in server.drain(deadline: .seconds(600)) }
        // The drain has begun when the server refuses connections.
        #expect(await Patience.wait { (try? server.client()) == nil })
        server.takePromises().forEach { $0.fulfill(HTTPResponse(status: 200)) }
        #expect(waiting.reply()?.status == 200)
        #expect(waiting.isClosed)
        #expect(await drain.value == DrainResult(finished: 1, cut: 0))
    }

    @Test(arguments: [0, 300]) func `answers 503 at its deadline`(milliseconds: Int) async throws {
        let waiting = try await server.waitingClient()
        let drain = BlockingWork { [server = server.server] in
            server.drain(deadline: .milliseconds(milliseconds))
        }
        let reply = waiting.reply()
        #expect(reply?.status == 503)
        #expect(reply?.body == "stoppedWhileSuspended(retryAfterSeconds: 1)")
        #expect(waiting.isClosed)
        #expect(await drain.value == DrainResult(finished: 0, cut: 1))
        #expect(await server.hasAbandoned(1))
        server.takePromises().forEach { $0.fulfill(HTTPResponse(status: 200)) }
        #expect(server.server.figures.resumedByStop == 1)
        #expect(server.server.figures.suspended == 0)
    }

    @Test func `answers each once if they are fulfilled while it stops`() async throws {
        for round in 0..<10 {
            let server = try TestServer { $0.workers = 2 }
            var clients: [TestClient] = []
            for count in 1...20 { clients.append(try await server.waitingClient(count)) }
            let promises = server.takePromises()
            let drain = BlockingWork { [server = server.server] in server.drain(deadline: .milliseconds(20)) }
            usleep(UInt32(round) * 4000)  // Deliberate pause: each round provides the answers later.
            for promise in promises { promise.fulfill(HTTPResponse(text: "late")) }
            // A response that is being computed at the deadline is aborted.
            let replies = clients.map { $0.reply()?.status }
            #expect(replies.allSatisfy { [200, 503, nil].contains($0) })
            for client in clients { #expect(client.isClosed) }
            let result = await drain.value
            // A request that completes just after the deadline is counted twice. On a busy machine, requests are answered before
            // the drain begins, and its result omits them.
            #expect(server.server.figures.answers + (result?.cut ?? 0) >= 20)
            #expect(server.server.figures.suspended == 0)
        }
    }
}
