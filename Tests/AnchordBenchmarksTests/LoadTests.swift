import Testing

@testable import AnchordBenchmarks

@Suite struct Loads {
    private static let trusted = "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{\"trusted\":true}"
    private static let untrusted = "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{\"trusted\":false}"

    private func load(_ server: CannedServer, _ end: Load.End = .requests(3)) throws -> LoadResult {
        try Load(address: .unix(path: server.path), connections: 1, requests: [[1, 2], [3, 4]]).run(until: end)
    }

    @Test func `every answer is awaited and counted`() throws {
        let server = CannedServer(answers: Array(repeating: Self.trusted, count: 3), requestLength: 2)
        let result = try load(server)
        #expect(result.latencies.count == 3)
        #expect(result.requestsPerSecond > 0)
    }

    @Test func `a load by time ends with every answer that it asked for, and not before its time`() async throws {
        let duration: UInt64 = 200_000_000
        let server = CannedServer(answers: Array(repeating: Self.trusted, count: 1_000_000), requestLength: 2)
        let result = try load(server, .nanoseconds(duration))
        #expect(await server.requests == result.latencies.count)
        #expect(result.latencies.count > 0)
        #expect(result.elapsed >= duration)
    }

    @Test func `one wrong answer ends the load, and is shown`() throws {
        let server = CannedServer(answers: [Self.trusted, Self.untrusted, Self.trusted], requestLength: 2)
        let failure = #expect(throws: LoadFailure.self) { try load(server) }
        #expect(failure?.description.contains("\"trusted\":false") == true)
    }

    @Test func `more than one answer to a request ends the load`() throws {
        let server = CannedServer(answers: [Self.trusted + Self.trusted], requestLength: 2)
        #expect(throws: LoadFailure.self) { try load(server) }
    }

    @Test func `a connection that ends early ends the load`() throws {
        let server = CannedServer(answers: [Self.trusted], requestLength: 2)
        #expect(throws: LoadFailure.self) { try load(server) }
    }

    @Test func `nobody to connect to is a failure`() {
        let nobody = Load(address: .unix(path: "/tmp/anchord-nobody"), connections: 1, requests: [[1]])
        #expect(throws: LoadFailure.self) { try nobody.run(until: .requests(1)) }
    }
}
