import Testing
import TrustModel
import TrustTestSupport

@testable import TrustAPI

@Suite struct `Decisions counted by policy` {
    private static let first = """
        hosts: {"*.example.com": watched, "*.example.net": deny}
        otherwise: performDefaultHandling
        policies:
          watched:
            evaluator: pinPublicKeys
            mode: report
            pins: ["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
            requireBackupPin: false
          strict: {evaluator: default, anchors: [ROOT]}
        """
    private static let second = """
        policies:
          strict: {evaluator: default, anchors: [ROOT]}
        """

    private func policy(_ name: String, set: String = "own") -> PolicyIdentity {
        PolicyIdentity(set: set, name: name, rule: nil, revision: nil)
    }

    /// Returns the samples of the family that are not 0, with their labels.
    private func samples(_ api: APIFixture) -> [String] {
        api.send("GET", "/metrics").text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("anchord_decisions_total{"), !line.hasSuffix(" 0") else { return nil }
            return String(line.dropFirst("anchord_decisions_total".count))
        }
    }

    @Test func `have the set, the policy, the verdict and the action`() throws {
        let api = try APIFixture(documents: ["own.yaml": Self.first], caches: CacheSizes(verdicts: 100))
        #expect(samples(api).isEmpty)
        let rows: [([String: Any], Int)] = [
            (["policy": "own", "host": "api.example.com"], 3), (["policy": "own", "host": "www.example.net"], 1),
            (["policy": "own", "host": "www.example.org"], 2), (["policy": "own/strict", "host": "a.example"], 1),
            (
                [
                    "policy": ["evaluator": "default", "anchors": [api.root.certificate.pem]],
                    "host": "api.example.com",
                ], 1
            ),
            (["host": "api.example.com"], 1),
        ]
        for (members, count) in rows {
            for _ in 0..<count {
                let answer = try api.evaluate(members.merging(["chain": api.chain]) { $1 })
                #expect(answer.status == 200, "\(answer.text)")
            }
        }
        #expect(
            samples(api) == [
                #"{set="",policy="inline",verdict="trusted",action="allow"} 1"#,
                #"{set="own",policy="",verdict="untrusted",action="deny"} 1"#,
                #"{set="own",policy="",verdict="indeterminate",action="default"} 2"#,
                #"{set="own",policy="strict",verdict="untrusted",action="deny"} 1"#,
                #"{set="own",policy="watched",verdict="untrusted",action="allow"} 3"#,
                #"{set="system",policy="server",verdict="trusted",action="allow"} 1"#,
            ]
        )
    }

    @Test func `are those of "other" when the policy no longer exists, and never decrease`() throws {
        let api = try APIFixture(documents: ["own.yaml": Self.first], caches: CacheSizes(verdicts: 100))
        func ask(_ policy: String, _ count: Int) throws {
            for _ in 0..<count {
                _ = try api.evaluate(["policy": policy, "chain": api.chain, "host": "api.example.com"])
            }
        }
        let strict = #"{set="own",policy="strict",verdict="trusted",action="allow"}"#
        let watched = #"{set="own",policy="watched",verdict="untrusted",action="allow"}"#
        let other = #"{set="",policy="other",verdict="untrusted",action="allow"}"#
        try ask("own/watched", 3)
        try ask("own/strict", 1)
        #expect(samples(api) == ["\(strict) 1", "\(watched) 3"])
        try api.write(Self.second, to: "own.yaml")
        try ask("own/strict", 1)
        #expect(samples(api) == ["\(other) 3", "\(strict) 2"])
        try api.write(Self.first, to: "own.yaml")
        try ask("own/watched", 2)
        #expect(samples(api) == ["\(other) 3", "\(strict) 2", "\(watched) 2"])
    }

    @Test func `have a bounded number of counters`() {
        let metrics = PolicyMetrics()
        let counters = (0..<PolicyMetrics.maximumCounters + 10).map { metrics.counter(of: policy("p\($0)")) }
        #expect(Set(counters).count == PolicyMetrics.maximumCounters)
        #expect(counters.suffix(11).allSatisfy { $0 == PolicyMetrics.other })
        #expect(metrics.counter(of: policy("p0")) == counters[0] && counters[0] != PolicyMetrics.other)
    }
}
