import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustTestSupport

/// Responses that say that newer information is available all the time.
@Suite struct `A stored response without nextUpdate` {
    private let gathering: GatheringCase

    init() throws {
        gathering = try GatheringCase()
    }

    private func need(_ age: Int64) throws -> EvidenceNeed {
        let need = try gathering.need(.ocsp)
        return try #require(
            EvidenceNeed(
                .ocsp,
                about: need.certificate,
                issuedBy: need.issuer,
                at: need.locations,
                isRequired: true,
                withoutNextUpdate: age
            )
        )
    }

    private func response(
        _ status: TestOCSPCertificateStatus = .good,
        at seconds: Int64 = 0
    ) throws -> [UInt8] {
        try gathering.response(status) {
            $0.responses[0].thisUpdate = .reference.adding(seconds: seconds)
            $0.responses[0].nextUpdate = nil
        }
    }

    @Test func `is used for the age that the policy allows, and then fetched again`() throws {
        let (old, new) = (try response(), try response(.revoked(at: .reference), at: 3601))
        gathering.fetcher.answer { _ in .body(old) }
        #expect(gathering.gather(try need(3600)).summary == ["network"])
        gathering.fetcher.answer { _ in .failure(.timedOut) }
        gathering.clock.advance(seconds: 1700)
        #expect(gathering.gather(try need(3600)).summary == ["cache"])
        gathering.clock.advance(seconds: 1901)
        gathering.fetcher.answer { _ in .body(new) }
        let delivery = gathering.gather(try need(3600))
        #expect(delivery.summary == ["network"])
        #expect(delivery.results.first?.evidence.responses.first?.der == new)
    }

    @Test func `is fetched by every request if the policy allows no age, also within one second`() throws {
        let bytes = try response()
        gathering.fetcher.answer { _ in .body(bytes) }
        for count in 1...3 {
            #expect(gathering.gather(try need(0)).summary == ["network"])
            #expect(gathering.fetcher.requests.count == count)
        }
        #expect(gathering.gatherer.storedResult(for: try need(0)) == nil)
    }

    @Test func `of a policy that allows more is not used by one that allows less`() throws {
        let bytes = try response()
        gathering.fetcher.answer { _ in .body(bytes) }
        #expect(gathering.gather(try need(86400)).summary == ["network"])
        gathering.clock.advance(seconds: 7200)
        gathering.fetcher.answer { _ in nil }
        #expect(gathering.gather(try need(86400)).summary == ["cache"])
        #expect(gathering.gather(try need(3600)).count == 0)
        #expect(gathering.gather(try need(0)).count == 0)
    }

    @Test func `revokes for ever`() throws {
        let bytes = try response(.revoked(at: .reference, reason: .keyCompromise))
        gathering.fetcher.answer { _ in .body(bytes) }
        gathering.gather(try need(0))
        gathering.clock.advance(seconds: 30 * 86400)
        let result = try #require(gathering.gatherer.revokingResult(for: try need(0)))
        #expect(result.evidence.responses.map(\.der) == [bytes])
    }
}

@Suite struct `A revocation in the memory of evidence` {
    private let gathering: GatheringCase

    init() throws {
        gathering = try GatheringCase()
    }

    @Test func `is found without a request, also after the end of its CRL; a good answer is not`() throws {
        let need = try gathering.need(.crl)
        #expect(gathering.gatherer.revokingResult(for: need) == nil)
        let good = try gathering.list()
        gathering.fetcher.answer { _ in .body(good) }
        gathering.gather(need)
        #expect(gathering.gatherer.revokingResult(for: need) == nil)
        gathering.clock.advance(seconds: 7 * 86400)
        let revoking = try gathering.list {
            $0.crlNumber = 2
            $0.thisUpdate = .reference.adding(days: 6)
            $0.nextUpdate = .reference.adding(days: 8)
            $0.revoke(gathering.leaf)
        }
        gathering.fetcher.answer { _ in .body(revoking) }
        gathering.gather(need)
        let count = gathering.fetcher.requests.count
        gathering.clock.advance(seconds: 90 * 86400)
        let result = try #require(gathering.gatherer.revokingResult(for: need))
        #expect(result.evidence.lists.map(\.der) == [revoking])
        #expect(result.origin?.name == "cache")
        #expect(gathering.fetcher.requests.count == count)
    }
}
