import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustTestSupport

@Suite struct `Policy sets` {
    private let policies = "policies:\n  a: {evaluator: default}\n  b: {evaluator: disabled}\n"

    private func answer(_ set: PolicySet, _ host: String?) throws -> String {
        switch set.match(try host.map { try HostName($0, names: FakeNames()) }) {
        case .policy(let policy): "\(policy.identity.name ?? "-") by \(policy.identity.rule ?? "-")"
        case .deny(let identity): "\(identity.name ?? "deny") by \(identity.rule ?? "-")"
        case .performDefaultHandling(let identity): "\(identity.name ?? "default") by \(identity.rule ?? "-")"
        case .unreadableHost(let identity, let text, _): "unreadable \(text) by \(identity.rule ?? "-")"
        }
    }

    @Test(arguments: [
        ("", "deny by otherwise"), ("otherwise: deny\n", "deny by otherwise"),
        ("otherwise: performDefaultHandling\n", "default by otherwise"), ("otherwise: b\n", "b by otherwise"),
    ])
    func `applies otherwise to hosts without a rule and to requests without a host`(
        otherwise: String,
        expected: String
    ) throws {
        let set = try policySet("hosts: {'*.example.com': a}\n" + otherwise + policies)
        #expect(try answer(set, "www.example.com") == "a by *.example.com")
        #expect(try answer(set, "example.org") == expected)
        #expect(try answer(set, nil) == expected)
    }

    @Test(arguments: [
        ("www.example.com", "a by *.example.com"), ("no.example.com", "deny by NO.example.com"),
        ("own.example.com", "default by own.example.com"), ("out.example.com", "b by otherwise"),
        ("x.lab.example.com", "deny by **.lab.example.com"), ("example.org", "b by otherwise"),
    ])
    func `applies a rule that selects a policy, denies, defers to the client or excludes the host`(
        host: String,
        expected: String
    ) throws {
        let set = try policySet(
            """
            hosts:
              "*.example.com": a
              NO.example.com: deny
              own.example.com: performDefaultHandling
              out.example.com: otherwise
              "**.lab.example.com": deny
            otherwise: b

            """ + policies
        )
        #expect(try answer(set, host) == expected)
        #expect(set.hosts.map(\.choice) == ["a", "deny", "performDefaultHandling", "otherwise", "deny"])
    }

    @Test func `reports a warning of a valid document with file, line and place`() throws {
        let set = try policySetReader.policySet(
            named: "test",
            source: Array(policies.utf8),
            directory: "/nonexistent",
            file: "test.yaml"
        )
        #expect(
            set.warnings.map(\.description) == [
                "test.yaml:3: /policies/b/evaluator: policy.disabled: The policy disables evaluation: any chain is accepted."
            ]
        )
        #expect(set.warnings.map(\.code) == [.policyDisabled])
        #expect(try policySet("{}").warnings.isEmpty)
        #expect(try policySetReader.systemSet().warnings.isEmpty)
    }

    @Test func `identifies the policy, the rule and the revision`() throws {
        let set = try policySet("hosts: {API.example.com: a}\n" + policies)
        guard case .policy(let policy) = set.match(.dns("api.example.com")) else {
            Issue.record("no policy")
            return
        }
        #expect(
            policy.identity
                == PolicyIdentity(set: "test", name: "a", rule: "API.example.com", revision: set.revision)
        )
        #expect(set.policy(named: "a")?.identity.rule == nil)
        #expect(set.hosts.map(\.text) == ["API.example.com"])
        #expect(set.policies.map(\.identity.name) == ["a", "b"])
    }

    @Test(arguments: ["description: only words\n", "{}", "policies: {}\n"])
    func `accepts a set without hosts and otherwise`(text: String) throws {
        #expect(try answer(try policySet(text), "example.com") == "deny by otherwise")
    }

    @Test(arguments: [
        ("", ["- : expected a mapping, found nothing"]),
        ("[]", ["1 : expected a mapping, found a list"]),
        ("hosts: {a.example: x}\n", ["1 /hosts/a.example: there is no policy `x` in this set"]),
        (
            "hosts: {a.example: aa}\npolicies: {ab: {evaluator: disabled}}\n",
            ["1 /hosts/a.example: there is no policy `aa` in this set; did you mean `ab`?"]
        ),
        (
            "hosts: {'*.co.uk': deny}\n",
            [
                "1 /hosts/*.co.uk: the host `*.co.uk` has a wildcard before the public suffix `co.uk`, under which "
                    + "anyone can register names"
            ]
        ),
        ("otherwise: dney\n", ["1 /otherwise: there is no policy `dney` in this set; did you mean `deny`?"]),
        ("otherwise: [deny]\n", ["1 /otherwise: expected text, found a list"]),
        (
            "evaluator: pinPublicKeys\nanchors: [x]\n",
            ["evaluator", "anchors"].enumerated().map {
                "\($0 + 1) /\($1): the key `\($1)` belongs to a policy: move it to `policies`, under the name of the policy"
            }
        ),
        (
            "policies:\n  a: {evaluater: default, expires: never, extra: 1}\n",
            [
                "2 /policies/a: the key `evaluator` is missing: expected default, revocation, pinCertificates, pinPublicKeys, "
                    + "composite, securityPolicy, disabled or custom",
                "2 /policies/a/evaluater: unknown key `evaluater`; did you mean `evaluator`?",
                "2 /policies/a/extra: unknown key `extra`",
            ]
        ),
        ("host: {}\n", ["1 /host: unknown key `host`; did you mean `hosts`?"]),
        (
            "hosts: {'*': p}\npolicies: {p: {evaluator: disabled}}\n",
            ["1 /hosts/*: the host `*` is only a wildcard: use the key `otherwise`"]
        ),
        (
            "hosts:\n  a.example: p\n  A.EXAMPLE.: p\npolicies: {p: {evaluator: disabled}}\n",
            ["3 /hosts/A.EXAMPLE.: the host `A.EXAMPLE.` is a duplicate of `a.example`: remove one of them"]
        ),
        (
            "hosts:\n  a.example: [deny]\n  A.EXAMPLE.: dney\n  a.Example: deny\n",
            [
                "2 /hosts/a.example: expected text, found a list",
                "3 /hosts/A.EXAMPLE.: there is no policy `dney` in this set; did you mean `deny`?",
                "3 /hosts/A.EXAMPLE.: the host `A.EXAMPLE.` is a duplicate of `a.example`: remove one of them",
                "4 /hosts/a.Example: the host `a.Example` is a duplicate of `a.example`: remove one of them",
            ]
        ),
        (
            "policies: {deny: {evaluator: disabled}}\n",
            ["1 /policies/deny: `deny` is reserved in `hosts` and `otherwise`: rename the policy"]
        ),
        (
            "policies: {otherwise: {evaluator: disabled}}\n",
            [
                "1 /policies/otherwise: `otherwise` is reserved in `hosts` and `otherwise`: rename the policy"
            ]
        ),
        (
            "hosts:\n  '*.a.example': otherwise\n  '**.b.example': otherwise\n",
            [
                "2 /hosts/*.a.example: `otherwise` is allowed only for an exact host: list the hosts, or use `deny` or a policy",
                "3 /hosts/**.b.example: `otherwise` is allowed only for an exact host: list the hosts, or use `deny` or a policy",
            ]
        ),
        (
            "hosts: {a.example: otherwsie}\n",
            ["1 /hosts/a.example: there is no policy `otherwsie` in this set; did you mean `otherwise`?"]
        ),
        ("hosts: {a.example: [deny]}\n", ["1 /hosts/a.example: expected text, found a list"]),
        (
            "otherwise: otherwise\n",
            ["1 /otherwise: there is no policy `otherwise` in this set"]
        ),
        (
            "policies: {a/b: {evaluator: disabled}}\n",
            [
                "1 /policies/a~1b: `a/b` is not a valid policy name: use 1 to 64 letters, digits, `.`, `_` and `-`, starting with a letter or a digit"
            ]
        ),
        ("policies: {p: }\n", ["1 /policies/p: expected a mapping, found nothing"]),
        (
            "hosts: {a.example: p}\npolicies:\n  p: {evaluator: custom, script: x.lua}\n",
            [
                "3 /policies/p/script: scripts are disabled: set `scripts: {enabled: true}` in the configuration"
            ]
        ),
    ])
    func `rejects inconsistent documents`(text: String, expected: [String]) {
        #expect(issues(text) == expected)
    }

    @Test func `uses the digest of the document as revision if it names no files`() throws {
        let text = "otherwise: deny\n"
        #expect(try policySet(text).revision == "sha256:" + fakeDigest(Array(text.utf8)).hex)
        #expect(try policySet(text).source == Array(text.utf8))
    }

    @Test func `changes the revision with the files that it names`() throws {
        let directory = try TemporaryDirectory()
        let text = "policies: {p: {evaluator: default, anchors: [ca.pem]}}\n"
        try directory.write("ca.pem", FakeCertificate.pem("one"))
        let first = try policySet(text, in: directory.path).revision
        #expect(try policySet(text, in: directory.path).revision == first)
        try directory.write("ca.pem", FakeCertificate.pem("two"))
        #expect(try policySet(text, in: directory.path).revision != first)
    }

    @Test(arguments: [
        ("payments", "payments", nil), ("payments/pinned", "payments", "pinned"),
        ("a.b_c-1/House-Rules", "a.b_c-1", "House-Rules"),
    ])
    func `parses names as written in requests`(text: String, set: String, policy: String?) throws {
        let name = try #require(PolicyName(text))
        #expect(name.set == set)
        #expect(name.policy == policy)
        #expect(name.description == text)
    }

    @Test(arguments: ["", "/", "a/", "/a", "a/b/c", "A", "-a", ".a", "a b", "ü", String(repeating: "a", count: 65)])
    func `rejects invalid names`(text: String) {
        #expect(PolicyName(text) == nil)
    }
}
