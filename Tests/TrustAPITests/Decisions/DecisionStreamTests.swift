import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustModel
import TrustOpenSSL
import TrustService

@testable import TrustAPI

/// GET /v1/decisions?follow=1 over real sockets.
@Suite struct `A stream of decisions` {
    private static let reader = "Authorization: Bearer reader"
    private static let other = "Authorization: Bearer other"

    private let scene: WatchScene
    private let directory = Directory(["reader": [.decisions, .evaluate], "other": [.evaluate]])

    /// The clients, which a test can change.
    private final class Directory: Sendable {
        private let clients: Mutex<ClientDirectory>

        init(_ rights: [String: Set<ClientRight>]) { clients = Mutex(Self.clients(rights)) }

        var current: ClientDirectory { clients.withLock { $0 } }

        func set(_ rights: [String: Set<ClientRight>]) { clients.withLock { $0 = Self.clients(rights) } }

        private static func clients(_ rights: [String: Set<ClientRight>]) -> ClientDirectory {
            let clients = rights.map { name, rights in
                let digest = SHA256.fingerprint(of: Array(name.utf8)[...])
                return APIClient(name: name, credential: .tokens([digest]), rights: rights)
            }
            return ClientDirectory(clients) { SHA256.fingerprint(of: $0[...]) }
        }
    }

    init() throws {
        let directory = directory
        var limits = WatchLimits()
        limits.countOfClient = 2
        scene = try WatchScene(
            try APIFixture(adjust: { context in
                let memory = DecisionMemory(bytes: 4 << 20, workers: 2, then: context.metrics)
                context.decisionMemory = memory
                context.evaluations.decisions = Decisions(ids: DecisionIDSource(workers: 2), recorder: memory)
                context.currentClients = { directory.current }
                context.watchLimits = limits
            })
        )
    }

    private func evaluate(_ host: String = "api.example.com") throws {
        let body = try APIFixture.json(["chain": scene.api.chain, "host": host])
        let answer = scene.api.post("/v1/evaluations", body, headers: [("Authorization", "Bearer reader")])
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func stream(_ query: String = "", fields: [String] = []) throws -> WatchClient {
        let client = try scene.follow(query, fields: [Self.reader] + fields)
        #expect(client.begins(), "\(client.text)")
        return client
    }

    private var metrics: DecisionStreamMetrics { scene.api.context.metrics.streams }

    @Test func `has each new decision as in the list, and no former one`() async throws {
        try evaluate("former.example.com")
        let client = try stream()
        for field in [
            "HTTP/1.1 200", "Content-Type: text/event-stream", "Cache-Control: no-store", "X-Accel-Buffering: no",
        ] {
            #expect(client.head.contains(field), "\(client.head)")
        }
        try evaluate()
        try evaluate("www.example.com")
        let events = [try #require(client.event()), try #require(client.event())]
        #expect(events.map(\.name) == ["decision", "decision"])
        #expect(events.map(\.action) == ["allow", "deny"])
        let memory = try #require(scene.api.context.decisionMemory)
        for event in events {
            let id = try #require((event.object["id"] as? String).flatMap { DecisionID($0) })
            let decision = try #require(await memory.decision(id))
            let encoder = DecisionEncoder(showsIdentity: { _ in false }, mask: .none)
            var writer = JSONWriter()
            writer.object { encoder.write(decision, to: &$0) }
            #expect(event.data == String(decoding: writer.bytes, as: UTF8.self))
        }
        #expect(metrics.events(.decision) == 2 && metrics.skipped == 0)
    }

    @Test func `has only the decisions that satisfy all conditions`() throws {
        let denied = try stream("&action=deny")
        let host = try stream("&host=www.example.com&client=reader&since=2000-01-01T00:00:00Z")
        for name in ["api.example.com", "www.example.com", "other.example.com"] { try evaluate(name) }
        #expect(
            [denied.event(), denied.event()].map { $0?.object["host"] as? String } == [
                "www.example.com", "other.example.com",
            ]
        )
        #expect(host.event()?.object["host"] as? String == "www.example.com")
    }

    @Test func `continues after Last-Event-ID of the same process, and with since begins in memory`() throws {
        let first = try stream()
        for name in ["a.example.com", "b.example.com", "c.example.com"] { try evaluate(name) }
        let id = try #require(first.event()?.id)
        let next = try stream(fields: ["Last-Event-ID: \(id)"])
        #expect(next.event()?.object["host"] as? String == "b.example.com")
        withExtendedLifetime(first) {}
        scene.drain()
    }

    @Test func `begins with the decisions in memory with since, and after another process without them`() throws {
        for name in ["a.example.com", "b.example.com"] { try evaluate(name) }
        let since = try stream("&since=2000-01-01T00:00:00Z")
        #expect(
            [since.event(), since.event()].map { $0?.object["host"] as? String } == ["a.example.com", "b.example.com"]
        )
        let other = try stream(fields: ["Last-Event-ID: 1-1"])
        try evaluate("c.example.com")
        #expect(other.event()?.object["host"] as? String == "c.example.com")
    }

    @Test(arguments: [
        ("&limit=1", "/query/limit"), ("&before=1", "/query/before"), ("&follow=1", "/query/follow"),
        ("&action=x", "/query/action"), ("&none=1", "/query/none"),
    ])
    func `refuses parameters without a meaning`(query: String, pointer: String) {
        let answer = scene.api.send(
            "GET",
            "/v1/decisions?follow=1\(query)",
            headers: [("Authorization", "Bearer reader")]
        )
        #expect(answer.status == 400 && answer.pointers == [pointer], "\(answer.text)")
    }

    @Test(arguments: ["x", "1", "1-", "-1", "1-1-1", "1-x", "99999999999999999999-1", "1-18446744073709551615"])
    func `refuses a malformed Last-Event-ID`(id: String) {
        let fields = [("Authorization", "Bearer reader"), ("Last-Event-ID", id)]
        let answer = scene.api.send("GET", "/v1/decisions?follow=1", headers: fields)
        #expect(answer.status == 400 && answer.code == "invalidRequest", "\(answer.text)")
    }

    @Test func `is a list with follow=0, and has only a head for HEAD`() {
        let fields = [("Authorization", "Bearer reader")]
        #expect(scene.api.send("GET", "/v1/decisions?follow=0", headers: fields).object["decisions"] != nil)
        let head = scene.api.send("HEAD", "/v1/decisions?follow=1", headers: fields)
        #expect(head.status == 200 && head.response.events == nil)
    }

    @Test(arguments: [([Self.other], "403"), ([], "401"), (["Authorization: Bearer unknown"], "401")])
    func `is for clients with the right only`(fields: [String], status: String) throws {
        let client = try scene.follow(fields: fields + ["Connection: close"])
        #expect(client.rest().hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test func `ends with the reason when its client loses the right, without a further decision`() throws {
        let client = try stream()
        directory.set(["reader": [.evaluate]])
        try evaluate()
        let end = try #require(client.event())
        #expect(end.name == "end" && end.code == "forbidden" && end.retry == nil)
        #expect(client.event() == nil)
        #expect(metrics.events(.decision) == 0 && metrics.events(.end) == 1 && metrics.ends(.answered) == 1)
    }

    @Test func `ends with a time to ask again when the service stops`() throws {
        let client = try stream()
        scene.drain()
        let end = try #require(client.event())
        #expect(end.name == "end" && end.code == "serverEnding" && end.retry == "1000")
        #expect(metrics.open == 0)
    }

    @Test func `takes a place of a watch`() throws {
        let streams = [try stream(), try stream()]
        let refused = try scene.follow(fields: [Self.reader, "Connection: close"])
        let text = refused.rest()
        #expect(text.hasPrefix("HTTP/1.1 429 ") && text.contains("tooManyWatchesOfClient"), "\(text)")
        #expect(metrics.open == 2)
        let page = scene.api.send("GET", "/metrics", headers: [("Authorization", "Bearer reader")])
        #expect(page.status == 403)
        withExtendedLifetime(streams) {}
    }

    @Test func `has no event of a client's making`() throws {
        let client = try stream()
        try evaluate("a\n\nevent: end\ndata: {}\n\n")
        try evaluate()
        let events = [try #require(client.event()), try #require(client.event())]
        #expect(events.map(\.name) == ["decision", "decision"])
        #expect((events[0].object["host"] as? String)?.contains("event: end") == true)
    }
}
