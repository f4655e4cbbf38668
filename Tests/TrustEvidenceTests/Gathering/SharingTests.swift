import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustTestSupport

@Suite struct `Evaluations that need the same evidence` {
    private let gathering: GatheringCase

    init() throws {
        gathering = try GatheringCase()
    }

    @Test func `share one request, each with its own result`() throws {
        let need = try gathering.need(.ocsp)
        let deliveries = (0..<1000).map { _ in gathering.gather(need) }
        #expect(gathering.fetcher.requests.count == 1)
        #expect(deliveries.allSatisfy { $0.count == 0 })
        let body = try gathering.response()
        gathering.fetcher.respond { _ in .body(body) }
        #expect(deliveries.allSatisfy { $0.count == 1 && $0.summary == ["network"] })
        #expect(gathering.clock.timerCount == 0)
        #expect(gathering.gatherer.figures.fetches == 0)
    }

    @Test func `share a CRL of several certificates`() throws {
        let other = try gathering.issuing.issueLeaf("other.example.com")
        let first = gathering.gather(try gathering.need(.crl))
        let second = gathering.gather(try gathering.need(.crl, other))
        #expect(gathering.fetcher.requests.count == 1)
        let body = try gathering.list()
        gathering.fetcher.respond { _ in .body(body) }
        #expect(first.summary == ["network"] && second.summary == ["network"])
    }

    @Test func `cancel the request only when none of them waits`() throws {
        let need = try gathering.need(.ocsp)
        let first = gathering.gather(need)
        let second = gathering.gather(need)
        first.cancel()
        #expect(gathering.fetcher.canceledCount == 0)
        second.cancel()
        #expect(gathering.fetcher.canceledCount == 1)
        #expect(gathering.gatherer.figures.fetches == 0)
        #expect(gathering.clock.timerCount == 0)
        gathering.clock.advance(seconds: 10)
        #expect(first.count == 0 && second.count == 0)
    }

    @Test func `let few requests continue after their deadlines`() throws {
        let bounds = EvidenceBounds(fetches: 10, unattended: 3)
        let gathering = try GatheringCase(sharing: gathering, bounds: bounds)
        for number in 0..<8 {
            gathering.gather(try gathering.need(.ocsp, at: ["http://\(number).example/"]), within: 1)
        }
        #expect(gathering.fetcher.waitingCount == 8)
        gathering.clock.advance(milliseconds: 1)
        #expect(gathering.fetcher.waitingCount == 3 && gathering.fetcher.canceledCount == 5)
        #expect(gathering.gatherer.figures.fetches == 3)
        // Another evaluation joins a request that continues.
        let body = try gathering.response()
        let joined = try (0..<8).map { gathering.gather(try gathering.need(.ocsp, at: ["http://\($0).example/"])) }
        #expect(gathering.fetcher.waitingCount == 8)
        gathering.fetcher.respond { _ in .body(body) }
        #expect(joined.allSatisfy { $0.summary == ["network"] })
    }

    @Test func `read responses on other threads than the fetcher's`() async throws {
        let (executor, body) = (InlineExecutor(), try gathering.response())
        let gathering = try GatheringCase(sharing: gathering, reader: executor)
        executor.suspend()
        let delivery = gathering.gather(try gathering.need(.ocsp))
        // The fetcher is done, although nothing was read.
        gathering.fetcher.respond { _ in .body(body) }
        #expect(gathering.fetcher.waitingCount == 0 && delivery.count == 0)
        #expect(gathering.gatherer.figures.fetches == 1)
        executor.resume()
        #expect(delivery.summary == ["network"])
    }

    @Test func `end at once if they are canceled before they ask`() async throws {
        let (need, gatherer) = (try gathering.need(.ocsp), gathering.gatherer)
        let evidence = await withTaskGroup(of: GatheredEvidence.self) { group in
            group.cancelAll()
            group.addTask { await gatherer.results(for: [need], withinMilliseconds: 60_000) }
            return await group.next()
        }
        #expect(evidence?.results.isEmpty == true)
        #expect(gatherer.figures.fetches == 0 && gathering.fetcher.waitingCount == 0)
        #expect(gathering.clock.timerCount == 0)
    }

    @Test func `end at their deadline although a disk does not answer`() throws {
        let disk = SilentArchive()
        // The tasks that read would remain.
        defer { disk.end() }
        let gathering = try GatheringCase(sharing: gathering, disk: disk)
        let (asked, refused) = (gathering.gather(try gathering.need(.crl)), FetchAllowance(attempts: 0))
        let recalled = gathering.gather(try gathering.need(.ocsp), allowance: refused)
        gathering.clock.advance(seconds: 3)
        #expect(asked.count == 1 && recalled.count == 1)
        #expect(gathering.fetcher.requests.isEmpty && gathering.clock.timerCount == 0)
    }

    @Test func `share requests from several threads while others are canceled`() async throws {
        let needs = try (0..<20).map { try gathering.need(.ocsp, at: ["http://\($0).example/"]) }
        let held = needs.map { gathering.gather($0, within: 60_000) }
        let (gatherer, body) = (gathering.gatherer, try gathering.response())
        let searches = (0..<1000).map { number in
            Task { await gatherer.results(for: [needs[number % 20]], withinMilliseconds: 60_000) }
        }
        for (number, search) in searches.enumerated() where number % 3 == 0 { search.cancel() }
        // The canceled ones end although no response has arrived.
        for (number, search) in searches.enumerated() where number % 3 == 0 {
            #expect(await search.value.results.isEmpty)
        }
        #expect(gathering.fetcher.requests.count == 20)
        // Those that begin now find the evidence in memory, unless they looked for it just before.
        gathering.fetcher.answer { _ in .body(body) }
        gathering.fetcher.respond { _ in .body(body) }
        for (number, search) in searches.enumerated() where number % 3 != 0 {
            #expect(await search.value.results.map { !$0.evidence.isEmpty } == [true])
        }
        for delivery in held { await delivery.task?.value }
        #expect(held.allSatisfy { $0.summary == ["network"] })
        #expect(gatherer.figures.fetches == 0)
    }

    @Test func `share it from several threads`() async throws {
        let need = try gathering.need(.ocsp)
        let (gatherer, body) = (gathering.gatherer, try gathering.response())
        gathering.fetcher.answer { _ in .body(body) }
        let gathered = await withTaskGroup(of: GatheredEvidence.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    await gatherer.results(for: [need], withinMilliseconds: 1000)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(gathered.allSatisfy { !$0.results[0].evidence.isEmpty })
        #expect(gatherer.figures.entries == 1)
    }
}

/// An archive whose reads end only when their tasks are canceled.
private final class SilentArchive: EvidenceArchive {
    private let waits = Mutex<[@Sendable () -> Void]>([])

    func end() { for end in waits.withLock({ $0 }) { end() } }

    var figures: EvidenceArchiveFigures { EvidenceArchiveFigures() }

    func read<Evidence: Sendable>(
        _ key: [UInt8],
        verify: @escaping @Sendable (EvidenceRecord) -> (evidence: Evidence?, isFit: Bool)
    ) async -> Evidence? {
        let wait = Wait<Evidence>()
        waits.withLock { $0.append { wait.end(nil) } }
        return await wait.value
    }

    func write(_ record: EvidenceRecord) {}
}
