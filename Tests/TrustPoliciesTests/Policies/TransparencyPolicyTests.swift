import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel

@testable import TrustPolicies

@Suite struct `The key transparency` {
    private let list = TransparencyLogList(
        timestamp: Instant(secondsSince1970: 0),
        digest: fakeDigest([1]),
        logs: []
    )

    private func requirements(_ value: String, _ keys: String = "") throws(DocumentError) -> TransparencyRequirements? {
        let reader = PolicySetReader(ports: fakePorts, systemAnchors: systemAnchors, logList: list)
        let text = "policies:\n  p:\n    evaluator: default\n    transparency: \(value)\n\(keys)"
        let set = try reader.policySet(named: "test", source: Array(text.utf8), directory: "/nonexistent")
        return (set.policy(named: "p")?.evaluator as? PathEvaluator)?.requirements.transparency
    }

    private func issues(_ value: String) -> [String] {
        do {
            _ = try requirements(value)
            return []
        } catch {
            return error.issues.map { "\($0.pointer.dropFirst("/policies/p/transparency".count)): \($0.detail)" }
        }
    }

    @Test func `has the numbers of a preset`() throws {
        let chrome = try #require(try requirements("{preset: chrome}"))
        #expect(chrome.timestamps == .init(upTo180Days: 2, longer: 3) && chrome.operators == 2)
        #expect(chrome.maximumListAge == 70 * 86400 && chrome.maximumPerOperator == nil && !chrome.includesLastSecond)
        let apple = try #require(try requirements("{preset: apple}"))
        #expect(apple.timestamps == chrome.timestamps && apple.operators == 2)
        #expect(apple.maximumPerOperator == .init(upTo180Days: 1, longer: 2) && apple.includesLastSecond)
    }

    @Test func `has numbers of its own`() throws {
        let own = try #require(
            try requirements("{scts: {upTo180Days: 4, longer: 5}, operators: 3, maximumListAge: 30d}")
        )
        #expect(own.timestamps == .init(upTo180Days: 4, longer: 5) && own.operators == 3)
        #expect(own.maximumListAge == 30 * 86400)
        #expect(try requirements("{scts: {upTo180Days: 1}}")?.operators == 1)
    }

    @Test(arguments: [
        ("{}", ": the mapping is empty: add `preset: chrome` or the key `scts`"),
        ("{preset: firefox}", "/preset: expected chrome or apple, found `firefox`"),
        (
            "{preset: chrome, operators: 1}",
            ": `preset` sets all numbers: remove it, or remove `scts`, `operators` and `maximumListAge`"
        ),
        ("{operators: 3}", "/operators: 3 operators require as many timestamps in `scts`"),
        ("{scts: {upTo180Days: 0}}", "/scts/upTo180Days: expected a number from 1 to 10, found 0"),
        ("{scts: {short: 2}}", "/scts/short: unknown key `short`"),
        ("{maximumListAge: 0d}", "/maximumListAge: expected a duration such as 90d, 12h, 45m or 30s, found `0d`"),
        ("chrome", ": expected a mapping, found text"),
    ])
    func `reports an invalid value`(value: String, issue: String) {
        #expect(issues(value) == [issue])
    }

    @Test func `is an error without a log list`() {
        #expect(
            policyIssues("evaluator: default\ntransparency: {preset: chrome}")
                == ["2 /transparency: a log list is required: set `evidence.logList` in the configuration"]
        )
    }

    @Test func `is an error if the chain is not validated`() throws {
        let reader = PolicySetReader(ports: fakePorts, systemAnchors: systemAnchors, logList: list)
        let text = """
            policies:
              p:
                evaluator: pinPublicKeys
                pins: ["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "sha256/BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
                validateCertificateChain: false
                transparency: {preset: chrome}
            """
        do {
            _ = try reader.policySet(named: "test", source: Array(text.utf8), directory: "/nonexistent")
            Issue.record("the policy was accepted")
        } catch {
            #expect(error.issues.map(\.pointer) == ["/policies/p/transparency"])
        }
    }

    @Test func `makes the revision depend on the list`() throws {
        let other = TransparencyLogList(timestamp: list.timestamp, digest: fakeDigest([2]), logs: [])
        func revision(_ list: TransparencyLogList, _ key: String) throws -> String {
            let reader = PolicySetReader(ports: fakePorts, systemAnchors: systemAnchors, logList: list)
            let text = "policies:\n  p:\n    evaluator: default\n\(key)"
            return try reader.policySet(named: "test", source: Array(text.utf8), directory: "/nonexistent").revision
        }
        let key = "    transparency: {preset: chrome}\n"
        #expect(try revision(list, key) != revision(other, key))
        #expect(try revision(list, "") == revision(other, ""))
    }
}
