import Foundation
import Glibc
import Testing
import TrustTestSupport

@Suite struct `An unread log of anchord serve` {
    private static let notice = "log lines were dropped because the log was not read"
    private static let failures = #"anchord_policy_reloads_total{result="failure"}"#
    private static let dropped = "anchord_log_lines_dropped_total"

    private let files: ChainFiles

    init() throws { files = try ChainFiles() }

    /// Starts a daemon whose log has 4 KiB in the pipe and 4 KiB in memory, which every reload fills.
    private func stalledDaemon() throws -> AnchordDaemon {
        try files.directory.write("policies/one.yaml", "policies: {a: {evaluator: default}}")
        let daemon = try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--system-anchors", files.root, "--policies",
            files.directory.path + "/policies", "--log-buffered-bytes", "4096",
        ])
        daemon.shrinkLog()
        let problems = (0..<90).map { "  p\($0): {evaluator: \(String(repeating: "x", count: 60))}\n" }
        try files.directory.write("policies/one.yaml", "policies:\n" + problems.joined())
        return daemon
    }

    /// Waits until a metric reaches a value; returns false after 30 seconds.
    private func waits(for name: String, _ value: Int, _ daemon: AnchordDaemon) throws -> Bool {
        for _ in 0..<3000 {
            if try daemon.metric(name) >= value { return true }
            usleep(10_000)
        }
        return false
    }

    @Test func `blocks neither reloads nor requests, and the number of lost lines is logged`() throws {
        let daemon = try stalledDaemon()
        for round in 1...5 {
            daemon.signal(SIGHUP)
            #expect(try waits(for: Self.failures, round, daemon))
        }
        #expect(try waits(for: Self.dropped, 300, daemon))
        let first = try daemon.entry(Self.notice)
        #expect(first["level"] as? String == "warning")
        #expect(first["count"] as? Int ?? 0 > 0)
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        daemon.expectEnd()
    }

    @Test func `does not delay shutdown`() throws {
        let daemon = try stalledDaemon()
        daemon.signal(SIGHUP)
        #expect(try waits(for: Self.dropped, 1, daemon))
        daemon.signal(SIGTERM)
        try #require(daemon.ends)
        daemon.expectEnd()
    }

    @Test func `drops waiting reloads at shutdown`() throws {
        try files.directory.write("policies/one.yaml", "policies: {a: {evaluator: default}}")
        let hosts = (0..<3000).map { "  h\($0).example.com: a\n" }
        try files.directory.write(
            "policies/two.yaml",
            "policies: {a: {evaluator: default}}\nhosts:\n" + hosts.joined()
        )
        let daemon = try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--system-anchors", files.root, "--policies",
            files.directory.path + "/policies",
        ])
        for _ in 0..<40 {
            daemon.signal(SIGHUP)
            usleep(1000)
        }
        daemon.signal(SIGTERM)
        _ = try daemon.entry("shutting down, waiting for active requests")
        let linesBefore = daemon.lines.count
        _ = try daemon.entry("stopped")
        let reloads = daemon.lines[linesBefore...].filter { $0.contains("policies reloaded") }
        #expect(reloads.count <= 1)
        daemon.expectEnd()
    }
}
