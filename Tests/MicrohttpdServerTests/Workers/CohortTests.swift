import Testing

@testable import MicrohttpdServer

@Suite struct `Responses computed in steps` {
    private func post(_ path: String, _ body: String = "abc") -> String {
        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func oneWorkerServer() throws -> TestServer {
        try TestServer { configuration in
            configuration.workers = 1
            configuration.requestTimeout = .seconds(600)
        }
    }

    /// Opens connections that have each completed a request.
    private func clients(_ count: Int, _ server: TestServer) throws -> [TestClient] {
        let clients = try (0..<count).map { _ in try server.client() }
        for client in clients { #expect(client.exchange(post("/a"))?.status == 200) }
        return clients
    }

    /// Sends requests while another client blocks the worker, so that the worker then receives them together.
    ///
    /// - Returns: the other client, whose response is not read yet.
    private func ask(
        _ clients: [TestClient],
        _ server: TestServer,
        paths: [String] = (0..<20).map { "/steps?\($0)" },
        beforeLettingGo: () async throws -> Void = {}
    ) async throws -> TestClient {
        let holder = try server.client()
        holder.send(post("/slow"))
        #expect(await server.responder.gate.waitForArrivals(1))
        for (client, path) in zip(clients, paths) { client.send(post(path)) }
        try await beforeLettingGo()
        server.responder.gate.open()
        return holder
    }

    /// Returns the steps executed for a number of simultaneous requests, after all received their responses.
    private func stepsTaken(by count: Int) async throws -> [String] {
        let server = try oneWorkerServer()
        let clients = try clients(count, server)
        let holder = try await ask(clients, server)
        for client in clients { #expect(client.reply()?.body == "POST /steps 3") }
        #expect(holder.reply()?.status == 200)
        return server.responder.taken.withLock { $0 }
    }

    @Test func `execute the same step one after the other`() async throws {
        let taken = try await stepsTaken(by: 5)
        #expect(
            taken.map { $0.prefix(1) } == ["3", "3", "3", "3", "3", "2", "2", "2", "2", "2", "1", "1", "1", "1", "1"]
        )
        #expect(Set(taken).count == 15)
    }

    @Test func `are computed for a few requests at a time`() async throws {
        let taken = try await stepsTaken(by: 20).map { $0.prefix(1) }
        let together = taken.split { $0 != "3" }.map(\.count)
        #expect(together.max() == CohortScheduler.maximum)
        #expect(together.reduce(0, +) == 20)
    }

    @Test func `are sent to the right client among many`() async throws {
        let server = try TestServer()
        let address = server.addresses[0]
        let clients = (0..<12).map { number in
            BlockingWork {
                guard let client = try? TestClient(address) else { return 0 }
                return (0..<200).count { turn in
                    let length = number * 200 + turn
                    let body = String(repeating: "x", count: length)
                    // Every second request has a new head.
                    let path = turn % 2 == 0 ? "/steps/\(number)" : "/steps/\(number)/\(turn)"
                    return client.exchange(post(path, body))?.body == "POST \(path) \(length)"
                }
            }
        }
        for client in clients { #expect(await client.value == 200) }
        #expect(server.responder.taken.withLock { $0.count } == 12 * 200 * 3)
        #expect(await server.waitForFigures { $0.answers == 2400 })
    }

    @Test func `are sent to a single client`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let client = try server.client()
        for _ in 0..<3 { #expect(client.exchange(post("/steps"))?.body == "POST /steps 3") }
        #expect(await server.waitForFigures { $0.answers == 3 })
    }

    @Test func `are sent in the order of pipelined requests`() async throws {
        let server = try TestServer { $0.workers = 1 }
        let (first, second) = (try server.client(), try server.client())
        #expect(second.exchange(post("/a"))?.status == 200)
        first.send(post("/steps/1") + post("/b") + post("/steps/2", "ab") + post("/steps/3", "a"))
        for body in ["POST /steps/1 3", "POST /b 3", "POST /steps/2 2", "POST /steps/3 1"] {
            #expect(first.reply()?.body == body)
        }
    }

    @Test func `are not computed for a client that disconnects before`() async throws {
        let server = try oneWorkerServer()
        var clients = try clients(3, server)
        // The worker reads the first request and then blocks in the second one.
        let holder = try await ask(clients, server, paths: ["/steps/1", "/slower", "/steps/2"])
        #expect(await server.responder.secondGate.waitForArrivals(1))
        // The array holds the only reference, so the client is also closed.
        clients.removeFirst().vanish()
        server.responder.secondGate.open()
        #expect(clients[0].reply()?.body == "POST /slower 3")
        #expect(clients[1].reply()?.body == "POST /steps/2 3")
        #expect(holder.reply()?.status == 200)
        #expect(await server.waitForFigures { $0.abandonedRequests == 1 })
        #expect(server.responder.taken.withLock { $0.filter { $0.hasSuffix("/steps/1") } } == [])
    }

    @Test func `are computed while another client disconnects`() async throws {
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

    @Test func `are computed while the server drains`() async throws {
        let server = try oneWorkerServer()
        let clients = try clients(3, server)
        let http = server.server
        var draining: BlockingWork<DrainResult>?
        let holder = try await ask(clients, server) {
            draining = BlockingWork { http.drain(deadline: Patience.duration) }
            #expect(await Patience.wait { (try? server.client()) == nil })
        }
        for client in clients {
            let reply = client.reply()
            #expect(reply?.body == "POST /steps 3")
            #expect(reply?.header("Connection") == "close")
        }
        #expect(holder.reply()?.status == 200)
        #expect(await draining?.value == DrainResult(finished: 4, cut: 0))
    }

    @Test func `do not delay the end if a step does not return`() async throws {
        let server = try oneWorkerServer()
        let clients = try clients(2, server)
        for client in clients { client.send(post("/steps/slow")) }
        #expect(await server.responder.gate.waitForArrivals(1))
        let (http, responder) = (server.server, server.responder)
        let end = await BlockingWork {
            (cut: http.drain(deadline: .milliseconds(300)).cut, taken: responder.taken.withLock { $0 })
        }.value
        #expect((1...2).contains(end?.cut ?? 0))
        #expect(end?.taken == [], "draining ended before the gate was opened")
        server.responder.gate.open()
    }

    @Test(arguments: ["/steps/short", "/short"])
    func `do not delay a short request by a long one`(path: String) async throws {
        let server = try oneWorkerServer()
        let clients = try clients(3, server)
        let long = String(repeating: "x", count: CohortScheduler.maximumBytes)
        let holder = try server.client()
        holder.send(post("/slow"))
        #expect(await server.responder.gate.waitForArrivals(1))
        clients[0].send(post(path))
        clients[1].send(post("/steps/slower", long))
        clients[2].send(post("/steps/2", long))
        server.responder.gate.open()
        #expect(clients[0].reply()?.body == "POST \(path) 3")
        #expect(await server.responder.secondGate.waitForArrivals(1))
        #expect(!server.responder.taken.withLock { $0.contains { $0.hasSuffix("/steps/2") } })
        server.responder.secondGate.open()
        for client in clients.dropFirst() { #expect(client.reply()?.status == 200) }
        #expect(holder.reply()?.status == 200)
    }
}

@Suite struct `A cohort` {
    private func answer(_ byteCount: Int = 0) -> PendingAnswer {
        PendingAnswer(.step { .answer(HTTPResponse(status: 200)) }, answering: byteCount)
    }

    @Test func `has a maximum size and consists of the oldest requests`() {
        var scheduler = CohortScheduler()
        let answers = (0..<2 * CohortScheduler.maximum + 1).map { _ in answer() }
        for answer in answers { scheduler.add(answer) }
        for made in [CohortScheduler.maximum, 2 * CohortScheduler.maximum, answers.count] {
            scheduler.finishNext()
            #expect(answers.map { $0.response != nil } == answers.indices.map { $0 < made })
        }
        scheduler.finishNext()
    }

    @Test func `consists of one long request or of short ones`() {
        var scheduler = CohortScheduler()
        let half = CohortScheduler.maximumBytes / 2
        let answers = [half, half, 1, 3 * half, 1, 2 * half].map { answer($0) }
        for answer in answers { scheduler.add(answer) }
        for made in [2, 3, 4, 5, 6] {
            scheduler.finishNext()
            #expect(answers.map { $0.response != nil } == answers.indices.map { $0 < made })
        }
    }

    @Test func `waits while requests are added and a few turns more`() {
        var scheduler = CohortScheduler()
        /// Whether the cohort waits after a turn for all answers.
        func waits(_ answers: [PendingAnswer]) -> Bool { answers.map { scheduler.keepsWaiting($0) }.allSatisfy(\.self) }
        let answers = (0..<4).map { _ in answer() }
        for count in 1...3 {
            scheduler.add(answers[count - 1])
            for _ in 0..<CohortScheduler.maximumIdleTurns { #expect(waits(Array(answers.prefix(count)))) }
        }
        #expect(!waits(Array(answers.prefix(3))))
        scheduler.remove(answers[0])
        scheduler.add(answers[3])
        #expect(!waits(Array(answers.dropFirst())), "the number of requests has not increased")
        scheduler.finishNext()
        scheduler.add(answers[0])
        #expect(waits([answers[0]]))
    }

    @Test func `does not wait for requests that cannot join it`() {
        var scheduler = CohortScheduler()
        let answers = (0..<30).map { _ in answer() }
        for answer in answers[..<10] { scheduler.add(answer) }
        var turns = 1
        while scheduler.keepsWaiting(answers[0]), turns < 10 {
            scheduler.add(answers[10 + turns])
            turns += 1
        }
        #expect(turns == CohortScheduler.maximumIdleTurns)
        scheduler.finishNext()
        #expect(answers[CohortScheduler.maximum].response == nil)
        let waits = scheduler.keepsWaiting(answers[CohortScheduler.maximum])
        #expect(waits)
    }

    @Test func `does not compute a removed response`() {
        var scheduler = CohortScheduler()
        var steps = 0
        let answers = (0..<3).map { number in
            PendingAnswer(
                .step {
                    steps += 1
                    return .answer(HTTPResponse(status: 200 + number))
                },
                answering: 0
            )
        }
        for answer in answers { scheduler.add(answer) }
        scheduler.remove(answers[1])
        scheduler.finishNext()
        #expect(answers.map { $0.response?.status } == [200, nil, 202])
        #expect(steps == 2)
        scheduler.finishNext()
        #expect(steps == 2)
    }

    @Test func `computes responses with different numbers of steps`() {
        var scheduler = CohortScheduler()
        func progress(_ steps: Int) -> HTTPProgress<HTTPResponse> {
            steps == 0 ? .answer(HTTPResponse(status: 200)) : .step { progress(steps - 1) }
        }
        let answers = [3, 0, 1, 100].map { PendingAnswer(progress($0), answering: 0) }
        for answer in answers { scheduler.add(answer) }
        scheduler.finishNext()
        #expect(answers.allSatisfy { $0.response?.status == 200 })
    }
}

extension PendingAnswer {
    /// The response; nil until it is computed.
    fileprivate var response: HTTPResponse? {
        if case .answer(let response) = progress { response } else { nil }
    }
}
