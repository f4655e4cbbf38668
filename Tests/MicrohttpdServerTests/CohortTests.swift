import Testing

@testable import MicrohttpdServer

@Suite struct `Answers made in steps` {
    private func post(_ path: String, _ body: String = "abc") -> String {
        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func oneWorkerServer() throws -> TestServer {
        try TestServer { configuration in
            configuration.workers = 1
            configuration.requestTimeout = .seconds(600)
        }
    }

    /// Clients that the worker knows.
    private func clients(_ count: Int, _ server: TestServer) throws -> [TestClient] {
        let clients = try (0..<count).map { _ in try server.client() }
        for client in clients { #expect(client.exchange(post("/a"))?.status == 200) }
        return clients
    }

    /// Has all ask while a client more holds the worker, so that it finds their requests together when it is let go.
    private func ask(
        _ clients: [TestClient],
        _ server: TestServer,
        paths: [String] = (0..<20).map { "/steps?\($0)" },
        beforeLettingGo: () async throws -> Void = {}
    ) async throws {
        let holder = try server.client()
        holder.send(post("/slow"))
        #expect(await server.responder.gate.waitForArrivals(1))
        for (client, path) in zip(clients, paths) { client.send(post(path)) }
        try await beforeLettingGo()
        server.responder.gate.open()
        #expect(holder.reply()?.status == 200)
    }

    @Test func `take the same step one after the other`() async throws {
        let server = try oneWorkerServer()
        let clients = try clients(5, server)
        try await ask(clients, server)
        for client in clients { #expect(client.reply()?.body == "POST /steps 3") }
        let taken = server.responder.taken.withLock { $0 }
        #expect(
            taken.map { $0.prefix(1) } == ["3", "3", "3", "3", "3", "2", "2", "2", "2", "2", "1", "1", "1", "1", "1"]
        )
        #expect(Set(taken).count == 15)
    }

    @Test func `are made for a few at a time`() async throws {
        let server = try oneWorkerServer()
        let clients = try clients(20, server)
        try await ask(clients, server)
        for client in clients { #expect(client.reply()?.body == "POST /steps 3") }
        let taken = server.responder.taken.withLock { $0.map { $0.prefix(1) } }
        let together = taken.split { $0 != "3" }.map(\.count)
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

    @Test func `are not made for a peer that vanishes before`() async throws {
        let server = try oneWorkerServer()
        var clients = try clients(3, server)
        // The first one's request is read, and then the second one's answer holds the worker.
        try await ask(clients, server, paths: ["/steps/1", "/slower", "/steps/2"])
        #expect(await server.responder.secondGate.waitForArrivals(1))
        // Nobody else has it: it is closed as well.
        clients.removeFirst().vanish()
        server.responder.secondGate.open()
        #expect(clients[0].reply()?.body == "POST /slower 3")
        #expect(clients[1].reply()?.body == "POST /steps/2 3")
        #expect(await server.waitForFigures { $0.abandonedRequests == 1 })
        #expect(server.responder.taken.withLock { $0.filter { $0.hasSuffix("/steps/1") } } == [])
    }

    @Test func `are made where a peer vanishes meanwhile`() async throws {
        let server = try oneWorkerServer()
        let clients = try clients(3, server)
        for (client, path) in zip(clients, ["/steps/slow", "/steps/1", "/steps/2"]) { client.send(post(path)) }
        #expect(await server.responder.gate.waitForArrivals(1))
        clients[1].vanish()
        server.responder.gate.open()
        #expect(clients[0].reply()?.body == "POST /steps/slow 3")
        #expect(clients[2].reply()?.body == "POST /steps/2 3")
        #expect(await server.waitForFigures { $0.connections == 2 })
    }

    @Test func `are made where the server drains`() async throws {
        let server = try oneWorkerServer()
        let clients = try clients(3, server)
        let http = server.server
        var draining: BlockingWork<DrainResult>?
        try await ask(clients, server) {
            draining = BlockingWork { http.drain(deadline: .seconds(60)) }
            while (try? server.client()) != nil { try await Task.sleep(for: .milliseconds(5)) }
        }
        for client in clients {
            let reply = client.reply()
            #expect(reply?.body == "POST /steps 3")
            #expect(reply?.header("Connection") == "close")
        }
        #expect(await draining?.value == DrainResult(finished: 4, cut: 0))
    }

    @Test func `do not hold up the end where a step does not come back`() async throws {
        let server = try oneWorkerServer()
        let clients = try clients(2, server)
        for client in clients { client.send(post("/steps/slow")) }
        #expect(await server.responder.gate.waitForArrivals(1))
        let (http, responder) = (server.server, server.responder)
        let end = await BlockingWork {
            (cut: http.drain(deadline: .milliseconds(300)).cut, taken: responder.taken.withLock { $0 })
        }.value
        #expect((1...2).contains(end?.cut ?? 0))
        #expect(end?.taken == [], "the end came before the step was let go")
        server.responder.gate.open()
    }

    @Test func `do not make a short request wait for long ones`() async throws {
        let server = try oneWorkerServer()
        let clients = try clients(3, server)
        let long = String(repeating: "x", count: Cohort.maximumBytes)
        let holder = try server.client()
        holder.send(post("/slow"))
        #expect(await server.responder.gate.waitForArrivals(1))
        clients[0].send(post("/steps/0"))
        clients[1].send(post("/steps/1", long))
        clients[2].send(post("/steps/2", long))
        server.responder.gate.open()
        for client in clients { #expect(client.reply()?.status == 200) }
        let taken = server.responder.taken.withLock { $0 }
        #expect(taken.map { $0.prefix(1) } == ["3", "2", "1", "3", "2", "1", "3", "2", "1"])
        #expect(taken.first == "3 /steps/0")
    }
}

@Suite struct `A cohort` {
    @Test func `has no place for more than may wait for each other`() {
        var cohort = Cohort()
        for _ in 0..<Cohort.maximum {
            #expect(!cohort.isComplete(of: 100))
            #expect(cohort.hasRoom(for: 0))
            cohort.add(member())
        }
        #expect(cohort.isComplete(of: 100))
        #expect(!cohort.hasRoom(for: 0))
        cohort.finish()
        #expect(!cohort.isComplete(of: 100))
        #expect(cohort.hasRoom(for: 0))
    }

    @Test func `has room for a long body by itself, and for short ones together`() {
        var cohort = Cohort()
        #expect(cohort.hasRoom(for: 10 * Cohort.maximumBytes))
        let long = member(Cohort.maximumBytes - 100)
        cohort.add(long)
        #expect(cohort.hasRoom(for: 100))
        #expect(!cohort.hasRoom(for: 101))
        cohort.add(member(1))
        #expect(!cohort.hasRoom(for: 100))
        cohort.remove(long)
        #expect(cohort.hasRoom(for: Cohort.maximumBytes - 1))
    }

    @Test func `waits for nobody who is not there`() {
        var cohort = Cohort()
        cohort.add(member())
        #expect(cohort.isComplete(of: 1))
        #expect(!cohort.isComplete(of: 2))
        cohort.add(member())
        #expect(cohort.isComplete(of: 2))
    }

    @Test func `waits as long as others come, and a little longer`() {
        var cohort = Cohort()
        /// Whether it waits after a turn that comes to all members.
        func waits(_ members: [CohortMember]) -> Bool { members.map { cohort.awaitsOthers($0) }.allSatisfy(\.self) }
        let members = (0..<4).map { _ in member() }
        cohort.add(members[0])
        #expect(waits([members[0]]))
        cohort.add(members[1])
        #expect(waits([members[0], members[1]]))
        #expect(waits([members[0], members[1]]))
        cohort.add(members[2])
        for _ in 0..<Cohort.patience { #expect(waits([members[0], members[1], members[2]])) }
        #expect(!waits([members[0], members[1], members[2]]))
        cohort.remove(members[0])
        cohort.add(members[3])
        #expect(!waits([members[1], members[2], members[3]]), "as many as before: nobody has come on top")
        cohort.finish()
        cohort.add(members[0])
        #expect(waits([members[0]]))
    }

    private func member(_ byteCount: Int = 0) -> CohortMember {
        CohortMember(.step { .answer(HTTPResponse(status: 200)) }, answering: byteCount)
    }

    @Test func `makes no answer that was given up`() {
        var cohort = Cohort()
        var steps = 0
        let members = (0..<3).map { number in
            CohortMember(
                .step {
                    steps += 1
                    return .answer(HTTPResponse(status: 200 + number))
                },
                answering: 0
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
        let members = [3, 0, 1, 100].map { CohortMember(progress($0), answering: 0) }
        for member in members { cohort.add(member) }
        cohort.finish()
        #expect(members.allSatisfy { $0.response?.status == 200 })
    }
}
