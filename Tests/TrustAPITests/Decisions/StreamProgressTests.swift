import Foundation
import MicrohttpdServer
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustService

@testable import TrustAPI

@Suite struct `The progress of a stream of decisions` {
    private let api: APIFixture
    private let memory: DecisionMemory
    private let facts: [DecisionFacts]

    init() throws { try self.init(workers: 1) }

    private init(workers: Int) throws {
        let memory = DecisionMemory(bytes: 1 << 20, workers: workers, then: Metrics())
        self.memory = memory
        api = try APIFixture(adjust: { context in
            context.evaluations.decisions = Decisions(ids: DecisionIDSource(workers: 2), recorder: memory)
        })
        for host in ["api.example.com", "www.example.com"] {
            _ = try api.evaluate(["chain": api.chain, "host": host])
        }
        var reader = memory.reader()
        facts = reader.next().reversed().compactMap(\.decision.facts)
    }

    private func filter(_ query: [(String, String)] = []) throws -> DecisionFilter {
        try DecisionFilter(query.map { HTTPQueryItem(name: $0.0, value: $0.1) }, mask: .none) {
            api.context.evaluations.requestedHost($0)
        }
    }

    /// Records decisions; by default each one allows.
    private func record(_ count: Int, _ facts: DecisionFacts? = nil, worker: Int = 0) throws {
        let place = DecisionPlace(.evaluations, clients: [], peer: .user(0), share: .client("a"))
        let asker = api.context.asker(place, nil, worker: worker)
        for _ in 0..<count { _ = try api.context.evaluations.decisions.again(facts ?? self.facts[0], by: asker) }
    }

    /// Records decisions with places of their own, of which the memory has fewer than 1500.
    private func recordLong(_ count: Int) throws {
        for _ in 0..<count {
            let clients = Array(repeating: "c", count: 40)
            let place = DecisionPlace(.evaluations, clients: clients, peer: .user(0), share: .client("a"))
            let asker = api.context.asker(place, nil, worker: 0)
            _ = try api.context.evaluations.decisions.again(facts[0], by: asker)
        }
    }

    /// Looks once, and returns the names and the data of the events.
    private func look(
        _ progress: inout StreamProgress,
        allowing more: Int = 50,
        isPaused: Bool = false,
        parts: Int = .max
    ) -> [(name: String, object: [String: Any])] {
        let next = memory.nextNumber
        progress.begin(before: next, allowing: more, isPaused: isPaused)
        var reader = memory.reader(before: next)
        var rest = parts
        while rest > 0, !progress.isComplete {
            let part = reader.next()
            if part.isEmpty { break }
            progress.read(part)
            rest -= 1
        }
        let encoder = DecisionEncoder(showsIdentity: { _ in true }, mask: .none)
        let bytes = progress.end(at: next, start: APIFixture.now, encodedBy: encoder).bytes
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").map { block in
            let lines = block.split(separator: "\n")
            let data = Data((lines.last?.dropFirst("data: ".count) ?? "").utf8)
            let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
            return (String(lines[0].dropFirst("event: ".count)), object)
        }
    }

    private func counts(_ object: [String: Any]) -> [String: Int] {
        let items = object["counts"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: items.map { item in
                let policy = item["policy"] as? [String: Any]
                let names = [policy?["set"], policy?["name"], item["action"]].map { $0 as? String ?? "-" }
                return (names.joined(separator: " "), item["count"] as? Int ?? -1)
            }
        )
    }

    @Test func `counts what the memory removed between decisions that it has`() throws {
        let other = try Self(workers: 2)
        var progress = StreamProgress(from: other.memory.nextNumber, try filter())
        // These remain in the part of a worker without further decisions.
        try other.record(5, worker: 1)
        try other.recordLong(1500)
        try other.record(5, worker: 1)
        let events = other.look(&progress)
        let skipped = try #require(events.first?.object)
        let (count, unread) = (skipped["count"] as? Int ?? 0, skipped["unread"] as? Int ?? 0)
        #expect(unread > 0 && events.count - 1 + count + unread == 1510)
        #expect(other.look(&progress).isEmpty)
    }

    @Test func `sends each decision once, in order`() throws {
        var progress = StreamProgress(from: memory.nextNumber, try filter())
        #expect(look(&progress).isEmpty)
        try record(2)
        try record(1, facts[1])
        #expect(look(&progress).map { $0.object["action"] as? String } == ["allow", "allow", "deny"])
        #expect(look(&progress).isEmpty)
    }

    @Test func `sends a burst and then a rate, and counts the rest by policy and action`() throws {
        var progress = StreamProgress(from: memory.nextNumber, try filter())
        try record(300)
        try record(700, facts[1])
        let first = look(&progress)
        #expect(first.count == 201 && first[0].name == "skipped")
        #expect(first.dropFirst().allSatisfy { $0.object["action"] as? String == "deny" })
        #expect(first[0].object["count"] as? Int == 800 && first[0].object["unread"] as? Int == 0)
        #expect(counts(first[0].object) == ["system server allow": 300, "system server deny": 500])
        try record(100)
        let second = look(&progress)
        #expect(second.map(\.name) == ["skipped"] + Array(repeating: "decision", count: 50))
        #expect(second[0].object["count"] as? Int == 50)
        #expect(look(&progress).isEmpty && look(&progress).isEmpty)
        try record(150)
        #expect(look(&progress).map(\.name) == Array(repeating: "decision", count: 150))
    }

    @Test func `counts what a client who is behind does not get, and neither keeps nor sends it`() throws {
        var progress = StreamProgress(from: memory.nextNumber, try filter([("action", "allow")]))
        for _ in 0..<20 {
            try record(100)
            try record(10, facts[1])
            #expect(look(&progress, isPaused: true).isEmpty)
        }
        try record(1)
        let events = look(&progress)
        #expect(events.map(\.name) == ["skipped", "decision"])
        #expect(events[0].object["count"] as? Int == 2000)
        #expect(counts(events[0].object) == ["system server allow": 2000])
    }

    @Test func `counts what it does not read, because of the work of a look or because the memory has removed it`()
        throws
    {
        var progress = StreamProgress(from: memory.nextNumber, try filter([("action", "deny")]))
        try record(600, facts[1])
        let short = look(&progress, parts: 1)
        #expect(short.count == 201)
        #expect(short[0].object["count"] as? Int == 56 && short[0].object["unread"] as? Int == 344)
        // The memory of 1 MiB has fewer than 1500 decisions with places of their own.
        let start = memory.nextNumber
        try recordLong(1500)
        let removed = look(&progress)
        #expect(removed.map(\.name) == ["skipped"])
        var reader = memory.reader()
        var oldest = memory.nextNumber
        while let number = reader.next().last?.number { oldest = number }
        #expect(oldest > start && removed[0].object["unread"] as? Int == Int(oldest - start))
        #expect(removed[0].object["count"] as? Int == 0)
    }

    @Test func `reads back to the time of since only`() throws {
        let later = APIFixture.now.adding(seconds: 1000)
        var progress = StreamProgress(from: 1, try filter([("since", later.description)]))
        try record(600)
        api.clock.now = later
        try record(10)
        let events = look(&progress)
        #expect(events.map(\.name) == Array(repeating: "decision", count: 10))
    }

    @Test func `sends no more bytes than its limit, and counts the rest`() throws {
        let place = DecisionPlace(
            .evaluations,
            clients: Array(repeating: String(repeating: "c", count: 200), count: 40),
            peer: .user(0),
            share: .client("a")
        )
        let asker = api.context.asker(place, nil, worker: 0)
        var progress = StreamProgress(from: memory.nextNumber, try filter())
        for _ in 0..<100 { _ = try api.context.evaluations.decisions.again(facts[0], by: asker) }
        let events = look(&progress)
        #expect(events.count < 40 && events.first?.name == "skipped")
        #expect(events.first?.object["count"] as? Int == 101 - events.count)
    }

    @Test func `has a bounded number of counts`() {
        var skipped = SkippedDecisions()
        #expect(skipped.isEmpty)
        skipped.add(unread: 3)
        #expect(!skipped.isEmpty)
        #expect(String(decoding: skipped.json, as: UTF8.self) == #"{"count":0,"unread":3,"counts":[]}"#)
    }
}
