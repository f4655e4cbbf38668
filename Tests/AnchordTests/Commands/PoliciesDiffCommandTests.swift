import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord policies diff` {
    private static let pins = ["A", "B", "C"].map { "sha256/\(String(repeating: $0, count: 42))A=" }
    private static let exception =
        "{codes: [time.expired], chain: [\"\(String(repeating: "0", count: 64))\"], host: a.example, until: 2100-12-31}"
    private let files: ChainFiles

    init() throws { files = try ChainFiles() }

    private func write(_ version: String, _ document: String, set: String = "web") throws {
        try files.directory.write("\(version)/\(set).yaml", document)
    }

    private func diff(_ arguments: String...) throws -> AnchordProgram.Result {
        let names = ["old", "new"].map { files.directory.path + "/\($0)" }
        return try AnchordProgram.run(["policies", "diff"] + names + ["--system-anchors", files.root] + arguments)
    }

    /// Returns the first line about a change of one policy, whose keys are those of a flow mapping.
    private func change(_ old: String, _ new: String) throws -> String {
        try write("old", "policies: {a: {\(old)}}\n")
        try write("new", "policies: {a: {\(new)}}\n")
        let result = try diff()
        #expect(result.status == (old == new ? 0 : 1), "\(result.errors)")
        return String(result.output.split(separator: "\n").first { $0.hasPrefix("web/") } ?? "")
    }

    @Test func `exits with 0 for versions that differ only in form`() throws {
        try write(
            "old",
            "hosts: {a.example: p, 'B.example': deny}\npolicies: {p: {evaluator: default, mode: report}}\n"
        )
        try write(
            "new",
            "# text\npolicies:\n  p: {mode: report, evaluator: default}\nhosts: {b.example: deny, a.example: p}\n"
        )
        let result = try diff()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "no differences\n")
        #expect(try diff("--json").output == #"{"equal":true,"changes":[]}"# + "\n")
    }

    @Test(arguments: [
        ("mode: enforce", "mode: report", "looser"), ("mode: report", "mode: enforce", "stricter"),
        ("constraints: {maximumLifetime: 90d}", "constraints: {maximumLifetime: 30d}", "stricter"),
        ("minimumRSABits: 2048", "minimumRSABits: 1024", "looser"),
        ("validateHost: true", "validateHost: false", "looser"),
        ("maxChainDepth: 1", "maxChainDepth: 2", "looser"),
        ("keyUsage: [digitalSignature]", "keyUsage: [digitalSignature, keyAgreement]", "stricter"),
        ("revocation: {scope: leaf}", "revocation: {scope: chain}", "stricter"),
        ("checks: {crypto.keyWeak: warning}", "checks: {crypto.keyWeak: error}", "stricter"),
        ("anchors: [../root.pem]", "anchors: [../root.pem, ../other.pem]", "looser"),
        ("profile: server", "profile: rfc5280", ""),
        ("revocation: {methods: [crl]}", "revocation: {methods: [ocsp]}", ""),
        ("description: a", "description: b", "no effect"),
        // Report mode and exceptions allow a chain that another requirement would deny.
        ("mode: report, validateHost: false", "mode: report, validateHost: true", ""),
        (
            "exceptions: [\(Self.exception)], minimumRSABits: 1024",
            "exceptions: [\(Self.exception)], minimumRSABits: 2048", ""
        ),
    ])
    func `states the direction of a changed key only where it is certain`(
        old: String,
        new: String,
        effect: String
    ) throws {
        try files.directory.write(
            "other.pem",
            try TestAuthority.root("Other", key: .shared(.ecdsaP256, "other")).certificate.pem
        )
        let line = try change("evaluator: default, \(old)", "evaluator: default, \(new)")
        #expect(line.hasPrefix("web/policies/a/"), "\(line)")
        #expect(line.contains(": changed from "))
        #expect(line.hasSuffix(effect.isEmpty ? "" : ": \(effect)"), "\(line)")
        #expect(effect != "" || !["stricter", "looser", "effect"].contains { line.hasSuffix($0) }, "\(line)")
    }

    @Test func `calls a removed pin stricter, an added pin looser, and names both`() throws {
        func pins(_ pins: [String]) -> String {
            "evaluator: pinPublicKeys, pins: [\(pins.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
        let (first, second, third) = (Self.pins[0], Self.pins[1], Self.pins[2])
        #expect(try change(pins([first, second, third]), pins([first, second])).hasSuffix(": stricter"))
        #expect(try diff().output.contains("\n  pin removed: \(third)\n"))
        #expect(try change(pins([first, second]), pins([second, first, third])).hasSuffix(": looser"))
        #expect(try !change(pins([first, second]), pins([first, third])).hasSuffix("er"))
        #expect(try diff().output.contains("\n  pin removed: \(second)\n  pin added: \(third)\n"))
    }

    @Test func `compares the contents of files`() throws {
        try write("old", "policies: {a: {evaluator: default, anchors: [root.pem]}}\n")
        try write("new", "policies: {a: {evaluator: default, anchors: [root.pem]}}\n")
        let root = try String(contentsOfFile: files.root, encoding: .utf8)
        try files.directory.write("old/root.pem", root)
        try files.directory.write("new/root.pem", root)
        #expect(try diff().status == 0)
        let other = try TestAuthority.root("Other", key: .shared(.ecdsaP256, "other")).certificate.pem
        try files.directory.write("new/root.pem", root + other)
        let result = try diff()
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("web/policies/a/anchors: changed: looser\n  anchor added: CN=Other\n"))
        let crls = "policies: {a: {evaluator: default, revocation: {crls: [root.crl]}}}\n"
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        for (version, number) in [("old", 1), ("new", 2)] {
            try write(version, crls)
            let list = try authority.revocationList { $0.crlNumber = number }
            try files.directory.write("\(version)/root.crl", list.pem)
        }
        #expect(try diff().output.hasPrefix("web: changed\n  file root.crl: has other contents\n"))
    }

    @Test func `names each changed file, also beside other changes`() throws {
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        let other = try TestAuthority.root("Other", key: .shared(.ecdsaP256, "other")).certificate.pem
        let revocation = "revocation: {crls: [root.crl]}"
        for (version, anchors, number) in [("old", "[root.pem, other.pem]", 1), ("new", "[root.pem]", 2)] {
            try write(version, "policies: {a: {evaluator: default, anchors: \(anchors), \(revocation)}}\n")
            try files.directory.write("\(version)/root.pem", authority.certificate.pem)
            try files.directory.write("\(version)/other.pem", other)
            try files.directory.write("\(version)/root.crl", try authority.revocationList { $0.crlNumber = number }.pem)
        }
        let output = try diff().output
        #expect(output.contains("\n  anchor removed: CN=Other\n"), "\(output)")
        #expect(output.contains("\n  file root.crl: has other contents\n"), "\(output)")
    }

    @Test func `knows that host rules also deny texts that are not hosts`() throws {
        try write("old", "hosts: {a.example: p}\notherwise: p\npolicies: {p: {evaluator: default}}\n")
        try write("new", "otherwise: p\npolicies: {p: {evaluator: default}}\n")
        #expect(try diff().output.hasPrefix("web/hosts/a.example: removed p\n"))
    }

    @Test func `compares host rules by what applied to the hosts`() throws {
        try write(
            "old",
            "hosts: {a.example: p, b.example: deny, c.example: p, '*.d.example': deny}\notherwise: deny\n"
                + "policies: {p: {evaluator: default}, q: {evaluator: default}}\n"
        )
        try write(
            "new",
            "hosts: {a.example: deny, b.example: p, '*.c.example': p, '*.d.example': p, e.example: deny}\notherwise: deny\n"
                + "policies: {p: {evaluator: default}, r: {evaluator: default}}\n"
        )
        let result = try diff()
        #expect(result.status == 1)
        #expect(
            result.output == """
                web/hosts/c.example: removed p: stricter
                web/hosts/a.example: changed from p to deny: stricter
                web/hosts/b.example: changed from deny to p: looser
                web/hosts/*.c.example: added p
                web/hosts/*.d.example: changed from deny to p: looser
                web/hosts/e.example: added deny: no effect
                web/policies/q: removed
                web/policies/r: added
                changes: 8, stricter 2, looser 2, without effect 1, other 3

                """
        )
        let json = try diff("--json")
        #expect(json.status == 1)
        #expect(try CommandOutputSchema("anchord policies diff").defects(of: json.output) == [])
    }

    @Test func `names added and removed sets, keys and the end of a policy`() throws {
        try write("old", "otherwise: performDefaultHandling\n")
        try write("new", "otherwise: deny\n")
        try write("old", "otherwise: deny\n", set: "gone")
        try write("new", "otherwise: deny\n", set: "more")
        #expect(
            try diff().output.hasPrefix(
                "gone: removed\nmore: added\nweb/otherwise: changed from performDefaultHandling to deny: stricter\n"
            )
        )
        let line = try change("evaluator: default", "evaluator: default, constraints: {leaf: {key: {types: [ec]}}}")
        #expect(line.hasPrefix("web/policies/a/constraints: added {"), "\(line)")
        #expect(line.hasSuffix(": stricter"))
        #expect(try change("evaluator: default", "evaluator: disabled").hasSuffix(": looser"))
    }

    @Test func `compares two files with different names as one set`() throws {
        try files.directory.write("a.yaml", "policies: {p: {evaluator: default, mode: report}}\n")
        try files.directory.write("b.yml", "policies: {p: {evaluator: default}}\n")
        let (old, new) = (files.directory.path + "/a.yaml", files.directory.path + "/b.yml")
        let result = try AnchordProgram.run(["policies", "diff", old, new, "--system-anchors", files.root])
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.hasPrefix("b/policies/p/mode: removed report: stricter\n"), "\(result.output)")
        let equal = try AnchordProgram.run(["policies", "diff", old, old, "--system-anchors", files.root])
        #expect(equal.status == 0)
    }

    @Test func `escapes control characters of documents`() throws {
        let line = try change("evaluator: default", #"evaluator: default, description: "x\e[1m\ny""#)
        #expect(line.hasPrefix("web/policies/a/description: added "), "\(line)")
        try write("new", "policies: {a: {evaluator: default}}\nhosts: {}\ndescription: \"x\\u202ey\"\n")
        #expect(try diff().status == 1)
        #expect(try diff("--json").status == 1)
    }

    @Test func `exits with 2 for broken input, and names the file`() throws {
        try write("old", "otherwise: deny\n")
        #expect(try diff().status == 2)
        try write("new", "otherwise: nosuch\n")
        let result = try diff()
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(
            result.errors.hasPrefix("anchord: \(files.directory.path)/new: web.yaml:1: /otherwise: there is no policy"),
            "\(result.errors)"
        )
        let directory = files.directory.path
        for pair in [["old", "old/web.yaml"], ["old", "nosuch"], ["old/web.yaml", "new/web.yaml"], ["old"]] {
            let paths = pair.map { "\(directory)/\($0)" }
            #expect(
                try AnchordProgram.run(["policies", "diff"] + paths + ["--system-anchors", files.root]).status == 2
            )
        }
    }
}
