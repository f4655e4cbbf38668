import Testing

@testable import MicrohttpdServer

@Suite struct `The memory for bodies and responses` {
    private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    /// Starts a server with timeouts that are long enough for a busy machine.
    private func server(_ bytes: Int) throws -> TestServer {
        try TestServer {
            $0.maximumBufferedBytes = bytes
            ($0.requestTimeout, $0.idleTimeout) = (.seconds(3600), .seconds(3600))
        }
    }

    private func post(length: Int) -> String { "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n" }

    private func isFree(_ server: TestServer) async -> Bool {
        await server.waitForFigures { $0.bufferedBytes == 0 && $0.connections == 0 }
    }

    /// Sends a body without its last byte, and waits until the server has either buffered or rejected it.
    private func sendUnfinished(_ length: Int, to server: TestServer) async throws -> TestClient {
        let client = try server.client()
        let before = server.server.figures
        client.send(post(length: length) + String(repeating: "x", count: length - 1))
        #expect(
            await server.waitForFigures {
                $0.bufferedBytes >= before.bufferedBytes + length - 1 || $0.refusedForMemory > before.refusedForMemory
            }
        )
        return client
    }

    @Test func `is bounded for a hundred incomplete bodies while other requests are answered`()
        async throws
    {
        let server = try server(1_000_000)
        do {
            var clients: [TestClient] = []
            for _ in 0..<100 {
                clients.append(try await sendUnfinished(50_000, to: server))
                #expect(server.server.figures.bufferedBytes <= 1_000_000)
            }
            #expect(server.server.figures.bufferedBytes > 900_000)
            #expect(server.server.figures.refusedForMemory == 80)
            #expect(try server.client().exchange(get)?.status == 200)
            for client in clients.prefix(20) { #expect(client.exchange("x")?.body == "POST /a 50000") }
            #expect(clients.dropFirst(20).allSatisfy { $0.reply()?.status == 503 })
            #expect(await server.waitForFigures { $0.bufferedBytes == 0 })
        }
        #expect(await isFree(server))
    }

    @Test func `is checked for a declared length before the body, with Retry-After`() async throws {
        let server = try server(100_000)
        let first = try await sendUnfinished(60_000, to: server)
        let second = try server.client()
        let refusal = second.exchange(post(length: 60_000))
        #expect(refusal?.status == 503)
        #expect(refusal?.body == "tooManyBufferedBytes(retryAfterSeconds: 1)")
        #expect(second.isClosed)
        first.vanish()
        #expect(await isFree(server))
        #expect(try server.client().exchange(post(length: 6) + "123456")?.status == 200)
    }

    @Test func `is reserved up to 16 KiB for a body that is only declared`() async throws {
        let server = try server(1_000_000)
        let client = try server.client()
        client.send(post(length: 900_000))
        #expect(await server.waitForFigures { $0.bufferedBytes > 0 })
        #expect(server.server.figures.bufferedBytes == 16 << 10)
    }

    @Test func `is checked while a chunked body grows, which then receives 503 and is closed`() async throws {
        let server = try server(100_000)
        let client = try server.client()
        client.beginBatch("/a")
        for _ in 0..<30 { client.sendChunk(String(repeating: "x", count: 4000)) }
        #expect(client.reply()?.status == 503)
        #expect(await isFree(server))
        #expect(server.server.figures.refusedForMemory == 1)
    }

    @Test(arguments: ["complete", "vanish", "close", "too long", "too slow", "refused"])
    func `is released exactly once however a request ends`(end: String) async throws {
        let server = try TestServer {
            $0.maximumBufferedBytes = 200_000
            $0.maximumBodyBytes = 60_000
            $0.requestTimeout = .seconds(end == "too slow" ? 1 : 3600)
        }
        do {
            let client = try server.client()
            switch end {
            case "complete": #expect(client.exchange(post(length: 5) + "12345")?.status == 200)
            case "too long":
                client.beginBatch("/a")
                for _ in 0..<31 { client.sendChunk(String(repeating: "x", count: 2000)) }
                #expect(client.reply()?.status == 413)
            case "refused":
                let request = "POST /refused HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n"
                #expect(client.exchange(request)?.status == 405)
            default:
                client.send(post(length: 50_000) + String(repeating: "x", count: 49_999))
                if end == "too slow" {
                    #expect(client.reply()?.status == 408)
                } else {
                    #expect(await server.waitForFigures { $0.bufferedBytes >= 49_999 })
                }
                if end == "vanish" { client.vanish() }
            }
        }
        #expect(await isFree(server))
    }

    @Test func `includes unread responses, and further ones become 503`() async throws {
        let server = try server(10 << 20)
        let (first, second) = (try server.client(), try server.client())
        first.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await server.waitForFigures { $0.bufferedBytes == 8 << 20 })
        #expect(second.exchange("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 503)
        #expect(first.reply()?.body.utf8.count == 8 << 20)
        #expect(await server.waitForFigures { $0.bufferedBytes == 0 })
    }
}

@Suite struct `The memory for batches` {
    private func isFree(_ server: TestServer) async -> Bool {
        await server.waitForFigures { $0.bufferedBytes == 0 && $0.connections == 0 && $0.batches == 0 }
    }

    @Test func `includes items that wait for the end of the body, with their overhead`() async throws {
        let server = try TestServer { $0.maximumBufferedBytes = 20_000 }
        let client = try server.client()
        client.beginBatch("/batch/late")
        // Each of the 499 items of one byte uses about 100 bytes.
        for _ in 0..<499 { client.sendChunk("a\n") }
        #expect(client.reply()?.body == "tooManyBufferedBytes(retryAfterSeconds: 1)")
        #expect(await isFree(server))
        #expect(await server.ends(1) == [.refused])
    }

    @Test func `is checked for the declared length of an array before its body`() async throws {
        let server = try TestServer { $0.maximumBufferedBytes = 900 }
        let client = try server.client()
        let reply = client.exchange("POST /batch/late HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n")
        #expect(reply?.status == 503)
        #expect(await isFree(server))
    }

    @Test func `is checked while a line grows, which ends its batch with an error`() async throws {
        let server = try TestServer { $0.maximumBufferedBytes = 100_000 }
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("one\n")
        let reader = AnswerReader(client)
        #expect(reader.line() == "0:one")
        for _ in 0..<50 { client.sendChunk(String(repeating: "x", count: 4000)) }
        #expect(reader.lines() == ["1!tooManyBufferedBytes(retryAfterSeconds: 1)"])
        #expect(await isFree(server))
        #expect(await server.ends(1) == [.cut])
        #expect(server.server.figures.refusedForMemory == 1)
    }

    @Test func `includes unread answers, which end their batch if it is exhausted`() async throws {
        let server = try TestServer { $0.maximumBufferedBytes = 600_000 }
        let client = try server.client()
        client.beginBatch()
        _ = client.sendUntilBlocked("6\r\nlarge\n\r\n", atMost: 100 << 20)
        #expect(await server.ends(1) == [.cut])
        #expect(await isFree(server))
    }

    @Test func `is released after a complete batch`() async throws {
        let server = try TestServer()
        for path in ["/batch", "/batch/late"] {
            let client = try server.client()
            client.beginBatch(path)
            for _ in 0..<60 { client.sendChunk("large\n") }
            client.endBatch()
            let reader = AnswerReader(client)
            #expect(reader.readHead())
            #expect(reader.text().utf8.count > 6_000_000 && reader.isWhole)
        }
        #expect(await isFree(server))
    }
}

@Suite struct `A lease` {
    @Test func `never exceeds the budget and is released by its deinitializer`() {
        let budget = BufferBudget(maximum: 100)
        var first: BufferLease? = BufferLease(budget)
        let second = BufferLease(budget)
        #expect(first?.resize(to: 70) == true)
        #expect(second.hasCapacity(for: 30) && !second.hasCapacity(for: 31))
        #expect(!second.resize(to: 31))
        #expect(second.resize(to: 30))
        #expect(budget.heldBytes == 100)
        #expect(first?.resize(to: 40) == true)
        #expect(budget.heldBytes == 70)
        first = nil
        #expect(budget.heldBytes == 30)
        second.release()
        second.release()
        #expect(budget.heldBytes == 0)
    }

    @Test func `never exceeds the budget with several threads`() async {
        let budget = BufferBudget(maximum: 1000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let lease = BufferLease(budget)
                    for round in 0..<2000 {
                        _ = lease.resize(to: (round * 7) % 400)
                        #expect(budget.heldBytes <= 1000)
                    }
                }
            }
        }
        #expect(budget.heldBytes == 0)
    }
}
