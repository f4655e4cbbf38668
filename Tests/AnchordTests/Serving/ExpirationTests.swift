import Foundation
import Glibc
import Testing
import TrustModel
import TrustTestSupport

@Suite struct `Parts of policy sets that end` {
    private static let soon = "a part of a policy set ends soon"
    private static let ended = "a part of a policy set has ended"

    private func daemon(_ policies: ExpiringPolicies) throws -> AnchordDaemon {
        try daemon(directory: policies.directory, systemAnchors: policies.systemAnchors)
    }

    private func daemon(directory: String, systemAnchors: String) throws -> AnchordDaemon {
        try AnchordDaemon(
            ["--listen", "127.0.0.1:0", "--policies", directory, "--system-anchors", systemAnchors]
        )
    }

    private func body(_ path: String, _ daemon: AnchordDaemon) throws -> String {
        let answer = try TestConnection.get(path, at: try #require(daemon.addresses.first))
        return String(answer.range(of: "\r\n\r\n").map { answer[$0.upperBound...] } ?? "")
    }

    @Test func `policies check warns about each with its place, end and remedy, and exits with 0`() throws {
        let policies = try ExpiringPolicies()
        let result = try AnchordProgram.run(
            ["policies", "check", policies.directory, "--system-anchors", policies.systemAnchors]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.split(separator: "\n").map(String.init) == policies.lines.map { "warning: \($0)" })
        let exceptions = result.output.split(separator: "\n").filter { $0.contains("exception") }.map(String.init)
        #expect(
            exceptions == [
                "  exception for soon.example.com (time.expired) of own/corporate until \(policies.day(10))",
                "  exception for lasting.example.com (time.expired) of own/corporate until \(policies.day(100))",
            ]
        )
    }

    @Test func `policies check lists at most a hundred, earliest first`() throws {
        let files = try ChainFiles()
        let chain = String(repeating: "ab", count: 32)
        for set in 1...2 {
            let exception =
                "    - {codes: [time.expired], chain: [\(chain)], host: a.example, until: 20\(set)0-01-01}\n"
            try files.directory.write(
                "policies/p\(set).yaml",
                "policies:\n  a:\n    evaluator: default\n    exceptions:\n" + String(repeating: exception, count: 60)
            )
        }
        let result = try AnchordProgram.run(
            ["policies", "check", files.directory.path + "/policies", "--system-anchors", files.root]
        )
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.errors.split(separator: "\n").filter {
            $0.contains("exception") || $0.contains("more parts")
        }
        #expect(lines.count == 101)
        #expect(lines.prefix(60).allSatisfy { $0.hasPrefix("warning: p1.yaml:") })
        #expect(lines.last == "warning: 20 more parts that end soon or have ended are not listed")
    }

    @Test func `the log warns about each at load and at reload, and names at most ten`() throws {
        let policies = try ExpiringPolicies()
        let daemon = try daemon(policies)
        func expectWarnings() throws {
            for (line, kind) in zip(policies.lines.prefix(5), ["anchor", "exception", "pins", "crl", "ocspResponse"]) {
                let entry = try daemon.entry(Self.ended)
                #expect(entry["part"] as? String == line)
                #expect(entry["kind"] as? String == kind)
                #expect(entry["level"] as? String == "warning")
            }
            for line in policies.lines[5..<10] { #expect(try daemon.entry(Self.soon)["part"] as? String == line) }
            #expect(try daemon.entry("more parts of policy sets end soon or have ended")["count"] as? Int == 1)
        }
        try expectWarnings()
        daemon.signal(SIGHUP)
        _ = try daemon.entry("policies reloaded")
        try expectWarnings()
    }

    @Test func `the log warns when a part crosses its threshold and when it ends, without a reload`() throws {
        let files = try ChainFiles()
        let now = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))
        let (soon, end) = (now.adding(seconds: 14 * 86400 + 8), now.adding(seconds: 8))
        let chain = String(repeating: "ab", count: 32)
        try files.directory.write(
            "policies/own.yaml",
            """
            policies:
              a:
                evaluator: default
                exceptions:
                  - {codes: [time.expired], chain: [\(chain)], host: a.example, until: '\(soon)'}
                  - {codes: [time.expired], chain: [\(chain)], host: b.example, until: '\(end)'}

            """
        )
        let daemon = try daemon(directory: files.directory.path + "/policies", systemAnchors: files.root)
        // On a busy machine, the exception may have ended before the daemon serves.
        let serving = try #require(daemon.lines.first { $0.contains("anchord is serving") })
        let loadedAt = try #require(serving.firstMatch(of: /"time":"([^"]*)"/)).1
        _ = try daemon.entry(Self.ended)
        if !daemon.lines.contains(where: { $0.contains(" for a.example ") }) { _ = try daemon.entry(Self.soon) }
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        let warnings = daemon.lines.filter { $0.contains("a part of a policy set") }
        func count(_ message: String, _ host: String) -> Int {
            warnings.count { $0.contains(message) && $0.contains(" for \(host) ") }
        }
        #expect(count(Self.soon, "a.example") == 1, "\(warnings)")
        #expect(count(Self.ended, "b.example") == 1, "\(warnings)")
        #expect(count(Self.soon, "b.example") == (loadedAt < end.description ? 1 : 0), "\(warnings)")
        #expect(count(Self.ended, "a.example") == 0, "\(warnings)")
        daemon.expectEnd()
    }

    @Test func `GET v1 status lists them with the numbers of all`() throws {
        let policies = try ExpiringPolicies()
        let daemon = try daemon(policies)
        let status = try #require(
            try JSONSerialization.jsonObject(with: Data(try body("/v1/status", daemon).utf8)) as? [String: Any]
        )
        let expirations = try #require(status["expirations"] as? [String: Any])
        #expect(expirations["ended"] as? Int == 5)
        #expect(expirations["soon"] as? Int == 6)
        let items = try #require(expirations["items"] as? [[String: Any]])
        let lines = items.map { item in
            let place = "\(item["file"] as? String ?? ""):\(item["line"] as? Int ?? 0)"
            return "\(place): \(item["pointer"] as? String ?? ""): \(item["detail"] as? String ?? "")"
        }
        #expect(lines == policies.lines)
        let states = items.compactMap { $0["state"] as? String }
        #expect(states == [String](repeating: "ended", count: 5) + [String](repeating: "soon", count: 6))
        #expect(items.first?["policy"] as? String == "own/corporate")
        #expect(items.first?["end"] as? String == policies.day(-5))
        #expect(items.last?["kind"] as? String == "pinnedCertificate")
    }

    @Test func `metrics have the earliest end of each kind in each policy set`() throws {
        let policies = try ExpiringPolicies()
        let daemon = try daemon(policies)
        let page = try body("/metrics", daemon)
        let samples = page.split(separator: "\n").filter { $0.hasPrefix("anchord_policy_expiry_timestamp_seconds") }
        let ends: [(kind: String, days: Int64)] = [
            ("anchor", -5), ("pinnedCertificate", 25), ("pins", -2), ("crl", -1), ("ocspResponse", -1),
            ("exception", -3),
        ]
        #expect(
            samples.map(String.init)
                == ends.map { kind, days in
                    let end = policies.now.adding(seconds: days * 86400).secondsSince1970
                    return "anchord_policy_expiry_timestamp_seconds{set=\"own\",kind=\"\(kind)\"} \(end)"
                }
        )
        #expect(page.contains("\nanchord_system_anchors_expired 0\n"))
    }

    @Test(.enabled(if: PromtoolProgram.isPresent, Comment(rawValue: PromtoolProgram.advice)))
    func `promtool accepts the metrics`() throws {
        let daemon = try daemon(try ExpiringPolicies())
        let result = try PromtoolProgram.run(["check", "metrics"], input: try body("/metrics", daemon))
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text == "")
    }

    @Test(.enabled(if: PromtoolProgram.isPresent, Comment(rawValue: PromtoolProgram.advice)))
    func `promtool accepts the alerting rules of the documentation`() throws {
        let page = try String(
            contentsOfFile: Repository.path("Sources/anchord/Documentation.docc/Operations.md"),
            encoding: .utf8
        )
        let block = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first)
        let rules = block.components(separatedBy: "```")[0]
        let files = try TemporaryDirectory()
        let result = try PromtoolProgram.run(["check", "rules", try files.write("rules.yaml", rules)], input: "")
        #expect(result.status == 0, "\(result.text)")
        #expect(rules.contains("anchord_policy_expiry_timestamp_seconds"))
    }
}
