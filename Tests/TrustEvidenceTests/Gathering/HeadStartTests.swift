import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustEvidence

/// Locations and methods that stay silent for longer than their head start of 500 ms.
@Suite struct `A silent server` {
    private let gathering: GatheringCase
    private let list: [UInt8]

    init() throws {
        gathering = try GatheringCase()
        list = try gathering.list()
    }

    private var urls: [String] { gathering.fetcher.requests.map(\.url) }

    private func answer(_ table: [String: EvidenceResponse]) { gathering.fetcher.answer { table[$0.url] } }

    /// The need of the leaf's status by OCSP, with CRLs as the alternative.
    private func need(ocsp: [String] = ["http://o/"], crl: [String] = ["http://c/"]) throws -> EvidenceNeed {
        try gathering.need(.ocsp, at: ocsp, else: gathering.need(.crl, at: crl))
    }

    @Test func `does not keep the next location from being asked`() throws {
        answer(["http://b/": .body(list)])
        let delivery = gathering.gather(try gathering.need(.crl, at: ["http://a/", "http://b/"]))
        gathering.clock.advance(milliseconds: 499)
        #expect(urls == ["http://a/"])
        gathering.clock.advance(milliseconds: 1)
        #expect(urls == ["http://a/", "http://b/"])
        #expect(delivery.summary == ["network"])
        #expect(gathering.fetcher.canceledCount == 1)
        #expect(gathering.clock.timerCount == 0)
    }

    @Test func `leaves two thirds of a short deadline to the next location or method`() throws {
        answer(["http://b/": .body(list), "http://c/": .body(list)])
        let locations = gathering.gather(try gathering.need(.crl, at: ["http://a/", "http://b/"]), within: 300)
        let methods = gathering.gather(try need(), within: 300)
        gathering.clock.advance(milliseconds: 99)
        #expect(urls.count == 2)
        gathering.clock.advance(milliseconds: 1)
        #expect(urls.suffix(2) == ["http://b/", "http://c/"])
        #expect(locations.summary == ["network"])
        #expect(methods.summary == ["network"])
    }

    @Test func `can still answer first`() throws {
        let delivery = gathering.gather(try gathering.need(.crl, at: ["http://a/", "http://b/"]))
        gathering.clock.advance(milliseconds: 600)
        #expect(urls == ["http://a/", "http://b/"])
        gathering.fetcher.respond { [list] in $0.url == "http://a/" ? .body(list) : nil }
        #expect(delivery.results.first?.origin == .network(url: "http://a/", milliseconds: 7))
        #expect(gathering.gatherer.figures.fetches == 0)
    }

    @Test func `is followed by each further location in turn`() throws {
        let locations = (0..<4).map { "http://\($0)/" }
        let delivery = gathering.gather(try gathering.need(.crl, at: locations), within: 3000)
        for count in 1...4 {
            #expect(urls == Array(locations.prefix(count)))
            gathering.clock.advance(milliseconds: 500)
        }
        gathering.clock.advance(milliseconds: 1000)
        #expect(delivery.summary == ["deadline deadline deadline deadline none"])
    }

    @Test func `does not keep the other method from being asked`() throws {
        answer(["http://c/": .body(list)])
        let delivery = gathering.gather(try need(ocsp: ["http://o/", "http://p/"]))
        gathering.clock.advance(milliseconds: 500)
        #expect(delivery.summary == ["network"])
        #expect(delivery.results.map(\.need.method) == [.crl])
    }

    @Test func `is not asked if the preferred method answers in time`() throws {
        let good = try gathering.response()
        gathering.fetcher.answer { $0.method == .ocsp ? .body(good) : nil }
        #expect(gathering.gather(try need()).summary == ["network"])
        #expect(gathering.fetcher.requests.map(\.method) == [.ocsp])
    }

    @Test func `of the other method is asked at once after a failure`() throws {
        gathering.fetcher.answer { [list] in $0.method == .ocsp ? .failure(.timedOut) : .body(list) }
        #expect(gathering.gather(try need()).summary == ["timedOut none", "network"])
    }

    @Test(arguments: [true, false])
    func `has the time of its head start to report a revocation`(isRevoked: Bool) throws {
        let leaf = gathering.leaf
        let revoking = try gathering.list { $0.revoke(leaf) }
        let good = try gathering.response()
        let delivery = gathering.gather(try need())
        gathering.clock.advance(milliseconds: 500)
        gathering.fetcher.respond { $0.method == .ocsp ? .body(good) : nil }
        // The CRL was asked for just now.
        #expect(delivery.count == 0)
        if isRevoked {
            gathering.fetcher.respond { _ in .body(revoking) }
            #expect(delivery.summary == ["network", "network"])
        } else {
            gathering.clock.advance(milliseconds: 499)
            #expect(delivery.count == 0)
            gathering.clock.advance(milliseconds: 1)
            #expect(delivery.summary == ["network"])
        }
    }

    @Test func `is not waited for after a revocation`() throws {
        let revoked = try gathering.response(.revoked(at: .reference))
        let delivery = gathering.gather(try need())
        gathering.clock.advance(milliseconds: 500)
        gathering.fetcher.respond { $0.method == .ocsp ? .body(revoked) : nil }
        #expect(delivery.summary == ["network"])
    }

    @Test func `of both methods leaves both attempts at the deadline`() throws {
        let delivery = gathering.gather(try need(), within: 1500)
        gathering.clock.advance(milliseconds: 1500)
        #expect(delivery.summary == ["deadline none", "deadline none"])
    }

    @Test func `that has revoked a certificate is remembered for the other method too`() throws {
        let leaf = gathering.leaf
        let revoking = try gathering.list { $0.revoke(leaf, reason: .keyCompromise) }
        answer(["http://c/": .body(revoking)])
        gathering.gather(try gathering.need(.crl, at: ["http://c/"]))
        gathering.clock.advance(seconds: 60 * 86400)
        gathering.fetcher.answer { _ in nil }
        let delivery = gathering.gather(try need(), within: 100)
        gathering.clock.advance(milliseconds: 100)
        #expect(delivery.results.last?.evidence.lists.map(\.der) == [revoking])
    }
}
