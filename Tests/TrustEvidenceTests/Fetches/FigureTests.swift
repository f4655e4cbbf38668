import Testing
import TrustEvaluation
import TrustEvidence
import TrustTestSupport

@Suite struct `The figures of fetches` {
    @Test func `count each ended request by kind of evidence and result`() throws {
        let gathering = try GatheringCase()
        #expect(gathering.gatherer.figures.ended.isEmpty)
        let list = try gathering.list()
        gathering.fetcher.answer { $0.method == .crl ? .body(list) : .failure(.timedOut) }
        gathering.gather(try gathering.need(.crl), try gathering.need(.ocsp))
        let ended = gathering.gatherer.figures.ended
        #expect(ended[.crl]?.successes == 1)
        #expect(ended[.crl]?.failures == [:])
        #expect(ended[.crl]?.milliseconds == 7)
        #expect(ended[.ocsp]?.successes == 0)
        #expect(ended[.ocsp]?.failures == [.timedOut: 1])
        #expect(ended[.ocsp]?.durations.reduce(0, +) == 1)
        // Neither evidence in memory nor a delayed request is a fetch.
        gathering.gather(try gathering.need(.crl), try gathering.need(.ocsp))
        #expect(gathering.gatherer.figures.ended == ended)
    }

    @Test func `have no duration for requests that were not sent`() throws {
        let gathering = try GatheringCase()
        gathering.fetcher.answer { _ in .failure(.unavailable, .fetcher) }
        gathering.gather(try gathering.need(.ocsp))
        let ended = gathering.gatherer.figures.ended[.ocsp]
        #expect(ended?.failures == [.unavailable: 1])
        #expect(ended?.durations.reduce(0, +) == 0)
    }

    @Test func `count a canceled request once`() throws {
        let gathering = try GatheringCase()
        let delivery = gathering.gather(try gathering.need(.crl))
        delivery.cancel()
        #expect(gathering.gatherer.figures.ended[.crl]?.failures == [.canceled: 1])
        gathering.fetcher.respond { _ in .failure(.canceled, .fetcher) }
        #expect(gathering.gatherer.figures.ended[.crl]?.failures == [.canceled: 1])
    }

    @Test func `count evidence that cannot be used by its defect`() throws {
        let gathering = try GatheringCase()
        gathering.fetcher.answer { _ in .body([0x30, 0x00]) }
        gathering.gather(try gathering.need(.crl))
        #expect(gathering.gatherer.figures.ended[.crl]?.failures == [.malformedResponse: 1])
    }
}
