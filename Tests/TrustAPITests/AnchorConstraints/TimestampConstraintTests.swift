import Foundation
import Testing
import TrustModel
import TrustPolicies
import TrustTestSupport

/// The condition `sctNotAfter`, from the log list and the request to the response.
@Suite struct `Constraints on timestamps` {
    private static let document = """
        policies:
          own: {evaluator: default, anchors: [ROOT]}
          system: {evaluator: default}
          alamofire: {evaluator: default, compatibility: alamofire5}
        """

    private let log: TestLog
    private let api: APIFixture

    init() throws {
        log = try TestLog("Alpha", operator: "Alpha")
        api = try APIFixture(
            documents: ["constrained.yaml": Self.document],
            caches: CacheSizes(verdicts: 10),
            logList: TestLog.list([log]),
            anchorConstraints: "anchorConstraints: [{anchor: \"KEY\", anyOf: [{sctNotAfter: 2025-12-02}]}]"
        )
    }

    private func answer(_ policy: Any, signedAt instant: TestInstant?) throws -> Answer {
        var members: [String: Any] = ["chain": api.chain, "host": "api.example.com", "policy": policy]
        if let instant {
            members["scts"] = [Data(try log.timestamp(for: api.leaf, at: instant)).base64EncodedString()]
        }
        return try api.evaluate(members)
    }

    @Test func `apply to system anchors under every evaluator, without transparency in the policy`() throws {
        let day = TestInstant.reference.adding(days: -30)
        for policy in ["constrained/system", "constrained/alamofire", "system"] {
            let early = try answer(policy, signedAt: day)
            #expect(early.trusted == true, "\(policy): \(early.text)")
            #expect(try answer(policy, signedAt: day.adding(days: 1)).errorCodes == ["chain.anchorConstrained"])
            #expect(try answer(policy, signedAt: nil).errorCodes == ["chain.anchorConstrained"])
        }
        #expect(try answer("constrained/own", signedAt: nil).trusted == true)
    }

    @Test func `apply to anchors of an inline policy`() throws {
        let policy: [String: Any] = [
            "evaluator": "default", "anchors": [api.root.certificate.pem],
            "anchorConstraints": [["anchor": api.rootKey, "anyOf": [["sctNotAfter": "2025-12-02"]]]],
        ]
        #expect(try answer(policy, signedAt: .reference.adding(days: -30)).trusted == true)
        #expect(try answer(policy, signedAt: .reference.adding(days: -29)).errorCodes == ["chain.anchorConstrained"])
    }

    @Test func `use the log list of the last reload, on which the revision depends`() throws {
        let day = TestInstant.reference.adding(days: -30)
        func revision(_ answer: Answer) -> String? {
            (answer.object["policy"] as? [String: Any])?["revision"] as? String
        }
        let before = try answer("constrained/system", signedAt: day)
        try api.replaceLogList(TestLog.list([try TestLog("Beta", operator: "Beta")]))
        let after = try answer("constrained/system", signedAt: day)
        #expect(before.trusted == true && after.errorCodes == ["chain.anchorConstrained"])
        #expect(revision(before) != nil && revision(before) != revision(after))
    }
}
