import Testing

@testable import MicrohttpdServer

@Suite struct `Probes` {
    private let slow = "GET /slow HTTP/1.1\r\nHost: h\r\n\r\n"

    /// The result of a probe that may take as long as a test may.
    private func probe(_ server: TestServer, within timeout: Duration = .seconds(600)) async -> ProbeResult? {
        await BlockingWork { [server = server.server] in server.probe("/probe", within: timeout) }.value
    }

    @Test(arguments: [1, 2, 5]) func `pass through every worker and the responder`(workers: Int) async throws {
        let server = try TestServer { $0.workers = workers }
        for round in 1...3 {
            #expect(await probe(server) == .answered)
            let answered = server.responder.answered.withLock { $0 }
            #expect(answered == [String](repeating: "/probe", count: round * workers))
        }
        #expect(await server.waitForFigures { $0.connections == 0 })
    }

    @Test func `fail while one of two workers is blocked, and succeed afterwards`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.send(slow)
        #expect(await server.responder.gate.waitForArrivals(1))
        #expect(await probe(server, within: .milliseconds(300)) == .unanswered)
        server.responder.gate.open()
        #expect(client.reply()?.status == 200)
        #expect(await probe(server) == .answered)
    }

    @Test(arguments: [1, 2, 5]) func `settle the responses of all workers in two passes`(workers: Int) async throws {
        let server = try TestServer { $0.workers = workers }
        let isSettled = await BlockingWork { [server = server.server] in
            server.settle("/probe", within: .seconds(600))
        }.value
        #expect(isSettled == true)
        #expect(server.responder.answered.withLock { $0.count } == 2 * workers)
    }

    @Test func `settle nothing while a worker computes a response`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let client = try server.client()
        client.send(slow)
        #expect(await server.responder.gate.waitForArrivals(1))
        func settle(within timeout: Duration) async -> Bool? {
            await BlockingWork { [server = server.server] in server.settle("/probe", within: timeout) }.value
        }
        #expect(await settle(within: .milliseconds(300)) == false)
        server.responder.gate.open()
        #expect(await settle(within: .seconds(600)) == true)
        // The response was written before, so that it need not be awaited.
        #expect(client.hasReply)
        #expect(client.reply()?.status == 200)
    }

    @Test func `succeed while the server has as many connections as permitted`() async throws {
        let server = try TestServer { $0.maximumConnections = 1 }
        let client = try server.client()
        #expect(client.exchange("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
        #expect(await probe(server) == .answered)
        #expect(client.exchange("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
    }

    @Test func `fail before the start and after the end`() async throws {
        let responder = EchoResponder()
        let unstarted = HTTPServer(
            configuration: ServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)]),
            responder: responder
        )
        #expect(unstarted.probe("/probe", within: .zero) == .unanswered)
        let server = try TestServer()
        _ = server.server.drain(deadline: .zero)
        #expect(await probe(server) == .unanswered)
    }
}
