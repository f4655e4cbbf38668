import Testing

@testable import MicrohttpdServer

@Suite struct `Connections are assigned` {
    /// Returns the index of the connection's worker.
    private func worker(_ client: TestClient) -> Int? {
        client.exchange("GET /worker HTTP/1.1\r\nHost: h\r\n\r\n").flatMap { Int($0.body) }
    }

    /// Opens connections one after the other, and returns them with their workers.
    private func open(_ count: Int, _ server: TestServer) throws -> [(client: TestClient, worker: Int)] {
        try (0..<count).map { _ in
            let client = try server.client()
            return (client, try #require(worker(client)))
        }
    }

    private func countByWorker(_ connections: [(client: TestClient, worker: Int)]) -> [Int] {
        Dictionary(grouping: connections, by: \.worker).sorted { $0.key < $1.key }.map(\.value.count)
    }

    @Test(arguments: [1, 2, 3, 5, 7, 16]) func `evenly to any number of workers`(workers: Int) throws {
        let server = try TestServer { $0.workers = workers }
        let counts = countByWorker(try open(30, server))
        // If 30 is not divisible by the number of workers, some have one more.
        #expect(counts.sorted() == (0..<workers).map { (30 + $0) / workers })
    }

    @Test func `evenly if they are opened at once`() throws {
        let server = try TestServer { $0.workers = 3 }
        let clients = try (0..<30).map { _ in try server.client() }
        let connections = try clients.map { (client: $0, worker: try #require(worker($0))) }
        #expect(countByWorker(connections) == [10, 10, 10])
    }

    @Test func `to the workers with the fewest connections`() async throws {
        let server = try TestServer {
            $0.workers = 3
            // Long enough that connections do not time out on a busy machine.
            $0.idleTimeout = .seconds(3600)
        }
        var connections = try open(30, server)
        connections.removeAll { $0.worker == 1 }
        #expect(await server.waitForFigures { $0.connections == 20 })
        let newcomers = try open(10, server)
        #expect(newcomers.map(\.worker) == [Int](repeating: 1, count: 10))
        #expect(countByWorker(connections + newcomers) == [10, 10, 10])
    }

    @Test func `to each worker in turn if they are short`() async throws {
        let server = try TestServer { $0.workers = 3 }
        var workers: [Int] = []
        for _ in 0..<9 {
            let client = try server.client()
            workers.append(try #require(worker(client)))
            client.vanish()
            #expect(await server.waitForFigures { $0.connections == 0 })
        }
        #expect(workers.sorted() == [0, 0, 0, 1, 1, 1, 2, 2, 2])
    }
}
