import Foundation
import Testing
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustService
import TrustTestSupport

@Suite struct `Limits for responses` {
    private func verdict(
        reasons: [Finding] = [],
        checks: [CheckReport] = [],
        rejectedPaths: [RejectedPath] = []
    ) -> Verdict {
        var decision = EvaluatorDecision.refused(reasons)
        decision.checks = checks
        decision.rejectedPaths = rejectedPaths
        return Verdict(
            decision,
            policy: .inline,
            evaluatedAt: APIFixture.now,
            reuse: VerdictReuse(stableUntil: APIFixture.now)
        )
    }

    private func object(_ verdict: Verdict) throws -> [String: Any] {
        let bytes = VerdictEncoder.json(verdict, id: DecisionID(milliseconds: 0), nonce: nil).bytes
        #expect(bytes.count < AnswerBounds.bytes + 100_000)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func findings(_ count: Int, _ message: String = "m", facts: [Fact] = []) -> [Finding] {
        (0..<count).map { Finding(.hostMismatch, message: "\($0) \(message)", facts: facts) }
    }

    @Test func `do not add unlisted to a verdict with complete lists`() throws {
        let path = RejectedPath(path: [], reasons: findings(50))
        let check = CheckReport(name: "hostName", status: .fail, why: "w")
        let object = try object(verdict(reasons: findings(200), checks: [check], rejectedPaths: [path]))
        #expect((object["reasons"] as? [Any])?.count == 200)
        #expect(object["unlisted"] == nil)
        #expect((object["rejectedPaths"] as? [[String: Any]])?.first?["unlisted"] == nil)
    }

    @Test func `apply to the reasons of a rejected path, with the number of omitted ones`() throws {
        let path = RejectedPath(path: [], reasons: findings(63))
        let check = CheckReport(name: "hostName", status: .fail, why: "w")
        let object = try object(verdict(checks: [check], rejectedPaths: [path]))
        let rejected = try #require((object["rejectedPaths"] as? [[String: Any]])?.first)
        #expect((rejected["reasons"] as? [[String: Any]])?.last?["message"] as? String == "49 m")
        #expect(rejected["unlisted"] as? [String: Int] == ["reasons": 13])
    }

    @Test func `apply to the size of a verdict, with the numbers of omitted reasons and paths`() throws {
        let long = String(repeating: "\u{1}", count: 3000)
        let check = CheckReport(name: "hostName", status: .fail, why: long)
        let paths = (0..<20).map { _ in RejectedPath(path: [], reasons: findings(50, long)) }
        let object = try object(verdict(reasons: findings(1000, long), checks: [check], rejectedPaths: paths))
        let reasons = try #require((object["reasons"] as? [Any])?.count)
        let rejected = try #require((object["rejectedPaths"] as? [Any])?.count)
        #expect(reasons > 10)
        #expect((1..<20).contains(rejected))
        #expect(object["unlisted"] as? [String: Int] == ["reasons": 1000 - reasons, "rejectedPaths": 20 - rejected])
        #expect(object["evaluatedAt"] is String)
    }

    @Test func `truncate long messages, facts and checks`() throws {
        let long = String(repeating: "ü", count: 5000)
        let facts = [Fact("text", long), Fact("list", Array(repeating: long, count: 103))]
        let check = CheckReport(name: "hostName", status: .fail, why: long)
        let object = try object(verdict(reasons: findings(1, long, facts: facts), checks: [check]))
        let reason = try #require((object["reasons"] as? [[String: Any]])?.first)
        #expect((reason["message"] as? String)?.count == 4097)
        let shown = try #require(reason["facts"] as? [String: Any])
        #expect((shown["text"] as? String) == String(long.prefix(1024)) + "…")
        let list = try #require(shown["list"] as? [String])
        #expect(list.count == 101)
        #expect(list.first == String(long.prefix(256)) + "…")
        #expect(list.last == "… 3 more are not listed")
        #expect(((object["checks"] as? [[String: Any]])?.first?["why"] as? String)?.count == 4097)
    }

    @Test func `apply to text responses, with the number of omitted reasons`() {
        let text = VerdictText.lines(of: verdict(reasons: findings(1234, String(repeating: "x", count: 5000))))
        #expect(text.utf8.count < 2 * AnswerBounds.bytes)
        #expect(text.hasSuffix("\n… 234 more are not listed\n"))
    }

    @Test func `leave the cause of each fetch of an issuer that failed in text responses`() {
        let facts = [
            Fact("issuerLocations", ["http://a.example/i", "http://b.example/i", "http://a.example/"]),
            Fact(
                "attempts",
                [
                    "http://a.example/i: badStatus after 5 ms",
                    "http://b.example/i redirected to ftp://c: badRedirect after 1 ms",
                ]
            ),
        ]
        let finding = Finding(.chainIssuerNotFound, depth: 0, message: "x", facts: facts)
        let lines = VerdictText.lines(of: verdict(reasons: [finding])).split(separator: "\n").dropFirst(2)
        #expect(
            lines == [
                "  fetching the issuer's certificate failed: http://a.example/i: badStatus after 5 ms",
                "  fetching the issuer's certificate failed: http://b.example/i redirected to ftp://c: badRedirect after 1 ms",
                "  location of the issuer's certificate (from authority information access; not fetched): http://a.example/",
            ]
        )
    }

    @Test func `apply to the names of a certificate, with the number of omitted ones`() throws {
        let api = try APIFixture()
        let names = (0..<1500).map { TestGeneralName.dns("a\($0).example") }
        let leaf = try api.issuing.issueLeaf("api.example.com") { $0.subjectAlternativeNames = names }
        let answer = api.send(
            "POST",
            "/v1/certificates",
            headers: [("Content-Type", "application/x-pem-file")],
            body: Array(leaf.pem.utf8)
        )
        let certificate = try #require((answer.object["certificates"] as? [[String: Any]])?.first)
        #expect((certificate["subjectAlternativeNames"] as? [Any])?.count == 1000)
        #expect(certificate["unlisted"] as? [String: Int] == ["subjectAlternativeNames": 500])
    }
}
