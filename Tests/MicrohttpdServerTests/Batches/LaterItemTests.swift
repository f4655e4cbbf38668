import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `Items answered later` {
    private func post(_ path: String, _ body: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func hasItems(_ server: TestServer, _ count: Int) async -> Bool {
        await Patience.wait { server.responder.itemPromises.count == count }
    }

    @Test func `keep the order of the stream, and occupy no thread`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("one\nlater\ntwo\nlater\nthree\n")
        client.endBatch()
        #expect(await hasItems(server, 2))
        let reader = AnswerReader(client)
        #expect(reader.line() == "0:one")
        // Another batch is answered meanwhile by the only thread of the pool.
        #expect(AnswerReader(try sending(post("/batch", "a\n"), to: server)).lines() == ["0:a"])
        let promises = server.takeItemPromises()
        promises[1].fulfill(Array("second\n".utf8))
        promises[0].fulfill(Array("first\n".utf8))
        #expect(reader.lines() == ["first", "2:two", "second", "4:three"])
        #expect(await server.ends(2) == [.complete, .complete])
    }

    private func sending(_ request: String, to server: TestServer) throws -> TestClient {
        let client = try server.client()
        client.send(request)
        return client
    }

    @Test func `keep the order of an array, and the connection open`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.send(post("/batch/late", "later\none\nlater\n"))
        #expect(await hasItems(server, 2))
        for (number, promise) in server.takeItemPromises().enumerated().reversed() {
            promise.fulfill(Array("later \(number)".utf8))
        }
        let body = client.reply()?.body
        // Items start concurrently, so the promises may be in either order.
        #expect(["<later 0|1:one|later 1>", "<later 1|1:one|later 0>"].contains(body))
        #expect(client.exchange("GET /other HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
    }

    @Test func `may wait again`() async throws {
        let server = try TestServer()
        let client = try sending(post("/batch", "later\n"), to: server)
        #expect(await hasItems(server, 1))
        server.takeItemPromises()[0].fulfill(waitingAgain: HTTPWait())
        #expect(await hasItems(server, 1))
        server.takeItemPromises()[0].fulfill(Array("done\n".utf8))
        #expect(AnswerReader(client).lines() == ["done"])
    }

    @Test func `are replaced by an error at the time limit`() async throws {
        let server = try TestServer { $0.maximumWait = .milliseconds(500) }
        let client = try sending(post("/batch", "later\nlater\nend\n"), to: server)
        #expect(await hasItems(server, 2))
        let lines = AnswerReader(client).lines()
        #expect(lines == (0..<2).map { "\($0)?answerTimeout(retryAfterSeconds: 1)" } + ["2:end"])
        #expect(await server.ends(1) == [.complete])
        #expect(await Patience.wait { server.responder.itemPromises.abandoned.withLock { $0 } == 2 })
    }

    @Test func `are bounded by the window`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let client = try server.client()
        client.beginBatch()
        let reader = AnswerReader(client)
        for _ in 0..<200 { client.sendChunk("later\n") }
        client.endBatch()
        // The window of a pool with one thread has 16 items.
        #expect(await hasItems(server, 16))
        // The only worker and the only thread of the pool read and answer other batches, but no further item of this one.
        for _ in 0..<20 {
            #expect(AnswerReader(try sending(post("/batch", "a\n"), to: server)).lines() == ["0:a"])
        }
        #expect(server.responder.itemPromises.count == 16)
        for round in 0..<200 {
            #expect(await Patience.wait { server.responder.itemPromises.count > 0 })
            let promise = server.responder.itemPromises.waiting.withLock { $0.removeFirst() }
            promise.fulfill(Array("\(round)\n".utf8))
        }
        #expect(reader.lines() == (0..<200).map { "\($0)" })
    }

    @Test(arguments: ["/batch", "/batch/late"], [true, false])
    func `are abandoned if the client disconnects`(path: String, resets: Bool) async throws {
        let server = try TestServer()
        let abandoned = Locked(0)
        do {
            let client = try sending(post(path, "later\nlater\n"), to: server)
            #expect(await hasItems(server, 2))
            for promise in server.responder.itemPromises.waiting.withLock({ $0 }) {
                promise.whenAbandoned { abandoned.withLock { $0 += 1 } }
            }
            if resets { client.vanish() }
        }
        #expect(await Patience.wait { abandoned.withLock { $0 } == 2 })
        #expect(await server.ends(1) == [.abandoned])
        #expect(await server.waitForFigures { $0.connections == 0 && $0.batches == 0 && $0.bufferedBytes == 0 })
        server.takeItemPromises().forEach { $0.fulfill([]) }
        #expect(server.isAnswering)
    }

    @Test func `are abandoned when the server stops`() async throws {
        let server = try TestServer()
        let client = try sending(post("/batch", "one\nlater\n"), to: server)
        #expect(await hasItems(server, 1))
        let abandoned = Locked(0)
        for promise in server.responder.itemPromises.waiting.withLock({ $0 }) {
            promise.whenAbandoned { abandoned.withLock { $0 += 1 } }
        }
        let drain = BlockingWork { [server = server.server] in server.drain(deadline: .milliseconds(100)) }
        #expect(await drain.value?.cut == 1)
        #expect(AnswerReader(client).lines() == ["0:one", "1!serverEnding"])
        #expect(abandoned.withLock { $0 } == 1)
        server.takeItemPromises().forEach { $0.fulfill([]) }
    }
}
