import Foundation
import Testing
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

/// The file of `evidence.logList`, read by the loader of policies.
@Suite struct `A log list` {
    private let directory: TemporaryDirectory
    private let logs: [TestLog]

    init() throws {
        directory = try TemporaryDirectory()
        logs = [try TestLog("Alpha", operator: "Alpha"), try TestLog("Beta", operator: "Beta")]
        try directory.write("root.pem", TestAuthority.root("Root").certificate.pem)
    }

    private func snapshot(_ text: String) throws -> PolicySnapshot {
        try directory.write("logs.json", text)
        return try PolicyLoader(
            directory: nil,
            systemAnchors: directory.path + "/root.pem",
            ports: try APIFixture(logList: TestLog.list(logs)).documents,
            logList: directory.path + "/logs.json"
        ).load()
    }

    /// The problems as `pointer: detail`.
    private func problems(_ text: String) throws -> [String] {
        do {
            _ = try snapshot(text)
            return []
        } catch let error as PolicyLoadError {
            return error.problems.map { "\($0.pointer): \($0.detail)" }
        }
    }

    @Test func `has the logs of all operators with their states, static ones too`() throws {
        var logs = logs
        logs[1].isTiled = true
        logs[1].state = "retired"
        logs[1].since = .reference
        logs[1].previousOperator = ("Gamma", .reference.adding(days: -1))
        let list = try #require(try snapshot(TestLog.list(logs)).logList)
        #expect(list.timestamp == Instant(rfc3339: "2025-12-22T00:00:00Z"))
        let id = try #require(Fingerprint(logs[1].identifier()))
        let beta = try #require(list.logs[id])
        #expect(beta.name == "Beta" && beta.operatorName == "Beta" && beta.isTiled)
        #expect(beta.state == .retired && beta.stateSince == Instant(rfc3339: "2026-01-01T00:00:00Z"))
        #expect(beta.previousOperators.map(\.name) == ["Gamma"] && beta.key != nil)
        #expect(list.logs.count == 2)
    }

    @Test func `notes logs with keys of unsupported types`() throws {
        let strange = try TestLog("P-521", operator: "Alpha", key: TestKey.shared(.ecdsaP521, "log"))
        #expect(try snapshot(TestLog.list(logs + [strange])).logListReport?.unsupported == ["P-521"])
    }

    @Test func `must have the SHA-256 of each key as its log_id`() throws {
        var logs = logs
        logs[0].listedID = Array(repeating: 1, count: 32)
        let problem = try #require(try problems(TestLog.list(logs)).first)
        #expect(problem.hasPrefix("/operators/0/logs/0/log_id: expected the SHA-256 of the key, "), "\(problem)")
        logs[0].listedID = [1]
        #expect(try problems(TestLog.list(logs)).count == 1)
    }

    @Test func `must have each log once`() throws {
        let problem = try #require(try problems(TestLog.list(logs + [logs[0]])).first)
        #expect(problem.hasPrefix("/operators/0/logs/1: there are two logs with the log_id "), "\(problem)")
    }

    @Test func `has precise errors`() throws {
        let good = try TestLog.list(logs)
        let replacements: [(String, String, String)] = [
            ("\"usable\"", "\"great\"", "/operators/0/logs/0/state: expected an object with one of the members"),
            ("2025-12-22T00:00:00Z", "yesterday", "/log_list_timestamp: expected an RFC 3339 instant"),
            ("\"key\" : \"", "\"key\" : \"%", "/operators/0/logs/0/key: the text is not base64: at byte 0"),
            ("\"key\" : \"MFkw", "\"key\" : \"MFgw", "/operators/0/logs/0/key: the key is malformed: byte"),
            ("\"name\" : \"Alpha\"", "\"title\" : \"Alpha\"", "/operators/0: the key `name` is missing"),
        ]
        for (old, new, expected) in replacements {
            let problem = try problems(good.replacing(old, with: new, maxReplacements: 1)).first ?? "none"
            #expect(problem.hasPrefix(expected), "\(old): \(problem)")
        }
        #expect(try problems("[]") == [": expected a mapping, found a list"])
        #expect(
            try problems(#"{"log_list_timestamp": "2026-01-01T00:00:00Z", "operators": []}"#)
                == ["/operators: the list contains no log"]
        )
        #expect(try !problems("{").isEmpty)
        #expect(try !problems("").isEmpty)
    }

    @Test func `that is cut off anywhere is an error`() throws {
        let good = try TestLog.list(logs)
        for count in stride(from: 0, to: good.utf8.count - 2, by: 37) {
            #expect(try !problems(String(good.prefix(count))).isEmpty, "\(count)")
        }
    }

    @Test func `must exist`() throws {
        let loader = PolicyLoader(
            directory: nil,
            systemAnchors: directory.path + "/root.pem",
            ports: try APIFixture().documents,
            logList: directory.path + "/none.json"
        )
        do {
            _ = try loader.load()
            Issue.record("a missing list was accepted")
        } catch {
            #expect(error.problems.map(\.file) == [directory.path + "/none.json"])
        }
    }
}
