import Testing

@testable import AnchordBenchmarks

@Suite struct Loads {
    private static let trusted = "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{\"trusted\":true}"
    private static let untrusted = "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{\"trusted\":false}"

    private func load(_ server: CannedServer, _ end: Load.End = .requests(3)) throws -> LoadResult {
        try Load(address: .unix(path: server.path), connections: 1, requests: [[1, 2], [3, 4]]).run(until: end)
    }

    @Test func `waits for every response and counts it`() throws {
        let server = CannedServer(answers: Array(repeating: Self.trusted, count: 3), requestLength: 2)
        let result = try load(server)
        #expect(result.latencies.count == 3)
        #expect(result.requestsPerSecond > 0)
    }

    @Test func `a timed load ends after its duration with a response to every request`() async throws {
        let duration: UInt64 = 200_000_000
        let server = CannedServer(answers: Array(repeating: Self.trusted, count: 1_000_000), requestLength: 2)
        let result = try load(server, .nanoseconds(duration))
        #expect(await server.requests == result.latencies.count)
        #expect(result.latencies.count > 0)
        #expect(result.elapsed >= duration)
    }

    @Test func `a wrong response ends the load and is shown`() throws {
        let server = CannedServer(answers: [Self.trusted, Self.untrusted, Self.trusted], requestLength: 2)
        let failure = #expect(throws: LoadFailure.self) { try load(server) }
        #expect(failure?.description.contains("\"trusted\":false") == true)
    }

    @Test func `a second response to a request ends the load`() throws {
        let server = CannedServer(answers: [Self.trusted + Self.trusted], requestLength: 2)
        #expect(throws: LoadFailure.self) { try load(server) }
    }

    @Test func `a closed connection ends the load`() throws {
        let server = CannedServer(answers: [Self.trusted], requestLength: 2)
        #expect(throws: LoadFailure.self) { try load(server) }
    }

    @Test func `a missing server is a failure`() {
        let load = Load(address: .unix(path: "/tmp/anchord-missing"), connections: 1, requests: [[1]])
        #expect(throws: LoadFailure.self) { try load.run(until: .requests(1)) }
    }
}
