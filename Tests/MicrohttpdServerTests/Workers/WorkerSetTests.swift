import Testing

@testable import MicrohttpdServer

@Suite struct `Connections are dealt` {
    /// Which worker has the connection.
    private func worker(_ client: TestClient) -> Int? {
        client.exchange("GET /worker HTTP/1.1\r\nHost: h\r\n\r\n").flatMap { Int($0.body) }
    }

    /// Opens connections one after the other, all of which stay open, with the workers that they went to.
    private func open(_ count: Int, _ server: TestServer) throws -> [(client: TestClient, worker: Int)] {
        try (0..<count).map { _ in
            let client = try server.client()
            return (client, try #require(worker(client)))
        }
    }

    private func countByWorker(_ connections: [(client: TestClient, worker: Int)]) -> [Int] {
        Dictionary(grouping: connections, by: \.worker).sorted { $0.key < $1.key }.map(\.value.count)
    }

    @Test(arguments: [1, 2, 3, 5, 7, 16]) func `evenly over the workers, whatever their number`(workers: Int) throws {
        let server = try TestServer { $0.workers = workers }
        let counts = countByWorker(try open(30, server))
        // Where they cannot all have the same, some have one more.
        #expect(counts.sorted() == (0..<workers).map { (30 + $0) / workers })
    }

    @Test func `evenly also where they come all at once`() throws {
        let server = try TestServer { $0.workers = 3 }
        let clients = try (0..<30).map { _ in try server.client() }
        let connections = try clients.map { (client: $0, worker: try #require(worker($0))) }
        #expect(countByWorker(connections) == [10, 10, 10])
    }

    @Test func `to the workers that lost theirs, until all have the same again`() async throws {
        let server = try TestServer {
            $0.workers = 3
            // None of them ends by itself, however long the test has to wait for its turn.
            $0.idleTimeout = .seconds(3600)
        }
        var connections = try open(30, server)
        connections.removeAll { $0.worker == 1 }
        #expect(await server.waitForFigures { $0.connections == 20 })
        let newcomers = try open(10, server)
        #expect(newcomers.map(\.worker) == [Int](repeating: 1, count: 10))
        #expect(countByWorker(connections + newcomers) == [10, 10, 10])
    }

    @Test func `in turn where none of them lasts`() async throws {
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
