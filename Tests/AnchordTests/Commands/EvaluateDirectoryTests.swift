import Testing
import TrustTestSupport

/// The chain is valid under the system trust store, and the policy directory rejects its host.
@Suite struct `anchord evaluate with a policy directory, but without a policy` {
    private let files: ChainFiles
    private let policies: String

    init() throws {
        files = try ChainFiles()
        try files.directory.write("policies/partner.yaml", "hosts: {www.example.com: deny}\n")
        policies = files.directory.path + "/policies"
    }

    private func evaluate(_ arguments: String...) throws -> AnchordProgram.Result {
        let common = ["--policies", policies, "--system-anchors", files.root, "--at", ChainFiles.valid]
        return try AnchordProgram.run(["evaluate", files.chain] + common + arguments)
    }

    private func expectRefusal(_ result: AnchordProgram.Result, _ detail: String) {
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == "anchord: --policies requires --policy: \(detail)\n")
    }

    @Test(arguments: ["www.example.com", "www.example.com.", "WWW.example.com"])
    func `names the only set with a rule for the host`(host: String) throws {
        try files.directory.write("policies/other.yaml", "hosts: {other.example.com: deny}\n")
        let detail = "the policy set `partner` has a rule for \(host). Add --policy partner"
        expectRefusal(try evaluate("--host", host), detail)
        expectRefusal(try evaluate("--host", host, "--json"), detail)
        let named = try evaluate("--host", host, "--policy", "partner")
        #expect(named.status == 1)
        #expect(named.output.hasPrefix("untrusted: deny "))
    }

    @Test func `names all sets with a rule for the host, also with a wildcard or an exclusion`() throws {
        try files.directory.write("policies/a.yaml", "hosts: {\"*.example.com\": deny}\n")
        try files.directory.write("policies/b.yaml", "hosts: {\"**.com.example\": deny, www.example.com: otherwise}\n")
        try files.directory.write("policies/c.yaml", "hosts: {example.com: deny}\n")
        expectRefusal(
            try evaluate("--host", "www.example.com"),
            "the policy sets `a`, `b`, `partner` have a rule for www.example.com. Add the one that applies, such as "
                + "--policy a"
        )
    }

    @Test func `names all sets if none has a rule for the host, or if there is no host`() throws {
        try files.directory.write("policies/c.yaml", "otherwise: deny\n")
        let choice = "Add --policy with one of `c`, `partner`, such as --policy c"
        expectRefusal(try evaluate("--host", "x.example"), "no policy set has a rule for x.example. \(choice)")
        expectRefusal(try evaluate(), "no host is given. \(choice)")
        expectRefusal(try evaluate("--host", "not a host"), "no policy set has a rule for not a host. \(choice)")
    }

    @Test func `rejects an empty directory`() throws {
        let empty = try TemporaryDirectory()
        let result = try AnchordProgram.run([
            "evaluate", files.chain, "--policies", empty.path, "--system-anchors", files.root, "--host",
            "www.example.com",
        ])
        let advice = "Name another directory, or leave out --policies to use the built-in policy"
        expectRefusal(result, "\(empty.path) has no policy set. \(advice)")
    }

    @Test func `also requires the policy with floors, and accepts the built-in set if it is named`() throws {
        try files.directory.write("policies/house.yaml", "otherwise: performDefaultHandling\n")
        let detail = "the policy set `partner` has a rule for www.example.com. Add --policy partner"
        expectRefusal(try evaluate("--host", "www.example.com", "--floors", "house"), detail)
        #expect(try evaluate("--host", "www.example.com", "--policy", "system").status == 0)
    }

    @Test func `rejects anchors that would make the directory ineffective, but not with floors`() throws {
        let ineffective = try evaluate("--host", "www.example.com", "--anchors", files.root)
        #expect(ineffective.status == 2)
        #expect(ineffective.output == "")
        #expect(ineffective.errors.contains("--policies has no effect with --anchors"))
        let floors = try evaluate("--host", "www.example.com", "--anchors", files.root, "--floors", "partner")
        #expect(floors.status == 1)
        #expect(floors.output.hasPrefix("untrusted: deny "))
    }
}
