import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustTestSupport

/// Genuine evidence that is not stored, or that is of use for other certificates only.
@Suite struct `Unusable evidence` {
    private let gathering: GatheringCase

    init() throws { gathering = try GatheringCase() }

    @Test func `that can still revoke a certificate is delivered to every evaluation`() throws {
        let expired = try gathering.list {
            $0.revoke(self.gathering.leaf, reason: .keyCompromise)
            $0.thisUpdate = .reference.adding(days: -20)
            $0.nextUpdate = .reference.adding(days: -10)
        }
        gathering.fetcher.answer { _ in .body(expired) }
        for _ in 0..<3 {
            let delivery = gathering.gather(try gathering.need(.crl))
            #expect(delivery.results[0].evidence.lists.map(\.der) == [expired])
            #expect(delivery.summary == ["stale network"])
        }
    }

    @Test func `of another scope does not take the place of the right CRL`() throws {
        let partition = TestIssuingDistributionPoint(.full([.uri("http://crl.example/other.crl")]))
        let replayed: [[UInt8]] = try [
            gathering.list {
                $0.issuingDistributionPoint = partition
                $0.crlNumber = 99
            },
            gathering.list {
                $0.deltaBaseNumber = 1
                $0.crlNumber = 99
            },
        ]
        let right = try gathering.list { $0.crlNumber = 7 }
        for (list, code) in zip(replayed, ["otherScope", "notComplete"]) {
            let gathering = try GatheringCase(sharing: gathering)
            gathering.fetcher.answer { $0.url == "http://a/" ? .body(list) : .body(right) }
            let need = try gathering.need(.crl, at: ["http://a/", "http://b/"])
            #expect(gathering.gather(need).summary == ["\(code) network"])
            gathering.fetcher.answer { _ in .body(right) }
            let later = gathering.gather(try gathering.need(.crl, at: ["http://a/"]))
            #expect(later.results[0].evidence.lists.map(\.der) == [right])
        }
    }

    @Test func `of one certificate's issuer does not delay other certificates that name its location`() throws {
        let right = gathering.issuing.certificate.der
        gathering.fetcher.answer { _ in .body(right) }
        let stranger = try TestAuthority.root("Stranger").issueLeaf("stranger.example.com")
        for _ in 0..<3 {
            let delivery = gathering.gather(try gathering.need(.issuer, stranger, at: ["http://a/"]))
            #expect(delivery.summary == ["invalid none"])
        }
        let delivery = gathering.gather(try gathering.need(.issuer, at: ["http://a/"]))
        #expect(delivery.results[0].issuers.map(\.der) == [right])
    }
}
