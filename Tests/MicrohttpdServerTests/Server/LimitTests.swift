import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `Limits and slow clients` {
    private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `a connection over the limit receives 503 with Retry-After while others are served`() throws {
        let server = try TestServer { $0.maximumConnections = 2 }
        let (first, second) = (try server.client(), try server.client())
        #expect(first.exchange(get)?.status == 200)
        #expect(second.exchange(get)?.status == 200)
        let third = try server.client()
        let refusal = third.exchange(get)
        #expect(refusal?.status == 503)
        #expect(refusal?.header("Retry-After") == "1")
        #expect(refusal?.header("Connection") == "close")
        #expect(refusal?.body == "tooManyConnections(retryAfterSeconds: 1)")
        #expect(third.isClosed)
        #expect(first.exchange(get)?.status == 200)
        #expect(server.server.figures.refusedConnections == 1)
    }

    @Test func `a connection over the limit per address receives 429 until another one ends`() async throws {
        let server = try TestServer { $0.maximumConnectionsPerAddress = 1 }
        do {
            let first = try server.client()
            #expect(first.exchange(get)?.status == 200)
            let second = try server.client()
            let refusal = second.exchange(get)
            #expect(refusal?.status == 429)
            #expect(refusal?.header("Retry-After") == "1")
        }
        #expect(await server.waitForFigures { $0.connections == 0 })
        #expect(try server.client().exchange(get)?.status == 200)
        #expect(server.server.figures.refusedConnectionsFromAddress == 1)
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.2", "127.255.255.254"])
    func `all loopback addresses are one client, since a process can choose any of them`(address: String) throws {
        let server = try TestServer { $0.maximumConnectionsPerAddress = 1 }
        let first = try server.client()
        #expect(first.exchange(get)?.status == 200)
        #expect(try server.client(from: address).exchange(get)?.status == 429)
    }

    @Test(arguments: [
        (HTTPPeer.ip("127.0.0.2"), HTTPPeer.ip("127.0.0.1")), (.ip("::1"), .ip("127.0.0.1")),
        (.ip("192.0.2.1"), .ip("192.0.2.1")), (.ip("::127"), .ip("::127")), (.ip("1270::1"), .ip("1270::1")),
        (.unix(uid: 5), .unix(uid: 5)), (.unix(uid: nil), .unix(uid: nil)),
        (.unix(uid: 5, groups: [5, 6]), .unix(uid: 5)),
    ])
    func `limits apply to a client, which is loopback, another address or a user`(peer: HTTPPeer, client: HTTPPeer) {
        #expect(peer.client == client)
    }

    @Test func `an IPv4-mapped loopback address is also the loopback client (RFC 4291 §2.5.5.2)`() throws {
        let address = try #require(SocketAddress(host: "::ffff:127.0.0.9", port: 1))
        #expect(HTTPPeer.ip(try #require(address.host)).client == .ip("127.0.0.1"))
    }

    @Test(arguments: ["a", "", "a=b", "host=%41"])
    func `a query with too many items receives 400 and closes the connection`(item: String) throws {
        let server = try TestServer()
        func post(_ count: Int) -> String {
            let query = [String](repeating: item, count: count).joined(separator: "&")
            return "POST /a?\(query) HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
        }
        #expect(try server.client().exchange(post(64))?.body == "POST /a 3")
        for count in [65, 200, 400, 1500] {
            let client = try server.client()
            let refusal = client.exchange(post(count))
            #expect(refusal?.status == 400)
            #expect(refusal?.header("Connection") == "close")
            #expect(refusal?.body == #"malformedRequest("The query has more than 64 items.")"#)
            #expect(client.isClosed)
        }
        #expect(server.server.figures.malformedRequests == 4)
        #expect(server.responder.admissions.withLock { $0 } == 1)
        #expect(server.responder.answered.withLock { $0.count } == 1)
    }

    @Test func `an idle connection is closed without a response after the idle timeout`() throws {
        let server = try TestServer { $0.idleTimeout = .seconds(1) }
        let client = try server.client()
        #expect(client.exchange(get)?.status == 200)
        #expect(client.isClosed)
        #expect(server.server.figures.timedOutRequests == 0)
    }

    @Test(arguments: [
        "GET /a HTTP/1.1\r\nHost: h\r\nX: ",
        "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n",
    ])
    func `a client that sends its request slowly receives 408 and is disconnected`(beginning: String) throws {
        let server = try TestServer { $0.requestTimeout = .milliseconds(500) }
        let (client, idle) = (try server.client(), try server.client())
        client.send(beginning)
        #expect(client.trickleUntilAnswered()?.status == 408)
        #expect(client.isClosedEventually)
        #expect(idle.exchange(get)?.status == 200)
        #expect(server.server.figures.timedOutRequests == 1)
    }

    @Test func `a client that sends its request line slowly is disconnected after both timeouts`() throws {
        let server = try TestServer {
            $0.idleTimeout = .seconds(1)
            $0.requestTimeout = .milliseconds(200)
        }
        let client = try server.client()
        #expect(client.trickleUntilAnswered()?.status == 408)
        #expect(client.isClosedEventually)
        #expect(server.server.figures.timedOutRequests == 1)
    }

    @Test func `no timeout applies while the responder works`() async throws {
        let server = try TestServer {
            $0.requestTimeout = .milliseconds(100)
            $0.idleTimeout = .seconds(1)
        }
        let client = try server.client()
        client.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await server.responder.gate.waitForArrivals(1))
        // The other worker closes an idle connection that began later, so the idle timeout has passed for both.
        #expect(try server.client().isClosed)
        #expect(await server.clock.advance(by: .seconds(60)))
        #expect(await server.clock.passChecks())
        server.responder.gate.open()
        #expect(client.reply()?.status == 200)
    }

    @Test func `a client that does not read the response is disconnected after the idle timeout`() async throws {
        let server = try TestServer { $0.idleTimeout = .seconds(1) }
        let client = try server.client()
        client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await server.waitForFigures { $0.abandonedRequests == 1 && $0.connections == 0 })
    }

    @Test func `a fast client does not time out while its worker is busy`() async throws {
        let server = try TestServer {
            $0.workers = 1
            $0.requestTimeout = .seconds(600)
        }
        let (slow, fast) = (try server.client(), try server.client())
        fast.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na")
        #expect(await server.waitForFigures { $0.requests == 1 })
        slow.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await server.responder.gate.waitForArrivals(1))
        fast.send("bc")
        // Between one and two request timeouts.
        #expect(await server.clock.advance(by: .seconds(900)))
        #expect(await server.clock.passChecks())
        server.responder.gate.open()
        #expect(fast.reply()?.body == "POST /a 3")
    }

    @Test func `accepting pauses while the process is out of descriptors`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer()
            // The process also has the descriptors of the one that runs the tests.
            let highest = (0..<Int32(1 << 16)).last { fcntl($0, F_GETFD) >= 0 } ?? 2
            var limit = rlimit(rlim_cur: rlim_t(highest) + 40, rlim_max: rlim_t(highest) + 40)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var fillers: [Int32] = []
            var clients: [TestClient] = []
            let start = ContinuousClock.now
            // Task.sleep is unusable here, since it needs a descriptor.
            while server.server.figures.acceptFailures < 6 {
                usleep(1000)
                // Other threads of the process open and close descriptors. One that was closed has accepted the client.
                guard server.server.figures.acceptedConnections == clients.count else { continue }
                while true {
                    let filler = unsafe open("/dev/null", O_RDONLY)
                    guard filler >= 0 else { break }
                    fillers.append(filler)
                }
                if let filler = fillers.popLast() { close(filler) }
                // Another thread may take the descriptor first.
                if let client = try? server.client() { clients.append(client) }
            }
            // Six failures have five pauses of 100 ms between them.
            let hasPaused = ContinuousClock.now - start > .milliseconds(450)
            guard hasPaused else { exit(1) }
            // The last client may have the last descriptor that was free.
            let (last, count) = (clients.popLast(), clients.count + 1)
            clients = []
            fillers.forEach { close($0) }
            guard last?.exchange("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")?.status != 200 else { exit(0) }
            // The code states how far the connection came.
            let figures = server.server.figures
            if figures.acceptedConnections < count { exit(2) }
            exit(figures.requests == 0 ? 3 : figures.answers == 0 ? 4 : 5)
        }
    }

    @Test(
        arguments: [
            "", "GE", "GET /a HTTP/1.1\r\n", "GET /a HTTP/1.1\r\nHost: h\r\n",
            "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc",
            "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\nabc",
        ],
        [true, false]
    )
    func `a client that disconnects during a request leaves nothing behind`(sent: String, abruptly: Bool) async throws {
        let server = try TestServer()
        do {
            let client = try server.client()
            client.send(sent)
            if abruptly { client.vanish() }
        }
        #expect(await server.waitForFigures { $0.acceptedConnections == 1 && $0.connections == 0 })
        #expect(server.responder.answered.withLock { $0 } == [])
    }

    @Test func `a client that disconnects during a large response leaves nothing behind`() async throws {
        let server = try TestServer()
        do {
            let client = try server.client()
            client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(await server.waitForFigures { $0.requests == 1 })
            client.vanish()
        }
        #expect(await server.waitForFigures { $0.connections == 0 })
    }
}

@Suite struct `Many connections` {
    @Test func `are all answered when they send requests at once`() throws {
        let server = try TestServer { $0.workers = 1 }
        let clients = try (0..<300).map { _ in try server.client() }
        for _ in 0..<3 {
            for client in clients { client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n") }
            #expect(clients.allSatisfy { $0.reply()?.body == "GET /a 0" })
        }
    }
}
