import Testing
import TrustTestSupport

@Suite struct `anchord policies check` {
    let files: ChainFiles

    init() throws { files = try ChainFiles() }

    private func check(_ directory: String) throws -> AnchordProgram.Result {
        try AnchordProgram.run(["policies", "check", directory, "--system-anchors", files.root])
    }

    @Test func `lists sets with their policies, hosts and revision`() throws {
        try files.directory.write(
            "policies/own.yaml",
            """
            description: Our own
            hosts: {api.example.com: corporate, old.example.com: otherwise}
            otherwise: performDefaultHandling
            policies:
              corporate: {evaluator: default, anchors: [../root.pem]}
              open: {evaluator: disabled}
            """
        )
        let result = try check(files.directory.path + "/policies")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "own: Our own")
        #expect(lines.dropFirst().first?.hasPrefix("  revision sha256:") == true)
        #expect(lines.contains("  policy corporate: profile server, purpose serverAuth, 1 anchor of own/corporate"))
        #expect(lines.contains("  policy open: disabled, accepts everything"))
        #expect(lines.contains("  host api.example.com: corporate"))
        #expect(lines.contains("  host old.example.com: otherwise"))
        #expect(lines.last == "  otherwise: performDefaultHandling")
        #expect(
            result.errors
                == "warning: own.yaml:6: /policies/open/evaluator: policy.disabled: The policy disables evaluation: "
                + "any chain is accepted.\n"
        )
    }

    @Test func `warns of report mode, and of an anchor that may issue SPIFFE IDs of every trust domain`() throws {
        try files.directory.write(
            "policies/own.yaml",
            """
            policies:
              watch:
                evaluator: default
                mode: report
              mesh: {evaluator: default, profile: spiffe, anchors: [../root.pem]}
            """
        )
        let result = try check(files.directory.path + "/policies")
        #expect(result.status == 0, "\(result.errors)")
        let warnings = result.errors.split(separator: "\n")
        #expect(warnings.count == 2)
        #expect(warnings.first?.hasPrefix("warning: own.yaml:4: /policies/watch/mode: hazard.reportOnly: ") == true)
        #expect(warnings.last?.contains("/policies/mesh/evaluator: hazard.trustDomainUnbound: ") == true)
    }

    @Test func `reports every problem with file, line and place, and exits with 1`() throws {
        try files.directory.write("policies/one.yaml", "policies:\n  a: {evaluator: defualt}\n")
        try files.directory.write("policies/two.yaml", "hosts:\n  x.example: missing\npolices: {}\n")
        let result = try check(files.directory.path + "/policies")
        #expect(result.status == 1)
        #expect(result.output == "")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 3, "\(result.errors)")
        #expect(lines.contains { $0.hasPrefix("one.yaml:2: /policies/a/evaluator: ") })
        #expect(lines.contains { $0.hasPrefix("two.yaml:2: /hosts/x.example: ") })
        #expect(lines.contains { $0.hasPrefix("two.yaml:3: /polices: ") && $0.contains("did you mean `policies`?") })
    }

    @Test func `exits with 2 for a missing directory`() throws {
        let result = try check("/nonexistent")
        #expect(result.status == 2)
        #expect(result.errors == "/nonexistent: the policy directory does not exist\n")
    }

    @Test func `accepts the sample policies`() throws {
        let result = try check(Repository.path("Deploy/policies"))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("public-web: "))
        #expect(result.output.contains("strict-clients: "))
    }
}
