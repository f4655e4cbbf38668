import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustEvidence

/// Certificates of missing issuers, which anyone can make the daemon fetch.
@Suite struct `Fetched issuers` {
    private let gathering: GatheringCase

    init() throws { gathering = try GatheringCase() }

    private func need(_ gathering: GatheringCase, at location: String) throws -> EvidenceNeed {
        try gathering.need(.issuer, at: [location])
    }

    @Test func `are not stored when they arrive`() throws {
        let body = gathering.issuing.certificate.der
        gathering.fetcher.answer { _ in .body(body) }
        for count in 1...3 {
            #expect(gathering.gather(try need(gathering, at: "http://a/")).summary == ["network"])
            #expect(gathering.fetcher.requests.count == count)
        }
        #expect(gathering.gatherer.figures.entries == 0)
        #expect(gathering.gatherer.figures.bytes == 0)
    }

    @Test func `are kept once they complete a path to an anchor, for a day`() throws {
        let (issuer, stranger) = (gathering.issuing.certificate, gathering.root.certificate)
        let bundle = Array(TestPEM.chain([stranger, issuer]).utf8)
        gathering.fetcher.answer { _ in .body(bundle) }
        gathering.gather(try need(gathering, at: "http://a/"))
        gathering.gatherer.keep([FetchedIssuer(try issuer.read(), from: "http://a/")])
        gathering.fetcher.answer { _ in nil }
        let delivery = gathering.gather(try need(gathering, at: "http://a/"))
        #expect(delivery.summary == ["cache"])
        #expect(delivery.results[0].issuers.map(\.der) == [issuer.der])
        gathering.clock.advance(seconds: 86_401)
        #expect(gathering.gather(try need(gathering, at: "http://a/")).count == 0)
    }

    @Test func `are prolonged if their location sends them again, without what else it sends`() throws {
        let issuer = gathering.issuing.certificate
        gathering.gatherer.keep([FetchedIssuer(try issuer.read(), from: "http://a/")])
        let bundle = Array(TestPEM.chain([gathering.root.certificate, issuer]).utf8)
        gathering.fetcher.answer { _ in .body(bundle) }
        gathering.clock.advance(seconds: 43_200)
        #expect(gathering.gather(try need(gathering, at: "http://a/")).summary == ["cache"])
        gathering.clock.advance(seconds: 86_000)
        let later = gathering.gather(try need(gathering, at: "http://a/"))
        #expect(later.results[0].issuers.map(\.der) == [issuer.der])
        #expect(later.summary == ["cache"])
    }

    @Test func `never displace evidence, and have bounded memory`() throws {
        let gathering = try GatheringCase(
            sharing: gathering,
            bounds: EvidenceBounds(storeBytes: 20_000, issuerStoreBytes: 40_000)
        )
        let body = try gathering.response(.revoked(at: .reference))
        gathering.fetcher.answer { _ in .body(body) }
        gathering.gather(try gathering.need(.ocsp))
        let issuer = try gathering.issuing.certificate.read()
        for number in 0..<500 {
            gathering.gatherer.keep([FetchedIssuer(issuer, from: "http://\(number).example/")])
            #expect(gathering.gatherer.figures.bytes <= 60_000)
        }
        #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["cache"])
    }

    @Test func `are fetched at most eight times for a request, in all rounds`() throws {
        gathering.fetcher.answer { _ in .failure(.badStatus, .request) }
        let allowance = FetchAllowance()
        for round in 0..<4 {
            let locations = (0..<4).map { "http://\(round)-\($0).example/" }
            gathering.gather(try gathering.need(.issuer, at: locations), allowance: allowance)
        }
        #expect(gathering.fetcher.requests.count == 8)
        // Evidence for accepted paths is still fetched.
        gathering.gather(try gathering.need(.crl), allowance: allowance)
        #expect(gathering.fetcher.requests.count == 9)
    }

    @Test func `and all other evidence share the fetches of a request`() throws {
        gathering.fetcher.answer { _ in .failure(.badStatus, .request) }
        let allowance = FetchAllowance(issuers: 1, attempts: 2)
        gathering.gather(try gathering.need(.issuer, at: ["http://a/", "http://b/"]), allowance: allowance)
        gathering.gather(try gathering.need(.crl, at: ["http://c/", "http://d/"]), allowance: allowance)
        #expect(gathering.fetcher.requests.map(\.url) == ["http://a/", "http://c/"])
    }

    @Test func `are stored once, however many rounds name them, until they are fetched again`() throws {
        let archive = CountingArchive()
        let gathering = try GatheringCase(sharing: gathering, disk: archive)
        let issuer = FetchedIssuer(try gathering.issuing.certificate.read(), from: "http://a/")
        for _ in 0..<5 { gathering.gatherer.keep([issuer]) }
        #expect(archive.writes == 1)
        gathering.gatherer.keep([FetchedIssuer(try gathering.root.certificate.read(), from: "http://a/")])
        gathering.gatherer.keep([issuer])
        #expect(archive.writes == 2)
        gathering.clock.advance(seconds: 86_401)
        gathering.gatherer.keep([issuer])
        #expect(archive.writes == 3)
    }

    @Test func `that fail are not among the failures of accepted chains`() throws {
        gathering.fetcher.answer { _ in .failure(.timedOut) }
        gathering.gather(try need(gathering, at: "http://a/"))
        gathering.gather(try gathering.need(.crl))
        #expect(gathering.gatherer.recentFailures(limit: 20).map(\.location) == [GatheringCase.crl])
        #expect(gathering.gather(try need(gathering, at: "http://a/")).summary == ["delayed none"])
    }
}

/// An archive that is empty, and counts the records that it is given.
private final class CountingArchive: EvidenceArchive {
    private let count = Atomic(0)

    var writes: Int { count.load(ordering: .relaxed) }
    var figures: EvidenceArchiveFigures { EvidenceArchiveFigures() }

    func read<Evidence: Sendable>(
        _ key: [UInt8],
        verify: @escaping @Sendable (EvidenceRecord) -> (evidence: Evidence?, isFit: Bool)
    ) async -> Evidence? { nil }

    func write(_ record: EvidenceRecord) { count.add(1, ordering: .relaxed) }
}

/// The places for fetches of issuers, of which there are 16 by default.
@Suite struct `Silent locations of issuers` {
    private let gathering: GatheringCase

    init() throws { gathering = try GatheringCase() }

    private func flood(_ clients: [ClientShare]) throws -> [Delivery] {
        try clients.enumerated().map { number, client in
            gathering.gather(
                try gathering.need(.issuer, at: ["http://\(number).example/"]),
                within: 60_000,
                for: client
            )
        }
    }

    @Test func `occupy half of the places for a client, and half for all unnamed connections`() throws {
        let held = try flood((0..<200).map { .connection(UInt64($0 % 100)) })
        #expect(gathering.fetcher.waitingCount == 8)
        let named = gathering.gather(try gathering.need(.issuer, at: ["http://n/"]), for: .client("proxy"))
        #expect(gathering.fetcher.waitingCount == 9)
        let body = gathering.issuing.certificate.der
        gathering.fetcher.respond { $0.url == "http://n/" ? .body(body) : nil }
        #expect(named.summary == ["network"])
        // Evidence of accepted chains needs none of these places.
        for number in 0..<48 { gathering.gather(try gathering.need(.crl, at: ["http://crl\(number)/"])) }
        #expect(gathering.fetcher.waitingCount == 8 + 48)
        #expect(held.allSatisfy { $0.count == 0 })
    }

    @Test func `give their places to the client with the fewest, and end with their requests`() throws {
        let first = try flood(Array(repeating: .connection(1), count: 20))
        let other = gathering.gather(
            try gathering.need(.issuer, at: ["http://other/"]),
            within: 60_000,
            for: .connection(2)
        )
        #expect(gathering.fetcher.requests.count == 8)
        first[0].cancel()
        #expect(gathering.fetcher.requests.last?.url == "http://other/")
        for delivery in first + [other] { delivery.cancel() }
        #expect(gathering.fetcher.waitingCount == 0)
        #expect(gathering.gatherer.figures.fetches == 0)
    }

    @Test func `do not delay a client that needs the same issuer`() throws {
        _ = try flood(Array(repeating: .connection(1), count: 20))
        let need = try gathering.need(.issuer, at: ["http://19.example/"])
        let named = gathering.gather(need, within: 60_000, for: .client("proxy"))
        #expect(gathering.fetcher.requests.count == 9)
        #expect(gathering.fetcher.requests.last?.url == "http://19.example/")
        #expect(named.count == 0)
    }

    @Test func `do not continue after their requests`() throws {
        let delivery = try flood([.connection(1)])[0]
        gathering.clock.advance(seconds: 60)
        #expect(delivery.summary == ["deadline none"])
        #expect(gathering.fetcher.canceledCount == 1)
        #expect(gathering.gatherer.figures.fetches == 0)
    }
}
