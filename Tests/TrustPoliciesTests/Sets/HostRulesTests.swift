import Testing
import TrustModel
import TrustPolicies

@Suite struct `Host rules` {
    private func rules(_ patterns: [String]) throws -> HostRules {
        HostRules(
            try patterns.map {
                HostRule(
                    pattern: try HostPattern($0, names: FakeNames(), suffixes: FakeSuffixes()),
                    text: $0,
                    handling: .policy("p")
                )
            }
        )
    }

    private func ruleText(_ host: String, _ patterns: String...) throws -> String? {
        let rules = try rules(patterns)
        return try rules.position(for: HostName(host, names: FakeNames())).map { rules.rule(at: $0).text }
    }

    @Test(arguments: [
        ("api.example.com", "api.example.com"), ("API.Example.COM.", "api.example.com"),
        ("www.example.com", "*.example.com"),
        ("a.b.example.com", "**.example.com"), ("x.pay.example.com", "*.pay.example.com"),
        ("x.y.pay.example.com", "**.example.com"), ("example.com", nil), ("badexample.com", nil), ("com", nil),
        ("x.deep.pay.example.com", "**.deep.pay.example.com"), ("10.0.0.1", "10.0.0.1"), ("10.0.0.2", nil),
        ("2001:DB8:0::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"), ("bücher.example", "BÜCHER.example"),
        ("xn--bcher-kva.example", "BÜCHER.example"),
    ])
    func `prefers an exact rule, then the longest wildcard`(host: String, rule: String?) throws {
        #expect(
            try ruleText(
                host,
                "**.example.com",
                "*.example.com",
                "api.example.com",
                "*.pay.example.com",
                "**.deep.pay.example.com",
                "10.0.0.1",
                "2001:db8::1",
                "BÜCHER.example"
            ) == rule
        )
    }

    @Test(arguments: [
        ("x.b.example.com", [2, 3, 0]), ("b.example.com", [4, 1, 0]), ("x.y.b.example.com", [3, 0]),
        ("example.com", []),
        ("192.0.2.7", [5]), ("x.other.example", []),
    ])
    func `lists all rules that match, those with precedence first`(host: String, positions: [Int]) throws {
        let patterns = [
            "**.example.com", "*.example.com", "*.b.example.com", "**.b.example.com", "b.example.com", "192.0.2.7",
        ]
        let (rules, host) = (try rules(patterns), try HostName(host, names: FakeNames()))
        #expect(rules.positions(for: host) == positions)
        #expect(rules.position(for: host) == positions.first)
    }

    @Test func `keeps the pattern of a rule as written`() throws {
        #expect(try ruleText("a.example.com", "*.EXAMPLE.com.") == "*.EXAMPLE.com.")
    }

    @Test(arguments: [("www.example.co.uk", "*.example.co.uk"), ("co.uk", "co.uk"), ("www.corp", "*.corp")])
    func `accepts names under a public suffix, the suffix itself, and a wildcard before an unlisted name (TrustKit)`(
        host: String,
        pattern: String
    ) throws {
        #expect(try ruleText(host, pattern) == pattern)
    }

    @Test func `does not match a wildcard with the name after it`() throws {
        #expect(try ruleText("example.com", "*.example.com", "**.example.com") == nil)
    }

    @Test(arguments: [
        ("*", "is only a wildcard: use the key `otherwise`"), ("**", "is only a wildcard: use the key `otherwise`"),
        ("*.", "is empty"), ("a*.example.com", "has a wildcard that is not its whole first label"),
        ("a.*.example.com", "has a wildcard that is not its whole first label"),
        ("*.*.example.com", "has a wildcard that is not its whole first label"),
        ("***.example.com", "has a wildcard that is not its whole first label"),
        ("*.10.0.0.1", "has a wildcard before an IP address"), ("*.0x7f", "has a wildcard before an IP address"),
        ("**.::1", "has a wildcard before an IP address"),
        ("https://example.com", "has a colon: give the host without scheme and port"),
        ("example.com:443", "has a colon: give the host without scheme and port"), ("a..b", "has an empty label"),
        (".example.com", "has an empty label"), ("1.2.3.4.5", "ends in a number but is not an IPv4 address"),
        ("ü.example", "has a label that IDNA forbids"),
        ("*.co.uk", "has a wildcard before the public suffix `co.uk`, under which anyone can register names"),
        ("**.GitHub.io.", "has a wildcard before the public suffix `github.io`, under which anyone can register names"),
    ])
    func `rejects invalid patterns`(text: String, reason: String) {
        #expect(throws: HostNameError(reason)) { try HostPattern(text, names: FakeNames(), suffixes: FakeSuffixes()) }
    }
}
