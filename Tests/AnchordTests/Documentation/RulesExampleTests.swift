import Foundation
import Testing
import TrustTestSupport

/// The example with eight rules.
@Suite struct `The example of rules` {
    private let directory = Repository.path("Deploy/examples/rules")

    @Test func `passes its own test cases`() throws {
        let result = try AnchordProgram.run([
            "policies", "test", directory, "--system-anchors", directory + "/root.pem", "--log-list",
            directory + "/logs/list.json",
        ])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("\n20 passed, 0 failed\n"))
    }

    @Test func `tests both outcomes of each rule, and is listed in the documentation`() throws {
        let cases = try String(contentsOfFile: directory + "/tests/rules.yaml", encoding: .utf8)
        let page = try String(
            contentsOfFile: Repository.path("Sources/anchord/Documentation.docc/Scripts.md"),
            encoding: .utf8
        )
        let document = try String(contentsOfFile: directory + "/rules.yaml", encoding: .utf8)
        let policies = document.matches(of: /\n  ([a-z-]+):\n    evaluator/).map { String($0.1) }
        #expect(policies.count == 8)
        for policy in policies {
            let own = cases.components(separatedBy: "- name: ").filter {
                $0.contains("policy: rules/\(policy)\n") || policy == "short-lived" && $0.contains("policy: rules\n")
            }
            #expect(own.contains { $0.contains("verdict: trusted") }, "\(policy)")
            #expect(own.contains { $0.contains("verdict: untrusted") }, "\(policy)")
            #expect(page.contains("| `\(policy)` |"))
        }
    }

    @Test(arguments: [
        ("Scripts", ["house.yaml", "rules/ninety-days.lua", "rules/signature.lua", "tests/house.yaml"], 2),
        ("PolicyTests", ["partner.yaml", "tests/partner.yaml"], 3),
    ])
    func `is explained on pages whose documents, scripts and cases are valid`(
        page: String,
        names: [String],
        cases: Int
    ) throws {
        let text = try String(
            contentsOfFile: Repository.path("Sources/anchord/Documentation.docc/\(page).md"),
            encoding: .utf8
        )
        let directory = try TemporaryDirectory()
        let blocks = text.matches(of: /```(?:yaml|lua)\n(?:#|--) (\S+)\n((?:.|\n)*?)```/)
        #expect(blocks.map { String($0.1) } == names)
        for block in blocks { try directory.write(String(block.1), String(block.2)) }
        let guide = Repository.path("Tests/AnchordTests/Fixtures/Guide")
        for name in ["partner.pem", "partner-rotated.pem", "web-ca.pem", "backup.pub"] {
            try directory.write(name, String(contentsOfFile: "\(guide)/\(name)", encoding: .utf8))
        }
        let result = try AnchordProgram.run([
            "policies", "test", directory.path, "--system-anchors", guide + "/web-root.pem",
        ])
        #expect(result.output.hasSuffix("\n\(cases) passed, 0 failed\n"), "\(result.output)\(result.errors)")
    }
}
