import Foundation
import Testing
import TrustTestSupport

/// Test cases beside policies.
@Suite struct `anchord policies test` {
    let files: ChainFiles

    init() throws {
        files = try ChainFiles()
        try files.directory.write(
            "policies/house.yaml",
            """
            policies:
              rule: {evaluator: custom, script: rule.lua, anchors: [../root.pem]}
              plain: {evaluator: default, anchors: [../root.pem]}
            """
        )
        try files.directory.write(
            "policies/rule.lua",
            """
            function evaluate(trust, host)
                if host:endswith(".test") then return false, "test hosts are not allowed" end
                return true
            end
            """
        )
    }

    private func run(_ cases: String?, _ options: [String] = []) throws -> AnchordProgram.Result {
        if let cases { try files.directory.write("policies/tests/house.yaml", cases) }
        let directory = files.directory.path + "/policies"
        return try AnchordProgram.run(["policies", "test", directory, "--system-anchors", files.root] + options)
    }

    private static let shared = "chain: ../../chain.pem\nat: 2026-01-02\n"

    @Test func `passes if all verdicts are as expected`() throws {
        let result = try run(
            Self.shared + """
                cases:
                  - name: accepted
                    policy: house/rule
                    host: www.example.com
                    expect: {verdict: trusted, action: allow}
                  - name: another host
                    policy: house/plain
                    host: other.example
                    expect: {verdict: untrusted, action: deny, codes: [host.mismatch]}
                """
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output == """
                passed tests/house.yaml:4: accepted
                passed tests/house.yaml:8: another host
                2 passed, 0 failed

                """
        )
    }

    @Test func `names the differences of failed cases, and exits with 1`() throws {
        let cases =
            Self.shared + """
                policy: house/rule
                cases:
                  - name: expected to fail
                    host: www.example.com
                    expect: {verdict: untrusted, codes: [time.expired, policy.customRejected], principal: x}
                  - name: a missing file
                    host: www.example.com
                    chain: nothing.pem
                    expect: {verdict: trusted}
                  - name: no host
                    expect: {verdict: trusted}
                """
        let result = try run(cases)
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "FAILED tests/house.yaml:5: expected to fail")
        #expect(
            lines[1...4] == [
                "  expected the verdict untrusted, found trusted", "  expected the code time.expired",
                "  expected the code policy.customRejected", "  expected the principal `x`, found none",
            ]
        )
        #expect(lines[6].hasSuffix("nothing.pem does not exist"))
        #expect(lines[8].contains("The policy validates the host"), "\(lines[8])")
        #expect(lines.last == "0 passed, 3 failed")
        let json = try run(cases, ["--json"])
        #expect(json.status == 1)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        )
        #expect(object["failed"] as? Int == 3)
        let first = (object["cases"] as? [[String: Any]])?.first
        #expect((first?["verdict"] as? [String: Any])?["trusted"] as? Bool == true)
        #expect((first?["problems"] as? [String])?.count == 4)
    }

    @Test func `lists policies that decided no case`() throws {
        try files.directory.write(
            "policies/more.yaml",
            """
            otherwise: both
            policies:
              first: {evaluator: default, anchors: [../root.pem]}
              second: {evaluator: default, anchors: [../root.pem]}
              third: {evaluator: default, anchors: [../root.pem]}
              both: {evaluator: composite, allOf: [first, second]}
            """
        )
        let cases =
            Self.shared + """
                cases:
                  - {name: one, policy: more, host: www.example.com, expect: {verdict: trusted}}

                """
        let result = try run(cases)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output == """
                passed tests/house.yaml:4: one
                no case: house/rule, house/plain, more/third
                1 passed, 0 failed

                """
        )
        let json = try run(cases, ["--json"]).output
        #expect(json.contains(#""untested":["house/rule","house/plain","more/third"]"#), "\(json)")
    }

    @Test func `lists neither floors nor members of nested composites that decided a case`() throws {
        try files.directory.write(
            "policies/more.yaml",
            """
            otherwise: outer
            policies:
              first: {evaluator: default, anchors: [../root.pem]}
              second: {evaluator: default, anchors: [../root.pem]}
              inner: {evaluator: composite, allOf: [first, second]}
              outer: {evaluator: composite, allOf: [inner]}
            """
        )
        try files.directory.write(
            "policies/floors.yaml",
            """
            otherwise: strict
            policies:
              strict: {evaluator: default, anchors: [../root.pem]}
              unused: {evaluator: default, anchors: [../root.pem]}
            """
        )
        let cases =
            Self.shared + """
                cases:
                  - {name: one, policy: more, host: www.example.com, expect: {verdict: trusted}}

                """
        let result = try run(cases, ["--floors", "floors"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("\nno case: floors/unused, house/rule, house/plain\n"), "\(result.output)")
    }

    @Test func `fails if a script fails, although the code is as expected`() throws {
        try files.directory.write("policies/rule.lua", "function evaluate(trust) return trust.oops.x end")
        let result = try run(
            Self.shared
                + "cases:\n  - {name: broken, policy: house/rule, host: www.example.com, expect: {verdict: untrusted, codes: [policy.customRejected]}}\n"
        )
        #expect(result.status == 1)
        #expect(result.output.contains("\n  the script failed: error\n"), "\(result.output)")
    }

    @Test func `keeps to floors`() throws {
        try files.directory.write(
            "policies/floors.yaml",
            "otherwise: strict\npolicies:\n  strict: {evaluator: custom, script: never.lua, anchors: [../root.pem]}\n"
        )
        try files.directory.write("policies/never.lua", "function evaluate() return false end")
        let result = try run(
            Self.shared
                + "cases:\n  - {name: floor, policy: house/plain, host: www.example.com, expect: {verdict: untrusted, codes: [policy.customRejected]}}\n",
            ["--floors", "floors"]
        )
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let failed = try run(
            Self.shared
                + "cases:\n  - {name: floor, policy: house/plain, host: www.example.com, expect: {verdict: trusted}}\n",
            ["--floors", "floors"]
        )
        #expect(failed.output.contains("\n  error policy.customRejected (floor floors/strict): "), "\(failed.output)")
    }

    @Test(arguments: [
        ("cases: []\n", "tests/house.yaml:1: /cases: the list is empty: add a case"),
        ("case: []\n", "tests/house.yaml:1: the key `cases` is missing: expected a list of cases"),
        (
            "cases:\n  - {name: x, policy: house, chain: a.pem, expect: {verdict: trsted}}\n",
            "tests/house.yaml:2: /cases/0/expect/verdict: expected trusted, untrusted or indeterminate, found `trsted`; did you mean `trusted`?"
        ),
        (
            "cases:\n  - {name: x, policy: house, chain: a.pem, expect: {verdict: trusted, codes: [time.expird]}}\n",
            "tests/house.yaml:2: /cases/0/expect/codes/0: unknown reason code `time.expird`; did you mean `time.expired`?"
        ),
        (
            "cases:\n  - {name: x, chain: a.pem, expect: {verdict: trusted}}\n",
            "tests/house.yaml:2: /cases/0: the key `policy` is missing: expected SET or SET/POLICY"
        ),
    ])
    func `rejects invalid files with file, line and place`(cases: String, message: String) throws {
        let result = try run(cases)
        #expect(result.status == 2)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func `exits with 2 without cases, and for invalid policies`() throws {
        let missing = try run(nil)
        #expect(missing.status == 2)
        #expect(missing.errors.contains("/policies/tests does not exist"), "\(missing.errors)")
        try files.directory.write("policies/tests/readme.txt", "nothing")
        let empty = try run(nil)
        #expect(empty.status == 2)
        #expect(empty.errors.contains("has no test file, such as tests/house.yaml"), "\(empty.errors)")
        try files.directory.write("policies/rule.lua", "function")
        let broken = try run(Self.shared + "cases:\n  - {name: x, policy: house/plain, expect: {verdict: trusted}}\n")
        #expect(broken.status == 2)
        #expect(broken.errors.contains("rule.lua: line 1: "), "\(broken.errors)")
    }

    @Test func `has a trace in anchord evaluate`() throws {
        try files.directory.write(
            "policies/rule.lua",
            "function evaluate(trust, host) print(host) return trust.path[1].isCA end"
        )
        let arguments = [
            "evaluate", files.chain, "--host", "www.example.com", "--policies", files.directory.path + "/policies",
            "--policy", "house/rule", "--at", "2026-01-02", "--system-anchors", files.root,
        ]
        let traced = try AnchordProgram.run(arguments + ["--trace"])
        #expect(traced.status == 1)
        #expect(
            traced.errors == """
                rule.lua: printed www.example.com
                rule.lua: read trust.path = [{…}, {…}, {…}]
                rule.lua: read trust.path[1].isCA = false

                """
        )
        #expect(try AnchordProgram.run(arguments).errors.isEmpty)
    }
}
