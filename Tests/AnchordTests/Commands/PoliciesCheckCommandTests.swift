import Foundation
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

    @Test func `prints the last second of a day in until`() throws {
        let digest = String(repeating: "5a", count: 32)
        try files.directory.write(
            "policies/own.yaml",
            """
            policies:
              server:
                evaluator: default
                exceptions: [{codes: [time.expired], chain: ["\(digest)"], host: a.example, until: 2100-12-31}]
              partial:
                evaluator: default
                anchors: [../root.pem]
                anchorConstraints: [{anchor: ../root.pem, anyOf: [{until: 2100-12-30}]}]
              clients:
                evaluator: default
                purpose: clientAuth
                clientPurpose: {serverAuthUntil: 2100-12-29}
                allowedClients: {dnsNames: [batch.example.com]}
            """
        )
        let result = try check(files.directory.path + "/policies")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("until 2100-12-31T23:59:59Z"), "\(result.output)")
        #expect(result.output.contains("anchor constraints until 2100-12-30T23:59:59Z"), "\(result.output)")
        #expect(result.errors.contains("accepted from clients until 2100-12-29T23:59:59Z"), "\(result.errors)")
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

    @Test func `accepts the sample policies without a warning`() throws {
        let result = try check(Repository.path("Deploy/policies"))
        #expect(result.status == 0 && !result.errors.contains("hazard."), "\(result.errors)")
        #expect(result.output.contains("public-web: "))
        #expect(result.output.contains("strict-clients: "))
    }

    private func listing(_ document: String) throws -> AnchordProgram.Result {
        try files.directory.write("policies/own.yaml", document)
        return try check(files.directory.path + "/policies")
    }

    @Test func `shows report mode, and what follows the end of pins`() throws {
        let pins = """
            pins: ["sha256/olNgJbBOB0TsMCrvuSEn2k8d8zhjiBOAVmGvG38a9N8=", "sha256/JtsiHpWjJAqsc8lS+IUM+/kXmFMlyqeAXSFwOJTXTK8="], \
            expires: 2999-06-01
            """
        let result = try listing(
            """
            policies:
              watch: {evaluator: default, mode: report}
              open: {evaluator: pinPublicKeys, mode: report, onExpiry: open, \(pins)}
              closed: {evaluator: pinPublicKeys, \(pins)}
            """
        )
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("  policy watch: report mode, profile server, ") })
        #expect(
            lines.contains {
                $0.hasPrefix("  policy open: report mode, ")
                    && $0.contains("2 pinned keys until 2999-06-01T00:00:00Z, then ignored")
            }
        )
        #expect(
            lines.contains {
                $0.hasPrefix("  policy closed: profile")
                    && $0.contains("2 pinned keys until 2999-06-01T00:00:00Z, then denied")
            }
        )
    }

    @Test func `names the files of directories that are not read`() throws {
        for name in ["root.pem.new", "README", ".hidden", "more/root.pem"] {
            try files.directory.write("policies/ca/\(name)", "text")
        }
        try files.directory.write("policies/ca/root.pem", String(contentsOfFile: files.root, encoding: .utf8))
        let result = try listing("policies: {a: {evaluator: default, anchors: [ca]}}\n")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").filter { $0.contains("skipped") }
        #expect(
            lines == [
                "  directory \(files.directory.path)/policies/ca: 1 file read, 2 skipped (README, root.pem.new), since only .cer, .crt, "
                    + ".der, .pem, .p7b, .p7c are read"
            ]
        )
    }

    @Test func `warns of revocation without a source of answers`() throws {
        try files.directory.write(
            "root.crl",
            try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root")).revocationList().pem
        )
        let result = try listing(
            """
            policies:
              soft: {evaluator: revocation}
              hard: {evaluator: default, revocation: {requirePositiveResponse: true}}
              both: {evaluator: composite, allOf: [soft]}
              other: {evaluator: default, revocation: {methods: [ocsp], crls: [../root.crl]}}
              file: {evaluator: default, revocation: {crls: [../root.crl]}}
              network: {evaluator: default, revocation: {networkAccess: true}}
            """
        )
        #expect(result.status == 0, "\(result.errors)")
        let warnings = result.errors.split(separator: "\n").filter { $0.contains("has no source of answers") }
        #expect(
            warnings.map { $0.prefix { $0 != "`" } }
                == ["soft", "hard", "both", "other"].map { "warning: own/\($0): " }
        )
        #expect(warnings.map { $0.hasSuffix("it denies every other chain") } == [false, true, false, false])
    }

    @Test func `accepts with --config only what a daemon with this configuration loads`() throws {
        try files.directory.write("policies/rule.lua", "function evaluate(trust, host) return true end\n")
        try files.directory.write(
            "policies/own.yaml",
            """
            policies:
              short: {evaluator: custom, script: rule.lua}
              fetching: {evaluator: default, revocation: {networkAccess: true}}
            """
        )
        let directory = files.directory.path
        func check(_ configuration: String, _ arguments: String...) throws -> AnchordProgram.Result {
            let common = "policies: \(directory)/policies\nsystemAnchors: \(files.root)\n"
            let file = try files.directory.write("anchord.yaml", common + configuration)
            return try AnchordProgram.run(["policies", "check", "--config", file] + arguments)
        }
        let disabled = try check("")
        #expect(disabled.status == 1)
        #expect(disabled.output == "")
        #expect(
            disabled.errors.contains("own.yaml:2: /policies/short/script: scripts are disabled"),
            "\(disabled.errors)"
        )
        #expect(disabled.errors.contains("own.yaml:3: /policies/fetching/revocation/networkAccess: "))
        let enabled = "scripts: {enabled: true}\nnetwork: {enabled: true}\n"
        #expect(try check(enabled).status == 0)
        let floors = try check(enabled + "floors: nosuch\n")
        #expect(floors.status == 2)
        #expect(
            floors.errors
                == "\(directory)/anchord.yaml:5: /floors: there is no policy set `nosuch` in \(directory)/policies\n"
        )
        #expect(try check(enabled + "floors: nosuch\n", "--floors", "own").status == 0)
        let proxy =
            "clients: [{name: a, unixUser: nosuchuser, may: []}]\nproxies: [{name: p, client: a, format: rfc9440, policy: x}]\n"
        let proxies = try check(enabled + proxy)
        #expect(proxies.status == 2, "the accounts of the other machine are not needed")
        #expect(proxies.errors.contains("anchord.yaml:"), "the message names the file: \(proxies.errors)")
        #expect(proxies.errors.hasSuffix(": /proxies: p: There is no policy set `x`; found `own`, `system`.\n"))
        try files.directory.write("other/own.yaml", "otherwise: deny\n")
        #expect(try check("", directory + "/other").status == 0)
        #expect(try check("treads: 1\n").status == 2)
        #expect(try AnchordProgram.run(["policies", "check", "--config", "/nonexistent"]).status == 2)
    }

    @Test func `exits with 2 for a directory without policy sets, a file, and no directory`() throws {
        let empty = try TemporaryDirectory()
        let result = try check(empty.path)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == "anchord: \(empty.path) has no policy set: no file ends in .yaml, .yml, .json\n")
        let file = try check(files.root)
        #expect(file.status == 2)
        #expect(file.errors.hasPrefix("\(files.root): the policy directory is not a directory"), "\(file.errors)")
        #expect(try AnchordProgram.run(["policies", "check"]).status == 2)
    }
}
