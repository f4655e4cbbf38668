import Testing

@testable import MicrohttpdServer

@Suite struct `Answers made in steps` {
    private func post(_ path: String, _ body: String = "abc") -> String {
        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A server of one worker that is held until the gate is opened, with the client that holds it.
    private func heldServer() async throws -> (server: TestServer, holder: TestClient) {
        let server = try TestServer { configuration in
            configuration.workers = 1
            configuration.requestTimeout = .seconds(600)
        }
        let holder = try server.client()
        #expect(holder.exchange(post("/a"))?.status == 200)
        return (server, holder)
    }

    /// Has so many clients ask while the worker is held, and lets it go when their requests have come.
    private func ask(_ count: Int, _ server: TestServer, _ holder: TestClient) async throws -> [TestClient] {
        let clients = try (0..<count).map { _ in try server.client() }
        for client in clients { #expect(client.exchange(post("/b"))?.status == 200) }
        holder.send(post("/slow"))
        #expect(await server.responder.gate.waitForArrivals(1))
        for (index, client) in clients.enumerated() { client.send(post("/steps?\(index)")) }
        server.responder.gate.open()
        #expect(holder.reply()?.status == 200)
        return clients
    }

    @Test func `take the same step one after the other`() async throws {
        let (server, holder) = try await heldServer()
        let clients = try await ask(5, server, holder)
        for client in clients { #expect(client.reply()?.body == "POST /steps 3") }
        let taken = server.responder.taken.withLock { $0 }
        #expect(
            taken.map { $0.prefix(1) } == ["3", "3", "3", "3", "3", "2", "2", "2", "2", "2", "1", "1", "1", "1", "1"]
        )
        #expect(Set(taken).count == 15)
    }

    @Test func `are made for a few at a time`() async throws {
        let (server, holder) = try await heldServer()
        let clients = try await ask(20, server, holder)
        for client in clients { #expect(client.reply()?.body == "POST /steps 3") }
        let taken = server.responder.taken.withLock { $0.map { $0.prefix(1) } }
        let together = taken.split(omittingEmptySubsequences: true) { $0 != "3" }.map(\.count)
        #expect(together.max() == Cohort.maximum)
        #expect(together.reduce(0, +) == 20)
    }

    @Test func `go to who asked, whoever else does`() async throws {
        let server = try TestServer()
        let address = server.addresses[0]
        let clients = (0..<12).map { number in
            BlockingWork {
                guard let client = try? TestClient(address) else { return 0 }
                return (0..<200).count { turn in
                    let length = number * 200 + turn
                    let body = String(repeating: "x", count: length)
                    // Every other request has a head that the server does not remember.
                    let path = turn % 2 == 0 ? "/steps/\(number)" : "/steps/\(number)/\(turn)"
                    return client.exchange(post(path, body))?.body == "POST \(path) \(length)"
                }
            }
        }
        for client in clients { #expect(await client.value == 200) }
        #expect(server.responder.taken.withLock { $0.count } == 12 * 200 * 3)
        #expect(await server.waitForFigures { $0.answers == 2400 })
    }

    @Test func `come where nobody else is connected`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let client = try server.client()
        for _ in 0..<3 { #expect(client.exchange(post("/steps"))?.body == "POST /steps 3") }
        #expect(await server.waitForFigures { $0.answers == 3 })
    }

    @Test func `come in order where requests follow each other without waiting`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let (first, second) = (try server.client(), try server.client())
        #expect(second.exchange(post("/a"))?.status == 200)
        first.send(post("/steps/1") + post("/b") + post("/steps/2", "ab") + post("/steps/3", "a"))
        for body in ["POST /steps/1 3", "POST /b 3", "POST /steps/2 2", "POST /steps/3 1"] {
            #expect(first.reply()?.body == body)
        }
    }

    @Test(arguments: [false, true])
    func `are made for the others where a peer vanishes`(afterwards: Bool) async throws {
        let (server, holder) = try await heldServer()
        let clients = try (0..<3).map { _ in try server.client() }
        for client in clients { #expect(client.exchange(post("/b"))?.status == 200) }
        // The first step of the first one holds the worker while the others are in the cohort, or before they are read.
        clients[0].send(post("/steps/slow"))
        if afterwards {
            clients[1].send(post("/steps/1"))
            clients[2].send(post("/steps/2"))
        }
        #expect(await server.responder.gate.waitForArrivals(1))
        if !afterwards { clients[1].send(post("/steps/1")) }
        clients[1].vanish()
        if !afterwards { clients[2].send(post("/steps/2")) }
        server.responder.gate.open()
        #expect(clients[0].reply()?.body == "POST /steps/slow 3")
        #expect(clients[2].reply()?.body == "POST /steps/2 3")
        #expect(holder.exchange(post("/steps/4"))?.body == "POST /steps/4 3")
        #expect(await server.waitForFigures { $0.connections == 3 })
    }

    @Test func `are finished where the server drains`() async throws {
        let (server, holder) = try await heldServer()
        let clients = try await ask(3, server, holder)
        let http = server.server
        let draining = BlockingWork { http.drain(deadline: .seconds(60)) }
        for client in clients { #expect(client.reply()?.body == "POST /steps 3") }
        #expect(await draining.value?.cut == 0)
    }

    @Test func `do not hold up the end where a step does not come back`() async throws {
        let (server, _) = try await heldServer()
        let clients = try (0..<2).map { _ in try server.client() }
        for client in clients { #expect(client.exchange(post("/b"))?.status == 200) }
        for client in clients { client.send(post("/steps/slow")) }
        #expect(await server.responder.gate.waitForArrivals(1))
        let http = server.server
        let end = await BlockingWork { http.drain(deadline: .milliseconds(300)) }.value
        #expect((1...2).contains(end?.cut ?? 0))
        server.responder.gate.open()
        for client in clients { #expect(client.reply() == nil || client.isClosedEventually) }
    }
}

@Suite struct `A cohort` {
    @Test func `has no place for more than may wait for each other`() {
        var cohort = Cohort()
        for _ in 0..<Cohort.maximum {
            #expect(!cohort.isFull)
            cohort.add(CohortMember(.step { .answer(HTTPResponse(status: 200)) }))
        }
        #expect(cohort.isFull)
        cohort.finish()
        #expect(!cohort.isFull)
    }

    @Test func `makes no answer that was given up`() {
        var cohort = Cohort()
        var steps = 0
        let members = (0..<3).map { number in
            CohortMember(
                .step {
                    steps += 1
                    return .answer(HTTPResponse(status: 200 + number))
                }
            )
        }
        for member in members { cohort.add(member) }
        cohort.remove(members[1])
        cohort.finish()
        #expect(members.map { $0.response?.status } == [200, nil, 202])
        #expect(steps == 2)
        cohort.finish()
        #expect(steps == 2)
    }

    @Test func `takes answers of different lengths`() {
        var cohort = Cohort()
        func progress(_ steps: Int) -> HTTPProgress {
            steps == 0 ? .answer(HTTPResponse(status: 200)) : .step { progress(steps - 1) }
        }
        let members = [3, 0, 1, 100].map { CohortMember(progress($0)) }
        for member in members { cohort.add(member) }
        cohort.finish()
        #expect(members.allSatisfy { $0.response?.status == 200 })
    }
}
