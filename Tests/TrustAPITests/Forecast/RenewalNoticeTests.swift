import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// The requirements of the web's calendar on certificates that replace others.
@Suite struct `A forecast of the web's calendar` {
    private typealias Expected = (cause: RenewalNotice.Cause, date: String)

    private static let march2027 = "2027-03-15T00:00:00Z"
    private let api: APIFixture

    init() throws {
        api = try APIFixture(
            documents: [
                "own.yaml": """
                policies:
                  web: {evaluator: default, profile: webpki, anchors: [ROOT]}
                  client: {evaluator: default, profile: webpki, purpose: clientAuth, validateHost: false, anchors: [ROOT]}
                  house: {evaluator: default, anchors: [ROOT]}
                  both: {evaluator: composite, allOf: [web, house]}
                  until: {evaluator: default, anchors: [ROOT], anchorConstraints: [{anchor: ROOT, anyOf: [{until: 2027-02-01}]}]}
                  issued: {evaluator: default, anchors: [ROOT], anchorConstraints: [{anchor: ROOT, anyOf: [{leafNotBeforeUntil: 2026-12-31}]}]}
                  other: {evaluator: default, anchors: [ROOT], anchorConstraints: [{anchor: ROOT, anyOf: [{leafNotBeforeUntil: 2026-12-31, purposes: [clientAuth]}, {dnsNames: ['*.example.com']}]}]}
                """
            ]
        )
    }

    /// Returns the notices about a leaf of 150 days that is issued on a day, until the end of 2027.
    private func notices(
        _ policy: String,
        issued: TestInstant,
        days: Int64 = 150,
        usages: [TestObjectIdentifier] = [.serverAuthentication],
        until end: TestInstant = TestInstant(year: 2028, month: 1, day: 1)
    ) throws -> [RenewalNotice] {
        let leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.notBefore = issued
            $0.notAfter = issued.adding(days: days, seconds: -1)
            $0.extendedKeyUsages = usages
        }
        let reader = OpenSSLCertificateReader()
        let chain = try [leaf, api.issuing.certificate].flatMap {
            try reader.certificates(in: $0.der, limits: CertificateLimits())
        }
        let inquiry = Inquiry(
            chain: chain,
            host: "api.example.com",
            policy: .named(try #require(PolicyName("own/\(policy)")))
        )
        let forecast = try api.context.evaluations.forecast(
            on: inquiry,
            under: api.store.snapshot,
            from: Instant(secondsSince1970: issued.adding(days: 1).secondsSince1970),
            until: Instant(secondsSince1970: end.secondsSince1970)
        )
        #expect(forecast.stages.first?.verdict.action == .allow)
        return forecast.renewals
    }

    private static let december = TestInstant(year: 2026, month: 12, day: 1)

    @Test func `has the shorter lifetime of a replacement, if the certificate ends after its date`() throws {
        for policy in ["web", "both"] {
            let notices = try notices(policy, issued: Self.december)
            #expect(notices.map(\.cause) == [.renewalLifetime] && notices.first?.date.description == Self.march2027)
            #expect(notices.first?.message.contains("valid for 150 days") == true)
            #expect(notices.first?.message.contains("valid for 100") == true)
        }
        // It can be replaced by one of the same lifetime, is short enough, or has the new lifetime already.
        #expect(try notices("web", issued: Self.december, days: 100).isEmpty)
        #expect(try notices("web", issued: TestInstant(year: 2026, month: 10, day: 1)).isEmpty)
        #expect(try notices("web", issued: TestInstant(year: 2027, month: 3, day: 15), days: 100).isEmpty)
    }

    @Test func `has the end of clientAuth in public certificates for servers`() throws {
        let both: [TestObjectIdentifier] = [.serverAuthentication, .clientAuthentication]
        let notices = try notices("web", issued: TestInstant(year: 2027, month: 1, day: 1), days: 90, usages: both)
        #expect(notices.map(\.cause) == [.clientAuth] && notices.first?.date.description == Self.march2027)
        #expect(try self.notices("web", issued: Self.december, days: 90, usages: both).isEmpty)
    }

    @Test func `is only for public servers, and not beyond the end of the forecast`() throws {
        let both: [TestObjectIdentifier] = [.serverAuthentication, .clientAuthentication]
        #expect(try notices("house", issued: Self.december, usages: both).isEmpty)
        #expect(try notices("client", issued: Self.december, usages: both).isEmpty)
        let end = TestInstant(year: 2027, month: 3, day: 14)
        #expect(try notices("web", issued: Self.december, usages: both, until: end).isEmpty)
        #expect(try notices("web", issued: Self.december, usages: both).count == 2)
    }

    @Test func `has the date from which a root is not trusted for new certificates`() throws {
        let notices = try notices("issued", issued: Self.december)
        #expect(notices.map(\.cause) == [.anchorDistrust])
        #expect(notices.first?.date.description == "2027-01-01T00:00:00Z")
        // The end of trust in a root is the end of the permission, and an alternative without a date has no end.
        for policy in ["until", "other"] { #expect(try self.notices(policy, issued: Self.december).isEmpty) }
    }
}
