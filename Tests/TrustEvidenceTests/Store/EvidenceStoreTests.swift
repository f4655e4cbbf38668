import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustTestSupport

@Suite struct `Stored evidence` {
    private let gathering: GatheringCase

    init() throws {
        gathering = try GatheringCase()
    }

    @Test(
        arguments: [
            (nil, 6 * 86400), (10 * 86400, 6 * 86400), (3600, 3600), (Int64.max, 6 * 86400),
        ] as [(Int64?, Int64)]
    )
    func `is used until its nextUpdate, which HTTP may shorten but not lengthen`(
        maximumAge: Int64?,
        seconds: Int64
    ) throws {
        let (response, need) = (try gathering.response(), try gathering.need(.ocsp))
        gathering.fetcher.answer { _ in .body(response, maximumAge: maximumAge) }
        gathering.gather(need)
        gathering.fetcher.answer { _ in nil }
        gathering.clock.advance(seconds: seconds)
        #expect(gathering.gather(need).summary == ["cache"])
        gathering.clock.advance(seconds: 1)
        #expect(gathering.gather(need).count == 0)
    }

    @Test func `is refreshed once from half of its lifetime, and used until its end`() throws {
        let need = try gathering.need(.ocsp)
        let (old, new) = (
            try gathering.response(),
            try gathering.response {
                $0.responses[0].thisUpdate = .reference.adding(days: 3)
                $0.responses[0].nextUpdate = .reference.adding(days: 10)
            }
        )
        gathering.fetcher.answer { _ in .body(old) }
        gathering.gather(need)
        gathering.fetcher.answer { _ in nil }
        gathering.clock.advance(seconds: 3 * 86400 - 1)
        #expect(gathering.gather(need).summary == ["cache"])
        #expect(gathering.fetcher.requests.count == 1)
        gathering.clock.advance(seconds: 1)
        for _ in 0..<100 { #expect(gathering.gather(need).summary == ["cache"]) }
        #expect(gathering.fetcher.requests.count == 2)
        gathering.fetcher.respond { _ in .failure(.timedOut) }
        #expect(gathering.gather(need).summary == ["cache"])
        #expect(gathering.fetcher.requests.count == 2)
        gathering.clock.advance(seconds: 5)
        #expect(gathering.gather(need).summary == ["cache"])
        gathering.fetcher.respond { _ in .body(new) }
        #expect(gathering.fetcher.requests.count == 3)
        gathering.clock.advance(seconds: 4 * 86400)
        #expect(gathering.gather(need).results.first?.evidence.responses.first?.der == new)
    }

    @Test func `is refreshed later with jitter`() throws {
        let gathering = try GatheringCase(random: 0.5)
        let (response, need) = (try gathering.response(), try gathering.need(.ocsp))
        gathering.fetcher.answer { _ in .body(response) }
        gathering.gather(need)
        gathering.clock.advance(seconds: 3 * 86400 + 6 * 86400 / 16 - 1)
        gathering.gather(need)
        #expect(gathering.fetcher.requests.count == 1)
        gathering.clock.advance(seconds: 1)
        gathering.gather(need)
        #expect(gathering.fetcher.requests.count == 2)
    }

    @Test func `is looked up without any effect, and fetched again only after its use is reported`() throws {
        let (response, need) = (try gathering.response(), try gathering.need(.ocsp))
        gathering.fetcher.answer { _ in .body(response) }
        gathering.gather(need)
        gathering.fetcher.answer { _ in nil }
        #expect(gathering.gatherer.storedResult(for: need)?.origin == .cache(age: 0))
        gathering.gatherer.refresh([need])
        gathering.clock.advance(seconds: 3 * 86400)
        let aging = try #require(gathering.gatherer.storedResult(for: need))
        #expect(aging.origin == .cache(age: 3 * 86400))
        #expect(gathering.fetcher.requests.count == 1)
        for _ in 0..<10 { gathering.gatherer.refresh([need]) }
        #expect(gathering.fetcher.requests.count == 2)
        gathering.clock.advance(seconds: 30 * 86400)
        #expect(gathering.gatherer.storedResult(for: need) == nil)
    }

    @Test func `is not replaced by a CRL with an older number, even after its end`() throws {
        let need = try gathering.need(.crl)
        let (new, old) = (
            try gathering.list {
                $0.crlNumber = 8
                $0.nextUpdate = .reference.adding(days: 1)
            },
            try gathering.list {
                $0.crlNumber = 7
                $0.nextUpdate = .reference.adding(days: 30)
            }
        )
        gathering.fetcher.answer { _ in .body(new) }
        gathering.gather(need)
        gathering.fetcher.answer { _ in .body(old) }
        gathering.clock.advance(seconds: 43200)
        #expect(gathering.gather(need).results[0].evidence.lists.map(\.der) == [new])
        #expect(gathering.fetcher.requests.count == 2)
        gathering.clock.advance(seconds: 43201)
        #expect(gathering.gather(need).summary == ["older none"])
    }

    @Test func `is used until its end if the location sends an older CRL once HTTP's time is over`() throws {
        let need = try gathering.need(.crl)
        let (new, old) = (try gathering.list { $0.crlNumber = 8 }, try gathering.list { $0.crlNumber = 7 })
        gathering.fetcher.answer { _ in .body(new, maximumAge: 60) }
        gathering.gather(need)
        gathering.fetcher.answer { _ in .body(old, maximumAge: 60) }
        gathering.clock.advance(seconds: 61)
        let delivery = gathering.gather(need)
        #expect(delivery.results.first?.evidence.lists.map(\.der) == [new])
        #expect(delivery.results.first?.origin == .cache(age: 61))
        #expect(gathering.fetcher.requests.count == 2)
        // HTTP allows its use for another minute.
        #expect(gathering.gather(need).summary == ["cache"])
        #expect(gathering.fetcher.requests.count == 2)
        gathering.clock.advance(seconds: 61)
        #expect(gathering.gather(need).summary == ["cache"])
        #expect(gathering.fetcher.requests.count == 3)
        // It ends with its own validity.
        gathering.clock.advance(seconds: 30 * 86400)
        #expect(gathering.gather(need).summary.first?.hasPrefix("stale") == true)
    }

    @Test func `that revokes a certificate is used after its end if there is no other answer`() throws {
        let (leaf, other) = (gathering.leaf, try gathering.issuing.issueLeaf("other.example.com"))
        let list = try gathering.list { $0.revoke(leaf) }
        let response = try gathering.response(.revoked(at: .reference, reason: .keyCompromise))
        gathering.fetcher.answer { $0.url == GatheringCase.crl ? .body(list) : .body(response) }
        gathering.gather(try gathering.need(.crl))
        gathering.gather(try gathering.need(.ocsp))
        gathering.clock.advance(seconds: 60 * 86400)
        gathering.fetcher.answer { _ in .failure(.connectFailed) }
        for method in [EvidenceNeed.Method.crl, .ocsp] {
            let results = gathering.gather(try gathering.need(method)).results
            #expect(results.map(\.failures.count) == [1, 0])
            #expect(results.last?.origin == .cache(age: 60 * 86400))
            #expect(results.last?.evidence.isEmpty == false)
        }
        // Nothing is remembered about a certificate that is not revoked.
        #expect(gathering.gather(try gathering.need(.crl, other)).summary == ["delayed none"])
        // A server that stays silent, or sends an older CRL that has ended too, changes nothing.
        gathering.clock.advance(seconds: 3600)
        gathering.fetcher.answer { _ in nil }
        let silent = gathering.gather(try gathering.need(.crl), within: 100)
        gathering.clock.advance(milliseconds: 100)
        #expect(silent.results.last?.evidence.lists.map(\.der) == [list])
    }

    @Test func `has bounded memory together with what evaluations use`() throws {
        let bounds = EvidenceBounds(storeBytes: 12_000, listBytes: 20_000)
        let gathering = try GatheringCase(sharing: gathering, bounds: bounds)
        let body = try gathering.list()
        gathering.fetcher.answer { _ in .body(body) }
        var held: [Delivery] = []
        for number in 0..<10 {
            held.append(gathering.gather(try gathering.need(.crl, at: ["http://crl.example/\(number)"])))
            #expect(gathering.gatherer.figures.listBytes <= 20_000)
        }
        #expect(held.first?.summary == ["network"])
        #expect(held.last?.summary == ["overloaded none"])
        held = []
        #expect(gathering.gatherer.figures.listBytes <= 12_000)
        #expect(gathering.gather(try gathering.need(.crl, at: ["http://crl.example/11"])).summary == ["network"])
    }

    @Test func `of one issuer is not used for another with the same name`() throws {
        let other = try GatheringCase()
        let response = try gathering.response()
        gathering.fetcher.answer { _ in .body(response) }
        gathering.gather(try gathering.need(.ocsp))
        gathering.fetcher.answer { _ in nil }
        let stranger = try other.need(.ocsp)
        #expect(gathering.gather(stranger).count == 0)
    }

    @Test func `has bounded memory`() throws {
        let gathering = try GatheringCase(sharing: gathering, bounds: EvidenceBounds(storeBytes: 40_000))
        let issuing = gathering.issuing
        for number in 0..<30 {
            let leaf = try issuing.issueLeaf("\(number).example.com")
            let response = try gathering.response(about: leaf)
            gathering.fetcher.answer { _ in .body(response) }
            #expect(gathering.gather(try gathering.need(.ocsp, leaf)).summary == ["network"])
            #expect(gathering.gatherer.figures.bytes <= 40_000)
        }
        #expect((2...20).contains(gathering.gatherer.figures.entries))
        let large = try gathering.list { list in
            for number in 1...1000 { list.revoke(serialNumber: [1, UInt8(number >> 8), UInt8(number & 0xFF)]) }
        }
        gathering.fetcher.answer { _ in .body(large) }
        for _ in 1...2 { #expect(gathering.gather(try gathering.need(.crl)).summary == ["network"]) }
        #expect(gathering.gatherer.figures.bytes <= 40_000)
    }

    @Test func `that revokes is evicted after evidence that does not`() throws {
        let gathering = try GatheringCase(sharing: gathering, bounds: EvidenceBounds(storeBytes: 40_000))
        let body = try gathering.response(.revoked(at: .reference))
        gathering.fetcher.answer { _ in .body(body) }
        gathering.gather(try gathering.need(.ocsp))
        for number in 0..<30 {
            let leaf = try gathering.issuing.issueLeaf("\(number).example.com")
            let response = try gathering.response(about: leaf)
            gathering.fetcher.answer { _ in .body(response) }
            gathering.gather(try gathering.need(.ocsp, leaf))
        }
        #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["cache"])
    }

    @Test func `that is an older CRL is refused even after the newer one was evicted`() throws {
        let gathering = try GatheringCase(sharing: gathering, bounds: EvidenceBounds(storeBytes: 20_000))
        let (newer, older) = (try gathering.list { $0.crlNumber = 8 }, try gathering.list { $0.crlNumber = 7 })
        gathering.fetcher.answer { _ in .body(newer) }
        gathering.gather(try gathering.need(.crl))
        for number in 0..<10 { gathering.gather(try gathering.need(.crl, at: ["http://\(number).example/"])) }
        gathering.fetcher.answer { _ in .body(older) }
        #expect(gathering.gather(try gathering.need(.crl)).summary == ["older none"])
    }
}
