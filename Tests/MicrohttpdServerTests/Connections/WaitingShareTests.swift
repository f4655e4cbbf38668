import Testing

@testable import MicrohttpdServer

/// Clients that try to take all places of waiting requests, or the memory of all clients.
@Suite struct `A client of a server with waiting requests` {
    private func request(_ fields: String) -> String {
        "POST /later HTTP/1.1\r\nHost: h\r\n\(fields)Content-Length: 2\r\n\r\nhi"
    }

    /// Sends requests that wait until one is refused; returns those that wait, and the refusal.
    private func fill(
        _ server: TestServer,
        _ fields: String,
        from first: Int = 0,
        atMost limit: Int = 100
    ) async throws -> (waiting: [TestClient], refusal: TestClient.Reply?) {
        var waiting: [TestClient] = []
        while waiting.count < limit {
            let refused = server.server.figures.refusedSuspensions + server.server.figures.refusedForMemory
            let client = try server.client()
            client.send(request(fields))
            let expected = first + waiting.count + 1
            _ = await Patience.wait {
                server.responder.promises.count == expected
                    || server.server.figures.refusedSuspensions + server.server.figures.refusedForMemory > refused
            }
            guard server.responder.promises.count == expected else { return (waiting, client.reply()) }
            waiting.append(client)
        }
        return (waiting, nil)
    }

    @Test func `gets half of the places, and leaves the others to further clients`() async throws {
        let server = try TestServer { $0.maximumSuspended = 16 }
        let (first, refusal) = try await fill(server, "X-Share: a\r\n")
        #expect(first.count == 8)
        #expect(refusal?.status == 503)
        #expect(refusal?.body == "tooManySuspendedOfClient(retryAfterSeconds: 1)")
        let (second, _) = try await fill(server, "X-Share: b\r\n", from: 8)
        #expect(second.count == 4)
        let (third, _) = try await fill(server, "X-Share: c\r\n", from: 12)
        #expect(third.count == 2)
        // A wait without a share, such as that of a reload, is never refused.
        let (others, none) = try await fill(server, "", from: 14, atMost: 20)
        #expect(others.count == 20 && none == nil)
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
        for client in first + second + third + others { #expect(client.reply()?.body == "late") }
        #expect(await server.waitForFigures { $0.suspended == 0 })
        // The places are free again.
        #expect(try await fill(server, "X-Share: a\r\n").waiting.count == 8)
    }

    @Test func `without a name shares half of the places with all others, by connection`() async throws {
        let server = try TestServer { $0.maximumSuspended = 64 }
        let (unknown, refusal) = try await fill(server, "X-Share: connection\r\n")
        #expect(unknown.count == 32)
        #expect(refusal?.status == 503)
        #expect(try await fill(server, "X-Share: a\r\n", from: 32).waiting.count == 16)
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
    }

    @Test func `finds no place only if all are taken`() async throws {
        let server = try TestServer { $0.maximumSuspended = 1 }
        let (waiting, _) = try await fill(server, "X-Share: a\r\n")
        #expect(waiting.count == 1)
        let (others, refusal) = try await fill(server, "X-Share: b\r\n", from: 1)
        #expect(others.isEmpty)
        #expect(refusal?.body == "tooManySuspended(retryAfterSeconds: 1)")
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
    }

    @Test func `keeps its place and its time from round to round`() async throws {
        let server = try TestServer { $0.maximumSuspended = 2 }
        let (waiting, _) = try await fill(server, "X-Share: a\r\nX-Held: 1000\r\n")
        #expect(waiting.count == 1)
        for round in 1...3 {
            let promise = try #require(server.takePromises().first)
            promise.fulfill(waitingAgain: HTTPWait(share: .client("a"), heldBytes: 1000 * round))
            #expect(await server.hasPromises(1))
            #expect(server.server.figures.bufferedBytes == 1000 * round)
        }
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
        #expect(waiting[0].reply()?.body == "late")
        #expect(await server.waitForFigures { $0.bufferedBytes == 0 })
    }

    @Test func `is charged for the memory that its requests keep, up to half of that of all waits`() async throws {
        let server = try TestServer { $0.maximumBufferedBytes = 16 << 20 }
        let fields = "X-Held: \(1 << 20)\r\n"
        // All waits together may keep half of the memory, and one client half of that.
        let (first, refusal) = try await fill(server, "X-Share: a\r\n\(fields)")
        #expect(first.count == 4)
        #expect(refusal?.status == 503)
        #expect(refusal?.body == "tooManyBufferedBytes(retryAfterSeconds: 1)")
        #expect(server.server.figures.bufferedBytes == 4 << 20)
        #expect(try await fill(server, "X-Share: b\r\n\(fields)", from: 4).waiting.count == 2)
        // The rest of the memory is for bodies and responses.
        #expect(try server.client().exchange("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
        for client in first { #expect(client.reply()?.body == "late") }
        #expect(await server.waitForFigures { $0.bufferedBytes == 0 })
    }

    @Test func `that disconnects releases its places and its memory`() async throws {
        let server = try TestServer { $0.maximumSuspended = 4 }
        do { #expect(try await fill(server, "X-Share: a\r\nX-Held: 5000\r\n").waiting.count == 2) }
        #expect(await server.waitForFigures { $0.suspended == 0 && $0.bufferedBytes == 0 && $0.connections == 0 })
        _ = server.takePromises()
        #expect(try await fill(server, "X-Share: a\r\n").waiting.count == 2)
    }
}

/// Batches whose items wait.
@Suite struct `A batch with more waiting items than places` {
    private func hasItems(_ server: TestServer, _ count: Int) async -> Bool {
        await Patience.wait { server.responder.itemPromises.count == count }
    }

    /// Fulfills the promises of items as they come, at most `most` of which wait at a time.
    private func fulfill(_ server: TestServer, _ count: Int, most: Int) async {
        for round in 0..<count {
            #expect(await Patience.wait { server.responder.itemPromises.count > 0 })
            #expect(server.responder.itemPromises.count <= most)
            let promise = server.responder.itemPromises.waiting.withLock { $0.removeFirst() }
            promise.fulfill(Array("\(round)\n".utf8))
        }
    }

    private func send(_ server: TestServer, _ count: Int, fields: String) throws -> TestClient {
        let client = try server.client()
        let body = String(repeating: "later\n", count: count)
        client.send("POST /batch HTTP/1.1\r\nHost: h\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return client
    }

    @Test func `of an unknown client evaluates the others after them`() async throws {
        let server = try TestServer()
        let client = try send(server, 100, fields: "X-Share: connection\r\n")
        #expect(await hasItems(server, WaitingPlaces.perConnection))
        await fulfill(server, 100, most: WaitingPlaces.perConnection)
        let lines = AnswerReader(client).lines()
        #expect(lines.count == 100 && Set(lines) == Set((0..<100).map { "\($0)" }), "\(lines)")
        #expect(await server.ends(1) == [.complete])
    }

    @Test func `takes places from the share of its client`() async throws {
        let server = try TestServer { $0.maximumSuspended = 8 }
        let client = try send(server, 20, fields: "X-Share: a\r\n")
        #expect(await hasItems(server, 4))
        let single = try server.client()
        single.send("POST /later HTTP/1.1\r\nHost: h\r\nX-Share: a\r\nContent-Length: 2\r\n\r\nhi")
        #expect(single.reply()?.body == "tooManySuspendedOfClient(retryAfterSeconds: 1)")
        let other = try await server.waitingClient(fields: "X-Share: b\r\n")
        await fulfill(server, 20, most: 4)
        #expect(AnswerReader(client).lines().count == 20)
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
        #expect(other.reply()?.body == "late")
    }

    @Test func `keeps the memory of the waiting items within the share of its client`() async throws {
        let server = try TestServer { $0.maximumBufferedBytes = 16 << 20 }
        let client = try send(server, 12, fields: "X-Share: a\r\nX-Held: \(1 << 20)\r\n")
        #expect(await hasItems(server, 4))
        #expect(server.server.figures.bufferedBytes >= 4 << 20)
        await fulfill(server, 12, most: 4)
        #expect(AnswerReader(client).lines().count == 12)
        #expect(await server.waitForFigures { $0.bufferedBytes == 0 })
    }

    @Test func `without any place receives errors in place of its items`() async throws {
        let server = try TestServer { $0.maximumSuspended = 1 }
        let waiting = try await server.waitingClient(fields: "X-Share: b\r\n")
        let lines = AnswerReader(try send(server, 5, fields: "X-Share: a\r\n")).lines()
        #expect(lines == (0..<5).map { "\($0)?tooManySuspended(retryAfterSeconds: 1)" })
        #expect(await server.ends(1) == [.complete])
        server.takePromises().forEach { $0.fulfill(HTTPResponse(text: "late")) }
        #expect(waiting.reply()?.body == "late")
    }

    @Test func `releases its places if the client disconnects`() async throws {
        let server = try TestServer { $0.maximumSuspended = 16 }
        do {
            let client = try send(server, 20, fields: "X-Share: a\r\nX-Held: 1000\r\n")
            #expect(await hasItems(server, 8))
            client.vanish()
        }
        #expect(await server.ends(1) == [.abandoned])
        _ = server.takeItemPromises()
        #expect(await server.waitForFigures { $0.bufferedBytes == 0 && $0.batches == 0 })
        let again = try send(server, 20, fields: "X-Share: a\r\n")
        #expect(await hasItems(server, 8))
        await fulfill(server, 20, most: 8)
        #expect(AnswerReader(again).lines().count == 20)
    }
}

@Suite struct `The connection limits` {
    @Test func `keep connections for root`() {
        let table = ConnectionTable(maximum: 2, maximumPerClient: 2)
        let budget = BufferBudget(maximum: 0)
        func connection(_ descriptor: Int32, _ user: UInt32) -> Connection {
            Connection(descriptor: descriptor, peer: .unix(uid: user, groups: [user]), budget: budget, now: 0)
        }
        for descriptor in Int32(1000)...1001 {
            #expect(table.admit(connection(descriptor, 7), retryAfterSeconds: 1) == nil)
        }
        #expect(table.admit(connection(1002, 7), retryAfterSeconds: 1) == .tooManyConnections(retryAfterSeconds: 1))
        #expect(table.admit(connection(1003, 0), retryAfterSeconds: 1) == nil)
        #expect(table.admit(connection(1004, 8), retryAfterSeconds: 1) == .tooManyConnections(retryAfterSeconds: 1))
        // They are limited too.
        for descriptor in Int32(1005)...1019 { _ = table.admit(connection(descriptor, 0), retryAfterSeconds: 1) }
        #expect(table.admit(connection(1020, 0), retryAfterSeconds: 1) != nil)
    }
}
