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
        first.handle?.cancel()
        #expect(gathering.fetcher.canceledCount == 0)
        second.handle?.cancel()
        #expect(gathering.fetcher.canceledCount == 1)
        #expect(gathering.gatherer.figures.fetches == 0)
        #expect(gathering.clock.timerCount == 0)
        gathering.clock.advance(seconds: 10)
        #expect(first.count == 0 && second.count == 0)
    }

    @Test func `share it from several threads`() async throws {
        let need = try gathering.need(.ocsp)
        let (gatherer, body) = (gathering.gatherer, try gathering.response())
        gathering.fetcher.answer { _ in .body(body) }
        let deliveries = await withTaskGroup(of: Delivery.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let delivery = Delivery()
                    gatherer.gather([need], withinMilliseconds: 1000, completion: delivery.add)
                    return delivery
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(deliveries.allSatisfy { $0.count == 1 && !$0.results[0].evidence.isEmpty })
        #expect(gatherer.figures.entries == 1)
    }
}
