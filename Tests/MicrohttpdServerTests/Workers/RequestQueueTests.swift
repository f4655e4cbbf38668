import Testing

@testable import MicrohttpdServer

@Suite struct `Responses computed in parts` {
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

    /// Returns the parts executed for a number of simultaneous requests, after all received their responses.
    private func partsTaken(by count: Int) async throws -> [String] {
        let server = try oneWorkerServer()
        let clients = try clients(count, server)
        let holder = try await ask(clients, server)
        for client in clients { #expect(client.reply()?.body == "POST /steps 3") }
        #expect(holder.reply()?.status == 200)
        return server.responder.taken.withLock { $0 }
    }

    @Test func `execute the same part one after the other`() async throws {
        let taken = try await partsTaken(by: 5)
        #expect(
            taken.map { $0.prefix(1) } == ["3", "3", "3", "3", "3", "2", "2", "2", "2", "2", "1", "1", "1", "1", "1"]
        )
        #expect(Set(taken).count == 15)
    }

    @Test func `are computed for a few requests at a time`() async throws {
        let taken = try await partsTaken(by: 20).map { $0.prefix(1) }
        let together = taken.split { $0 != "3" }.map(\.count)
        #expect(together.max() == RequestQueue.maximum)
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

    @Test func `do not delay the end if a part does not return`() async throws {
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
        let long = String(repeating: "x", count: RequestQueue.maximumBytes)
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

@Suite struct `A queue of requests` {
    private let pool: ItemPool
    private let context: ServerContext

    init() throws {
        pool = try ItemPool(threads: 1, clock: ServerClock())
        context = try ServerContext(
            ServerConfiguration(listeners: []),
            responder: EchoResponder(),
            clock: ServerClock()
        )
    }

    private func request(_ byteCount: Int = 0) -> PendingRequest {
        let connection = Connection(descriptor: -1, peer: .unix(uid: 0, groups: []), budget: context.buffers, now: 0)
        return PendingRequest(
            on: connection,
            byteCount: byteCount,
            context: context,
            pool: pool,
            lock: Locked(0)
        )
    }

    /// Adds requests, and returns the numbers of those that run together.
    private func sizes(_ requests: [PendingRequest]) -> [Int] {
        var queue = RequestQueue()
        for request in requests { queue.add(request) }
        var taken: [PendingRequest] = []
        var sizes: [Int] = []
        while taken.count < requests.count {
            let next = queue.takeNext()
            sizes.append(next.count)
            taken += next
        }
        let areOldestFirst = taken.elementsEqual(requests, by: ===)
        #expect(areOldestFirst)
        return sizes
    }

    @Test func `lets a maximum number run together`() {
        let requests = (0..<2 * RequestQueue.maximum + 1).map { _ in request() }
        #expect(sizes(requests) == [RequestQueue.maximum, RequestQueue.maximum, 1])
    }

    @Test func `lets one long request run, or short ones`() {
        let half = RequestQueue.maximumBytes / 2
        #expect(sizes([half, half, 1, 3 * half, 1, 2 * half].map { request($0) }) == [2, 1, 1, 1, 1])
    }

    @Test func `waits while requests are added and a few turns more`() {
        var queue = RequestQueue()
        /// Whether the queue waits after a turn for all requests.
        func waits(_ requests: [PendingRequest]) -> Bool { requests.map { queue.keepsWaiting($0) }.allSatisfy(\.self) }
        let requests = (0..<4).map { _ in request() }
        for count in 1...3 {
            queue.add(requests[count - 1])
            for _ in 0..<RequestQueue.maximumIdleTurns { #expect(waits(Array(requests.prefix(count)))) }
        }
        #expect(!waits(Array(requests.prefix(3))))
        queue.remove(requests[0])
        queue.add(requests[3])
        #expect(!waits(Array(requests.dropFirst())), "the number of requests has not increased")
        _ = queue.takeNext()
        queue.add(requests[0])
        #expect(waits([requests[0]]))
    }

    @Test func `does not wait for requests that cannot run with the next ones`() {
        var queue = RequestQueue()
        let requests = (0..<30).map { _ in request() }
        for request in requests[..<10] { queue.add(request) }
        var turns = 1
        while queue.keepsWaiting(requests[0]), turns < 10 {
            queue.add(requests[10 + turns])
            turns += 1
        }
        #expect(turns == RequestQueue.maximumIdleTurns)
        let next = queue.takeNext()
        #expect(next.count == RequestQueue.maximum)
        let waits = queue.keepsWaiting(requests[RequestQueue.maximum])
        #expect(waits)
    }

    @Test func `has each request once, and none that was removed`() {
        var queue = RequestQueue()
        let requests = (0..<3).map { _ in request() }
        for request in requests + requests { queue.add(request) }
        queue.remove(requests[1])
        let next = queue.takeNext()
        let areThose = next.elementsEqual([requests[0], requests[2]], by: ===)
        #expect(areThose)
        let rest = queue.takeNext()
        #expect(rest.isEmpty)
    }
}
