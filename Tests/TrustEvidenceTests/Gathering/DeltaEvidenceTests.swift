import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustTestSupport

/// Delta CRLs: verified like complete CRLs, and compared with the complete CRL of each need.
@Suite struct `A fetched delta CRL` {
    private static let location = "http://crl.example/delta.crl"

    private let gathering: GatheringCase

    init() throws { gathering = try GatheringCase() }

    /// Returns the need of a delta for the complete CRL with a number.
    private func need(
        updating number: Int = 5,
        at locations: [String] = [location],
        edit: TestAuthority.RevocationListEdit = { _ in }
    ) throws -> EvidenceNeed {
        let der = try gathering.list {
            $0.crlNumber = number
            try edit(&$0)
        }
        let base = try OpenSSLEvidenceReader().revocationLists(in: der, limits: EvidenceLimits())[0]
        return try #require(
            EvidenceNeed(
                .crl,
                about: try gathering.leaf.read(),
                issuedBy: try gathering.issuing.certificate.read(),
                at: locations,
                isRequired: false,
                updating: base
            )
        )
    }

    private func delta(
        _ number: Int = 6,
        of base: Int = 5,
        edit: TestAuthority.RevocationListEdit = { _ in }
    ) throws -> [UInt8] {
        try gathering.list {
            $0.crlNumber = number
            $0.deltaBaseNumber = base
            try edit(&$0)
        }
    }

    @Test func `is stored beside the complete CRL of the same location, not instead of it`() throws {
        let (complete, delta) = (try gathering.list { $0.crlNumber = 5 }, try delta())
        let (ofComplete, ofDelta) = (try gathering.need(.crl, at: [Self.location]), try need())
        gathering.fetcher.answer { _ in .body(complete) }
        #expect(gathering.gather(ofComplete).summary == ["network"])
        #expect(gathering.gather(ofDelta).summary == ["notDelta network"])
        gathering.clock.advance(seconds: 5)
        gathering.fetcher.answer { _ in .body(delta) }
        #expect(gathering.gather(ofDelta).summary == ["network"])
        gathering.fetcher.answer { _ in nil }
        #expect(gathering.gather(ofComplete).results[0].evidence.lists.map(\.der) == [complete])
        #expect(gathering.gather(ofDelta).results[0].evidence.lists.map(\.der) == [delta])
    }

    @Test func `is not replaced by one with an older number`() throws {
        let (new, old) = (try delta(8) { $0.nextUpdate = .reference.adding(days: 1) }, try delta(7))
        gathering.fetcher.answer { _ in .body(new) }
        gathering.gather(try need())
        gathering.fetcher.answer { _ in .body(old) }
        gathering.clock.advance(seconds: 43200)
        #expect(gathering.gather(try need()).results[0].evidence.lists.map(\.der) == [new])
        #expect(gathering.fetcher.requests.count == 2)
        gathering.clock.advance(seconds: 43201)
        #expect(gathering.gather(try need()).summary == ["older none"])
    }

    @Test func `for another complete CRL is kept for that one, and not fetched again`() throws {
        let delta = try delta(9, of: 8)
        gathering.fetcher.answer { _ in .body(delta) }
        let delivery = gathering.gather(try need())
        #expect(delivery.summary == ["otherBase network"])
        #expect(delivery.results[0].evidence.lists.map(\.der) == [delta])
        #expect(gathering.gather(try need()).summary == ["otherBase cache"])
        #expect(gathering.gather(try need(updating: 8)).summary == ["cache"])
        #expect(gathering.gather(try need(updating: 9)).summary == ["cache"])
        #expect(gathering.fetcher.requests.count == 1)
    }

    @Test func `of another scope is refused, and the next location is asked`() throws {
        var users = TestIssuingDistributionPoint()
        users.onlyContainsUserCertificates = true
        let (wrong, right) = (try delta { $0.issuingDistributionPoint = users }, try delta())
        gathering.fetcher.answer { $0.url == "http://a/" ? .body(wrong) : .body(right) }
        let delivery = gathering.gather(try need(at: ["http://a/", "http://b/"]))
        #expect(delivery.summary == ["otherBase network"])
        #expect(delivery.results[0].evidence.lists.map(\.der) == [right])
        let ofUsers = try need(at: ["http://a/"]) { $0.issuingDistributionPoint = users }
        #expect(gathering.gather(ofUsers).summary == ["cache"])
    }

    @Test func `with an invalid signature, from another key, or expired is not stored`() throws {
        let other = try TestAuthority.root("Issuing")
        let table: [(String, TestAuthority.RevocationListEdit)] = [
            ("invalid", { $0.signature.isCorrupt = true }),
            (
                "otherSigner",
                {
                    $0.signature.key = other.key
                    $0.authorityKeyIdentifier = other.template.subjectKeyIdentifier
                }
            ), ("stale", { $0.nextUpdate = .reference.adding(seconds: -1) }),
        ]
        for (code, edit) in table {
            let delta = try delta(edit: edit)
            gathering.fetcher.answer { _ in .body(delta) }
            #expect(gathering.gather(try need()).summary == ["\(code) network"])
            #expect(gathering.gatherer.figures.entries == 0)
        }
    }

    @Test func `that is unavailable is delayed like other evidence`() throws {
        gathering.fetcher.answer { _ in .failure(.timedOut) }
        #expect(gathering.gather(try need()).summary == ["timedOut none"])
        #expect(gathering.gather(try need()).summary == ["delayed none"])
    }
}

/// Complete CRLs for some of a certificate's distribution points (RFC 5280 section 6.3.3 (b)(2)).
@Suite struct `A fetched CRL partition` {
    private let gathering: GatheringCase
    private let leaf: TestCertificate

    init() throws {
        gathering = try GatheringCase()
        leaf = try gathering.issuing.issueLeaf("partitioned.example.com") {
            $0.extensions.append(
                .crlDistributionPoints(points: [
                    TestDistributionPoint(.full([.uri("http://a/")]), reasons: .keyCompromise),
                    TestDistributionPoint(.full([.uri("http://b/")]), reasons: .superseded),
                ])
            )
        }
    }

    @Test(
        arguments: [
            ("http://a/", nil, "network"), ("http://a/", .keyCompromise, "network"),
            ("http://a/", .superseded, "otherScope network"), ("http://b/", nil, "otherScope network"),
            ("http://b/", .superseded, "otherScope network"), ("http://c/", nil, "otherScope network"),
            (nil, nil, "network"),
        ] as [(String?, TestReasonFlags?, String)]
    )
    func `must be for the distribution point that it was fetched for`(
        name: String?,
        reasons: TestReasonFlags?,
        summary: String
    ) throws {
        var scope = TestIssuingDistributionPoint(name.map { .full([.uri($0)]) })
        scope.onlySomeReasons = reasons
        let list = try gathering.list { if name != nil { $0.issuingDistributionPoint = scope } }
        gathering.fetcher.answer { _ in .body(list) }
        #expect(gathering.gather(try gathering.need(.crl, leaf, at: ["http://a/"])).summary == [summary])
    }
}
