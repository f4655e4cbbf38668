import Testing
import TrustEvaluation
import TrustEvidence
import TrustTestSupport

/// Evidence that is used, and fetched again although no evaluation follows.
@Suite struct `Used evidence` {
    private let gathering: GatheringCase
    /// Half of the lifetime of a response, in seconds.
    private let half: Int64 = 3 * 86400

    init() throws { gathering = try GatheringCase(bounds: EvidenceBounds(followed: 2)) }

    @Test func `is fetched again when half of its lifetime has passed, once without further use`() throws {
        let (response, need) = (try gathering.response(), try gathering.need(.ocsp))
        gathering.fetcher.answer { _ in .body(response) }
        gathering.gather(need)
        #expect(gathering.gatherer.isFollowing(need) && gathering.clock.timerCount == 1)
        for _ in 0..<half / 3600 - 1 { gathering.clock.advance(seconds: 3600) }
        #expect(gathering.fetcher.requests.count == 1)
        gathering.clock.advance(seconds: 3600)
        #expect(gathering.fetcher.requests.count == 2)
        #expect(!gathering.gatherer.isFollowing(need) && gathering.clock.timerCount == 0)
        for _ in 0..<half / 3600 { gathering.clock.advance(seconds: 3600) }
        #expect(gathering.fetcher.requests.count == 2)
    }

    @Test func `is fetched again in each of its lifetimes while it is watched`() throws {
        let (list, need) = (try gathering.list(), try gathering.need(.crl))
        gathering.fetcher.answer { _ in .body(list, maximumAge: 7200) }
        gathering.gather(need)
        var watch: TopicWatch? = TopicWatch(in: gathering.gatherer.watched)
        watch?.add(gathering.gatherer.topics(of: need))
        let count = gathering.gatherer.changeCount
        for number in 1...3 {
            gathering.clock.advance(seconds: 3600)
            #expect(gathering.fetcher.requests.count == 1 + number)
            gathering.clock.advance(seconds: 1)
            #expect(gathering.gatherer.isFollowing(need))
        }
        // The same CRL does not change the part.
        #expect(gathering.gatherer.changes(since: count) == [:])
        watch = nil
        for _ in 0..<4 { gathering.clock.advance(seconds: 3600) }
        #expect(gathering.fetcher.requests.count == 5 && !gathering.gatherer.isFollowing(need))
        #expect(gathering.clock.timerCount == 0)
    }

    @Test(arguments: [1, 2, 8])
    func `with a short lifetime is not fetched again for a watch`(seconds: Int64) throws {
        let (list, need) = (try gathering.list(), try gathering.need(.crl))
        gathering.fetcher.answer { _ in .body(list, maximumAge: seconds) }
        let watch = TopicWatch(in: gathering.gatherer.watched)
        watch.add(gathering.gatherer.topics(of: need))
        gathering.gather(need)
        #expect(!gathering.gatherer.isFollowing(need))
        for _ in 0..<60 { gathering.clock.advance(seconds: 1) }
        #expect(gathering.fetcher.requests.count == 1 && gathering.clock.timerCount == 0)
        withExtendedLifetime(watch) {}
    }

    @Test func `is fetched no more for a watch if its lifetime becomes short`() throws {
        let (list, need) = (try gathering.list(), try gathering.need(.crl))
        gathering.fetcher.answer { _ in .body(list, maximumAge: 7200) }
        gathering.gather(need)
        let watch = TopicWatch(in: gathering.gatherer.watched)
        watch.add(gathering.gatherer.topics(of: need))
        let count = gathering.gatherer.changeCount
        gathering.fetcher.answer { _ in .body(list, maximumAge: 4) }
        for _ in 0..<3660 / 60 { gathering.clock.advance(seconds: 60) }
        #expect(gathering.fetcher.requests.count == 2 && !gathering.gatherer.isFollowing(need))
        #expect(gathering.gatherer.changes(since: count)?.keys.map(\.self) == Array(watch.topics))
        withExtendedLifetime(watch) {}
    }

    @Test func `that is watched is a change at its end if it is not received again`() throws {
        let (list, need) = (try gathering.list(), try gathering.need(.crl))
        gathering.fetcher.answer { _ in .body(list, maximumAge: 7200) }
        gathering.gather(need)
        let watch = TopicWatch(in: gathering.gatherer.watched)
        watch.add(gathering.gatherer.topics(of: need))
        let count = gathering.gatherer.changeCount
        gathering.fetcher.answer { _ in .failure(.timedOut) }
        for _ in 0..<7200 / 60 { gathering.clock.advance(seconds: 60) }
        #expect(gathering.gatherer.isFollowing(need))
        #expect(gathering.gatherer.changes(since: count) == [:])
        gathering.clock.advance(seconds: 1)
        #expect(gathering.gatherer.changes(since: count)?.keys.map(\.self) == Array(watch.topics))
        #expect(!gathering.gatherer.isFollowing(need) && gathering.clock.timerCount == 0)
        withExtendedLifetime(watch) {}
    }

    @Test func `that is learned to be revoked ends the verdicts that depend on it`() throws {
        let (good, revoked) = (
            try gathering.response(),
            try gathering.response(.revoked(at: .reference)) {
                $0.responses[0].thisUpdate = .reference.adding(days: 1)
            }
        )
        let need = try gathering.need(.ocsp)
        gathering.fetcher.answer { _ in .body(good) }
        gathering.gather(need)
        let basis = EvidenceBasis(gathering.gatherer)
        gathering.fetcher.answer { _ in .body(revoked) }
        #expect(basis.isCurrent && gathering.gatherer.revokingResult(for: need) == nil)
        for _ in 0..<half / 3600 { gathering.clock.advance(seconds: 3600) }
        #expect(!basis.isCurrent)
        #expect(gathering.gatherer.revokingResult(for: need) != nil)
    }

    @Test func `ends the verdicts that depend on it also if it is not received again`() throws {
        let (response, need) = (try gathering.response(), try gathering.need(.ocsp))
        gathering.fetcher.answer { _ in .body(response) }
        gathering.gather(need)
        let basis = EvidenceBasis(gathering.gatherer)
        gathering.fetcher.answer { _ in .failure(.timedOut) }
        for _ in 0..<half / 3600 { gathering.clock.advance(seconds: 3600) }
        #expect(!basis.isCurrent && gathering.gatherer.storedResult(for: need) != nil)
    }

    @Test func `ends the verdicts that depend on it when it is evicted`() throws {
        let bounds = EvidenceBounds(storeBytes: 8000, followed: 2)
        let gathering = try GatheringCase(sharing: gathering, bounds: bounds)
        let (response, need) = (try gathering.response(), try gathering.need(.ocsp))
        gathering.fetcher.answer { _ in .body(response) }
        gathering.gather(need)
        let basis = EvidenceBasis(gathering.gatherer)
        #expect(gathering.gatherer.isFollowing(need) && basis.isCurrent)
        for number in 0..<8 {
            let leaf = try gathering.issuing.issueLeaf("\(number).example.com")
            let response = try gathering.response(about: leaf)
            gathering.fetcher.answer { _ in .body(response) }
            gathering.gather(try gathering.need(.ocsp, leaf))
        }
        #expect(gathering.gatherer.storedResult(for: need) == nil)
        #expect(!gathering.gatherer.isFollowing(need) && !basis.isCurrent)
    }

    @Test func `is followed up to a limit, the earliest first`() throws {
        let response = try gathering.response()
        let needs = try (0..<3).map { try gathering.need(.crl, at: ["http://\($0).example/"]) }
        let list = try gathering.list()
        gathering.fetcher.answer {
            .body($0.method == .ocsp ? response : list, maximumAge: $0.url.contains("1.") ? 60 : nil)
        }
        for need in needs { gathering.gather(need) }
        #expect(needs.map(gathering.gatherer.isFollowing) == [true, true, false])
        gathering.clock.advance(seconds: 30)
        #expect(gathering.fetcher.requests.map(\.url).last == "http://1.example/")
        #expect(gathering.fetcher.requests.count == 4 && gathering.clock.timerCount == 1)
    }

    @Test func `with an earlier refresh takes the place of other evidence, whose verdicts end`() throws {
        let needs = try (0..<3).map { try gathering.need(.crl, at: ["http://\($0).example/"]) }
        let list = try gathering.list()
        gathering.fetcher.answer { .body(list, maximumAge: $0.url.contains("2.") ? 60 : nil) }
        for need in needs.dropLast() { gathering.gather(need) }
        let basis = EvidenceBasis(gathering.gatherer)
        #expect(needs.map(gathering.gatherer.isFollowing) == [true, true, false])
        gathering.gather(needs[2])
        #expect(needs.map(gathering.gatherer.isFollowing).count { $0 } == 2)
        #expect(gathering.gatherer.isFollowing(needs[2]) && !basis.isCurrent)
    }
}
