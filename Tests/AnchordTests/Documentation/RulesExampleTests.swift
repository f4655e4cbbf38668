import Foundation
import Testing

/// The example with seven rules.
@Suite struct `The example of rules` {
    private let directory = Repository.path("Deploy/examples/rules")

    @Test func `passes its own test cases`() throws {
        let result = try AnchordProgram.run([
            "policies", "test", directory, "--system-anchors", directory + "/root.pem",
        ])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("\n17 passed, 0 failed\n"))
    }

    @Test func `tests both outcomes of each rule, and is listed in the documentation`() throws {
        let cases = try String(contentsOfFile: directory + "/tests/rules.yaml", encoding: .utf8)
        let page = try String(
            contentsOfFile: Repository.path("Sources/anchord/Documentation.docc/Scripts.md"),
            encoding: .utf8
        )
        let document = try String(contentsOfFile: directory + "/rules.yaml", encoding: .utf8)
        let policies = document.matches(of: /\n  ([a-z-]+):\n    evaluator/).map { String($0.1) }
        #expect(policies.count == 7)
        for policy in policies {
            let own = cases.components(separatedBy: "- name: ").filter {
                $0.contains("policy: rules/\(policy)\n") || policy == "short-lived" && $0.contains("policy: rules\n")
            }
            #expect(own.contains { $0.contains("verdict: trusted") }, "\(policy)")
            #expect(own.contains { $0.contains("verdict: untrusted") }, "\(policy)")
            #expect(page.contains("| `\(policy)` |"))
        }
    }
}
