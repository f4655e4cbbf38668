import Testing
import TrustTestSupport

@Suite struct `A request about the calendar of the web` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    private func answer(_ policy: [String: Any], at: String, _ edit: TestAuthority.Edit) throws -> Answer {
        let leaf = try api.issuing.issueLeaf("api.example.com", edit: edit)
        var policy = policy
        policy["evaluator"] = "default"
        policy["anchors"] = [api.root.certificate.pem]
        let chain = leaf.pem + api.issuing.certificate.pem
        return try api.evaluate(["chain": chain, "host": "api.example.com", "at": at, "policy": policy])
    }

    private static let policies: [([String: any Sendable], isChecked: Bool)] = [
        (["profile": "webpki"], true), (["profile": "server"], false),
        (["profile": "server", "checks": ["webpki.validityTooLong": "error"]], true),
        (["profile": "webpki", "checks": ["webpki.validityTooLong": "ignore"]], false),
    ]

    @Test(arguments: policies) func `limits the validity under webpki, or if checks say so`(
        policy: [String: any Sendable],
        isChecked: Bool
    ) throws {
        for (days, isTooLong) in [(200, false), (201, true)] as [(Int64, Bool)] {
            let answer = try answer(policy, at: "2026-04-01T00:00:00Z") {
                $0.notBefore = TestInstant(year: 2026, month: 3, day: 15)
                $0.notAfter = $0.notBefore.adding(days: days, seconds: -1)
            }
            #expect(answer.trusted == !(isTooLong && isChecked), "\(answer.text)")
            #expect(answer.errorCodes == (isTooLong && isChecked ? ["webpki.validityTooLong"] : []), "\(answer.text)")
        }
    }

    @Test func `needs no evidence for short-lived certificates under webpki`() throws {
        for (days, profile, isTrusted) in [(7, "webpki", true), (8, "webpki", false), (7, "server", false)]
            as [(Int64, String, Bool)]
        {
            let policy: [String: Any] = [
                "profile": profile, "revocation": ["requirePositiveResponse": true, "scope": "leaf"],
            ]
            let answer = try answer(policy, at: "2026-03-16T00:00:00Z") {
                $0.notBefore = TestInstant(year: 2026, month: 3, day: 15)
                $0.notAfter = $0.notBefore.adding(days: days, seconds: -1)
            }
            #expect(answer.trusted == isTrusted, "\(answer.text)")
            #expect(answer.reasonCodes.contains("notice.shortLived") == isTrusted, "\(answer.text)")
        }
    }
}
