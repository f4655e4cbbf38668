import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord policies explain` {
    private let files: ChainFiles

    init() throws {
        files = try ChainFiles()
        try files.directory.write(
            "policies/internal.yaml",
            """
            hosts:
              "**.example.com": legacy
              "*.example.com": internal
              "**.lab.example.com": legacy
              guest.lab.example.com: otherwise
              example.com: legacy
              "*.other.example": deny
            otherwise: deny
            policies:
              internal: {evaluator: default, anchors: [../root.pem], minimumRSABits: 3072}
              legacy: {evaluator: default, anchors: [../root.pem], mode: report}
            """
        )
    }

    private func explain(_ arguments: String...) throws -> AnchordProgram.Result {
        try AnchordProgram.run(
            ["policies", "explain"] + arguments
                + ["--policies", files.directory.path + "/policies", "--system-anchors", files.root]
        )
    }

    private func lines(_ arguments: String...) throws -> [String] {
        let result = try AnchordProgram.run(
            ["policies", "explain"] + arguments
                + ["--policies", files.directory.path + "/policies", "--system-anchors", files.root]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func `names the rule that applies, and why the others do not`() throws {
        let lines = try lines("internal", "api.example.com")
        #expect(
            lines.filter { $0.hasPrefix("rule ") } == [
                "rule *.example.com: internal: applies: exactly one label before example.com",
                "rule **.example.com: legacy: matches, but does not apply: `*.` precedes `**.` before the same name",
                "rule example.com: legacy: does not match: an exact rule matches only its own name",
            ]
        )
        #expect(lines.contains("rules for other hosts: 3 (the order of rules has no effect)"))
        #expect(lines.contains("policy: internal/internal, selected by the rule *.example.com"))
        #expect(
            lines.contains("  minimumRSABits: 3072 (the minimum size of an RSA modulus in bits)"),
            "\(lines)"
        )
        #expect(lines.contains("floor: none"))
    }

    @Test(arguments: [
        ("a.b.example.com", "**.example.com", "internal/legacy"),
        ("x.lab.example.com", "**.lab.example.com", "internal/legacy"),
        ("EXAMPLE.com.", "example.com", "internal/legacy"),
        ("guest.lab.example.com", "otherwise", "deny"),
        ("x.other.example", "*.other.example", "deny"),
        ("192.0.2.7", "otherwise", "deny"),
    ])
    func `selects the policy that an evaluation has`(host: String, rule: String, policy: String) throws {
        #expect(try lines("internal", host).contains("policy: \(policy), selected by the rule \(rule)"))
        let result = try AnchordProgram.run([
            "evaluate", files.chain, "--host", host, "--policy", "internal", "--policies",
            files.directory.path + "/policies", "--system-anchors", files.root, "--at", ChainFiles.valid, "--json",
        ])
        #expect(result.output.contains("\"rule\":\"\(rule)\""), "\(result.output) \(result.errors)")
    }

    @Test func `explains exclusions, other names, missing hosts and texts that are not hosts`() throws {
        #expect(
            try lines("internal", "guest.lab.example.com").contains(
                "note: the rule excludes the host from wildcards, so `otherwise` applies"
            )
        )
        let deep = try lines("internal", "a.b.example.com")
        #expect(
            deep.contains {
                $0.hasSuffix("does not match: it matches exactly one label before example.com, and the host has 2")
            }
        )
        #expect(try lines("internal").contains("note: without a host, `otherwise` of the set applies"))
        #expect(
            try lines("internal", "a.example.com:443").contains {
                $0.hasPrefix("note: the host `a.example.com:443` ") && $0.hasSuffix("a set with host rules denies it")
            }
        )
        let named = try lines("internal/legacy", "x.other.example")
        #expect(named.contains("note: the policy is named, so no host rule is applied"))
        #expect(named.contains("policy: internal/legacy"))
        #expect(named.contains { $0.hasPrefix("  report mode, profile server, ") })
        #expect(named.contains { $0.hasPrefix("warning: internal.yaml:11: ") && $0.contains("hazard.reportOnly") })
        #expect(!(try lines("internal", "api.example.com").contains { $0.hasPrefix("warning: ") }))
    }

    @Test func `shows the floor, proxies of the set, and what ends`() throws {
        let digest = String(repeating: "5a", count: 32)
        try files.directory.write(
            "policies/least.yaml",
            """
            otherwise: strong
            policies:
              strong:
                evaluator: default
                exceptions: [{codes: [time.expired], chain: ["\(digest)"], host: a.example, until: 2100-12-31}]
            """
        )
        let configuration = try files.directory.write(
            "anchord.yaml",
            """
            policies: \(files.directory.path)/policies
            systemAnchors: \(files.root)
            floors: least
            clients: [{name: edge, unixUser: 0, may: []}]
            proxies:
              - {name: edge, client: edge, format: rfc9440, policy: internal, host: api.example.com}
              - {name: other, client: edge, format: rfc9440, policy: least/strong, host: api.example.com}
            """
        )
        let result = try AnchordProgram.run([
            "policies", "explain", "internal", "api.example.com", "--config", configuration,
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("\nfloor: least/strong, selected by the rule otherwise\n"))
        #expect(
            result.output.contains("\nproxy edge: asks with internal for the host api.example.com: internal/internal\n")
        )
        #expect(!result.output.contains("proxy other"))
        #expect(
            result.output.contains(
                "\nends 2100-12-31T23:59:59Z: exception for a.example (time.expired) of least/strong\n"
            )
        )
        #expect(result.output.contains("trust anchor CN=Root of internal/internal and in other places of the set"))
        let json = try AnchordProgram.run([
            "policies", "explain", "internal", "api.example.com", "--config", configuration, "--json",
        ])
        #expect(try CommandOutputSchema("anchord policies explain").defects(of: json.output) == [])
    }

    @Test func `shows the warnings about the selected policy, and none about others`() throws {
        try files.directory.write(
            "policies/soft.yaml",
            """
            hosts: {a.example: both, b.example: c}
            policies:
              a: {evaluator: revocation}
              a.b: {evaluator: disabled}
              both: {evaluator: composite, allOf: [a, c]}
              c: {evaluator: default}
            """
        )
        let warnings = try lines("soft", "a.example").filter { $0.hasPrefix("warning: ") }
        #expect(warnings.contains { $0.hasPrefix("warning: soft/a: `revocation` has no source of answers") })
        #expect(!warnings.contains { $0.contains("policy.disabled") })
        #expect(try !lines("soft", "b.example").contains { $0.hasPrefix("warning: ") })
    }

    @Test func `prints JSON in the documented form`() throws {
        for host in ["api.example.com", "guest.lab.example.com", "a.example.com:443"] {
            let result = try explain("internal", host, "--json")
            #expect(result.status == 0)
            #expect(try CommandOutputSchema("anchord policies explain").defects(of: result.output) == [])
        }
    }

    @Test func `escapes control characters of the document and the host`() throws {
        try files.directory.write(
            "policies/odd.yaml",
            "otherwise: a\npolicies: {a: {evaluator: default, description: \"x\\e[1m\\ny\"}}\n"
        )
        let result = try explain("odd", "a\u{1b}[1m\nb")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("  description: "))
        #expect(!result.output.contains("\u{1b}"))
    }

    @Test func `exits with 2 for unknown sets and policies, and invalid documents`() throws {
        let set = try explain("interal", "a.example")
        #expect(set.status == 2)
        #expect(set.errors == "anchord: there is no policy set `interal`; did you mean `internal`?\n")
        #expect(try explain("internal/nosuch", "a.example").status == 2)
        #expect(try explain("In valid", "a.example").status == 2)
        try files.directory.write("policies/bad.yaml", "otherwise: nosuch\n")
        let bad = try explain("internal", "a.example")
        #expect(bad.status == 2)
        #expect(bad.errors.hasPrefix("anchord: bad.yaml:1: /otherwise: "), "\(bad.errors)")
        #expect(bad.output == "")
    }
}
