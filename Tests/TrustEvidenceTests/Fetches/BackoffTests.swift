import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustTestSupport

@Suite struct `Failures` {
    @Test(arguments: [(0.0, [5, 10, 20, 40, 80, 160, 320, 600, 600]), (0.5, [4, 8, 15, 30, 60, 120, 240, 450, 450])])
    func `delay the next request, longer each time`(random: Double, delays: [Int64]) throws {
        let gathering = try GatheringCase(random: random)
        gathering.fetcher.answer { _ in .failure(.refused) }
        let need = try gathering.need(.ocsp)
        var count = 0
        for delay in delays {
            count += 1
            #expect(gathering.gather(need).summary == ["refused none"])
            #expect(gathering.fetcher.requests.count == count)
            gathering.clock.advance(seconds: delay - 1)
            let delayed = gathering.gather(need)
            #expect(delayed.summary == ["delayed none"], "\(delay)")
            #expect(delayed.results.flatMap(\.failures).map(\.cause) == [.refused])
            #expect(gathering.fetcher.requests.count == count)
            gathering.clock.advance(seconds: 1)
        }
    }

    @Test func `of a location delay all requests to it, and a success clears them`() throws {
        let gathering = try GatheringCase()
        let response = try gathering.response()
        let other = try gathering.need(.ocsp, try gathering.issuing.issueLeaf("other.example.com"))
        gathering.fetcher.answer { _ in .failure(.refused) }
        _ = gathering.gather(try gathering.need(.ocsp))
        #expect(gathering.gather(other).summary == ["delayed none"])
        gathering.clock.advance(seconds: 5)
        gathering.fetcher.answer { _ in .body(response) }
        #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["network"])
        #expect(gathering.gatherer.figures.failures == 0)
    }

    @Test func `of a CRL do not delay OCSP at the same location`() throws {
        let gathering = try GatheringCase()
        let response = try gathering.response()
        let location = "http://pki.example/"
        gathering.fetcher.answer { $0.method == .crl ? .failure(.timedOut) : .body(response) }
        #expect(gathering.gather(try gathering.need(.crl, at: [location])).summary == ["timedOut none"])
        #expect(gathering.gather(try gathering.need(.ocsp, at: [location])).summary == ["network"])
        // The success of one kind does not clear the failure of the other.
        #expect(gathering.gather(try gathering.need(.crl, at: [location])).summary == ["delayed none"])
    }

    @Test func `are listed with the last one first, up to a limit`() throws {
        let gathering = try GatheringCase()
        gathering.fetcher.answer { $0.method == .crl ? .failure(.badStatus, .request) : .failure(.timedOut) }
        gathering.gather(try gathering.need(.ocsp))
        gathering.clock.advance(seconds: 6)
        gathering.gather(try gathering.need(.ocsp))
        gathering.clock.advance(seconds: 1)
        gathering.gather(try gathering.need(.crl))
        let failures = gathering.gatherer.recentFailures(limit: 20)
        #expect(failures.map(\.location) == [GatheringCase.crl, GatheringCase.ocsp])
        #expect(failures.map(\.method) == [.crl, .ocsp])
        #expect(failures.map(\.code) == [.badStatus, .timedOut])
        #expect(failures.map(\.count) == [1, 2])
        #expect(failures.map(\.delaysLocation) == [false, true])
        let now = gathering.clock.now
        #expect(failures.map(\.nextAttempt) == [now.adding(seconds: 5), now.adding(seconds: 9)])
        #expect(gathering.gatherer.recentFailures(limit: 1) == [failures[0]])
        gathering.clock.advance(seconds: 60)
        #expect(gathering.gatherer.recentFailures(limit: 1)[0].nextAttempt == gathering.clock.now)
    }

    @Test func `of one certificate do not delay others at the same responder`() throws {
        let gathering = try GatheringCase()
        let other = try gathering.issuing.issueLeaf("other.example.com")
        let refusal = try gathering.response { $0.status = .unauthorized }
        let good = try gathering.response(about: other)
        gathering.fetcher.answer { _ in .body(refusal) }
        #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["unauthorized none"])
        gathering.fetcher.answer { _ in .body(good) }
        #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["delayed none"])
        #expect(gathering.gather(try gathering.need(.ocsp, other)).summary == ["network"])
    }

    @Test func `of the fetching process delay nothing`() throws {
        let gathering = try GatheringCase()
        gathering.fetcher.answer { _ in .failure(.unavailable, .fetcher) }
        for count in 1...3 {
            #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["unavailable none"])
            #expect(gathering.fetcher.requests.count == count)
        }
        #expect(gathering.gatherer.figures.failures == 0)
    }

    @Test func `are remembered up to a limit`() throws {
        let gathering = try GatheringCase(bounds: EvidenceBounds(failures: 16))
        gathering.fetcher.answer { _ in .failure(.refused) }
        for number in 0..<200 {
            gathering.gather(try gathering.need(.crl, at: ["http://\(number).example/"]))
            gathering.clock.advance(milliseconds: 1)
        }
        #expect(gathering.gatherer.figures.failures <= 16)
    }
}
