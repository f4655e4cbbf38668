import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustTestSupport

@Suite struct `Gathering evidence` {
    private let gathering: GatheringCase

    init() throws {
        gathering = try GatheringCase()
    }

    @Test func `for no needs completes at once`() {
        let delivery = gathering.gather()
        #expect(delivery.count == 1)
        #expect(delivery.results.isEmpty)
    }

    @Test func `tries the locations in turn`() throws {
        let need = try gathering.need(.crl, at: ["http://a/", "http://b/", "http://c/"])
        let list = try gathering.list()
        gathering.fetcher.answer { $0.url == "http://c/" ? .body(list) : .failure(.timedOut) }
        let delivery = gathering.gather(need)
        #expect(gathering.fetcher.requests.map(\.url) == ["http://a/", "http://b/", "http://c/"])
        #expect(delivery.summary == ["timedOut timedOut network"])
        #expect(delivery.results[0].origin == .network(url: "http://c/", milliseconds: 7))
        #expect(delivery.results[0].failures[1] == FailedFetch(url: "http://b/", code: .timedOut, milliseconds: 3))
    }

    @Test func `distinguishes a silent location from one that was not asked, because others took all the time`() throws
    {
        gathering.fetcher.fill()
        let needs = (try gathering.need(.ocsp), try gathering.need(.crl))
        let delivery = gathering.gather(needs.0, needs.1, within: 1500)
        gathering.clock.advance(milliseconds: 1500)
        #expect(delivery.summary == ["overloaded none", "overloaded none"])
        #expect(delivery.results.allSatisfy { $0.isUnsought })
        // A deadline that is too short even for an idle fetcher says nothing about others, but no one looked.
        let short = gathering.gather(try gathering.need(.ocsp, at: ["http://other/"]), within: 1)
        gathering.clock.advance(milliseconds: 1)
        #expect(short.summary == ["deadline none"])
        #expect(short.results[0].isUnsought)
    }

    @Test(
        arguments: [(1450, "overloaded"), (800, "overloaded"), (700, "deadline"), (90, "deadline")] as [(Int64, String)]
    )
    func `has looked at a location only if its request began before half of the time was over`(
        begin: Int64,
        code: String
    ) throws {
        gathering.fetcher.fill()
        let delivery = gathering.gather(try gathering.need(.ocsp), within: 1500)
        gathering.clock.advance(milliseconds: begin)
        gathering.fetcher.empty()
        gathering.clock.advance(milliseconds: 1500 - begin)
        #expect(delivery.summary == ["\(code) none"])
        #expect(delivery.results.map(\.isUnsought) == [code == "overloaded"])
    }

    @Test(
        arguments: [(40, 1500, "overloaded"), (800, 900, "deadline"), (800, 1500, "deadline")]
            as [(Int64, Int64, String)]
    )
    func `has not looked at a responder while the repetition of a request waits for others`(
        failure: Int64,
        begin: Int64,
        code: String
    ) throws {
        let delivery = gathering.gather(try gathering.need(.ocsp), within: 1500)
        gathering.fetcher.fill()
        gathering.clock.advance(milliseconds: failure)
        gathering.fetcher.respond { $0.body == nil ? .failure(.badStatus, .request) : nil }
        #expect(gathering.fetcher.requests.count == 2)
        gathering.clock.advance(milliseconds: begin - failure)
        gathering.fetcher.empty()
        gathering.clock.advance(milliseconds: 1500 - begin)
        #expect(delivery.summary == ["\(code) none"])
        #expect(delivery.results.map(\.isUnsought) == [code == "overloaded"])
    }

    @Test func `has not looked if a further location waited for others, although the first one was asked`() throws {
        let delivery = gathering.gather(try gathering.need(.crl, at: ["http://a/", "http://b/"]), within: 1500)
        gathering.fetcher.fill()
        gathering.clock.advance(milliseconds: 500)
        gathering.clock.advance(milliseconds: 1000)
        #expect(delivery.summary == ["deadline overloaded none"])
        #expect(delivery.results.map(\.isUnsought) == [true])
    }

    @Test func `has not looked if the next location after a failure had no time to begin`() throws {
        let delivery = gathering.gather(try gathering.need(.crl, at: ["http://a/", "http://b/"]), within: 120)
        gathering.fetcher.fill()
        gathering.clock.advance(milliseconds: 30)
        gathering.fetcher.respond { _ in .failure(.badStatus, .request) }
        gathering.clock.advance(milliseconds: 90)
        #expect(delivery.summary == ["badStatus deadline none"])
        #expect(delivery.results.map(\.isUnsought) == [true])
    }

    @Test func `has looked if a silent location was asked, and the next one had no time to begin`() throws {
        let delivery = gathering.gather(try gathering.need(.crl, at: ["http://a/", "http://b/"]), within: 1500)
        gathering.fetcher.fill()
        gathering.clock.advance(milliseconds: 1500)
        #expect(delivery.summary == ["deadline deadline none"])
        #expect(delivery.results.map(\.isUnsought) == [false])
    }

    @Test func `delivers at the deadline what is there, once, and the rest for the next evaluation`() throws {
        let other = try gathering.issuing.issueLeaf("other.example.com")
        let response = try gathering.response()
        gathering.fetcher.answer { $0.method == .ocsp ? .body(response) : nil }
        let list = try gathering.need(.crl, other)
        let delivery = gathering.gather(try gathering.need(.ocsp), list, within: 2000)
        gathering.clock.advance(milliseconds: 1999)
        #expect(delivery.count == 0)
        gathering.clock.advance(milliseconds: 1)
        #expect(delivery.count == 1)
        #expect(delivery.summary == ["network", "deadline none"])
        #expect(delivery.results[1].failures[0].milliseconds == 2000)
        let body = try gathering.list()
        gathering.fetcher.respond { _ in .body(body) }
        #expect(delivery.count == 1)
        #expect(gathering.gather(list).summary == ["cache"])
    }

    @Test func `answers from memory at once, with the age`() throws {
        let response = try gathering.response()
        gathering.fetcher.answer { _ in .body(response) }
        gathering.gather(try gathering.need(.ocsp))
        gathering.clock.advance(seconds: 90)
        let delivery = gathering.gather(try gathering.need(.ocsp))
        #expect(delivery.results[0].origin == .cache(age: 90))
        #expect(gathering.fetcher.requests.count == 1)
    }

    @Test func `fetches missing issuers`() throws {
        let (right, wrong) = (gathering.issuing.certificate.der, gathering.root.certificate.der)
        gathering.fetcher.answer { $0.url == "http://a/" ? .body(wrong) : .body(right) }
        let need = try gathering.need(.issuer, at: ["http://a/", "http://b/"])
        let delivery = gathering.gather(need)
        #expect(delivery.summary == ["invalid network"])
        #expect(delivery.results[0].issuers.map(\.der) == [right])
    }

    @Test func `is refused beyond the maximum number of requests`() throws {
        let gathering = try GatheringCase(bounds: EvidenceBounds(fetches: 1))
        _ = gathering.gather(try gathering.need(.ocsp))
        #expect(gathering.gather(try gathering.need(.crl)).summary == ["overloaded none"])
        #expect(gathering.fetcher.requests.count == 1)
    }
}
