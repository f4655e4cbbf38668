import Foundation
import Testing
import TrustEvaluation
import TrustModel
import TrustService
import TrustTestSupport

@testable import TrustAPI

@Suite struct `The JSON of a report about changed decisions` {
    private static func object(_ write: (inout JSONWriter) -> Void) throws -> [String: Any] {
        var writer = JSONWriter()
        writer.object(write)
        #expect(StrictJSON.defect(of: writer.bytes) == nil)
        return try #require(JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Any])
    }

    private static let change = DecisionChange(
        from: DecisionOutcome(action: .allow, reasons: [], principal: Principal(.dnsName, "x")),
        to: DecisionOutcome(
            action: .deny,
            reasons: [DecisionOutcome.Reason(code: "a\"b\n", severity: .error)],
            principal: nil
        )
    )

    @Test func `has the numbers and the groups, with names of any content`() throws {
        var report = ChangeReport()
        report.add(Self.change, id: "1", policy: "", host: "\u{202E}</script>\"")
        report.add(nil, id: "2", policy: "own/p", host: "b")
        let object = try Self.object { $0.members(of: report) }
        #expect(object["compared"] as? Int == 2 && object["unchanged"] as? Int == 1)
        #expect((object["changed"] as? [String: Int]) == ["total": 1, "denied": 1, "allowed": 0, "other": 0])
        let reasons = try #require((object["byReason"] as? [String: Any])?["groups"] as? [[String: Any]])
        #expect(reasons.first?["code"] as? String == "a\"b\n" && reasons.first?["change"] as? String == "added")
        #expect(reasons.first?["examples"] as? [String] == ["1"])
        let policies = try #require((object["byPolicy"] as? [String: Any])?["groups"] as? [[String: Any]])
        #expect(policies.count == 1 && policies.first?["policy"] == nil)
        let hosts = try #require((object["byHost"] as? [String: Any])?["groups"] as? [[String: Any]])
        #expect(hosts.first?["host"] as? String == "\u{202E}</script>\"")
        let further = (object["byHost"] as? [String: Any])?["further"]
        #expect((further as? [String: Int]) == ["total": 0, "denied": 0, "allowed": 0, "other": 0])
    }

    @Test func `has a change of the principal without a code`() throws {
        var report = ChangeReport()
        let names = ["x", "y"].map { DecisionOutcome(action: .allow, reasons: [], principal: Principal(.dnsName, $0)) }
        report.add(DecisionChange(from: names[0], to: names[1]), id: "1", policy: "", host: "")
        let object = try Self.object { $0.members(of: report) }
        let reasons = try #require((object["byReason"] as? [String: Any])?["groups"] as? [[String: Any]])
        #expect(reasons.count == 1 && reasons[0]["change"] as? String == "principal" && reasons[0]["code"] == nil)
    }

    @Test func `has both outcomes of a change`() throws {
        let change = try #require(Self.change)
        let object = try Self.object { $0.members(of: change) }
        #expect(object["effect"] as? String == "denied")
        let before = try #require(object["before"] as? [String: Any])
        #expect(before["action"] as? String == "allow" && (before["reasons"] as? [Any])?.isEmpty == true)
        #expect((before["principal"] as? [String: String]) == ["kind": "dnsName", "value": "x"])
        let after = try #require(object["after"] as? [String: Any])
        #expect(after["action"] as? String == "deny" && after["principal"] == nil)
        #expect((after["reasons"] as? [[String: String]]) == [["code": "a\"b\n", "severity": "error"]])
    }
}
