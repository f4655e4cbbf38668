import Foundation
import Glibc
import Testing
import TrustTestSupport

/// Certificate timestamps over HTTP, with a log list that the operator replaces.
@Suite struct `anchord serve with a log list` {
    private let directory: TemporaryDirectory
    private let logs: [TestLog]
    private let chain: String
    private let timestamps: [String]
    private let daemon: AnchordDaemon

    init() throws {
        directory = try TemporaryDirectory()
        logs = [try TestLog("Alpha", operator: "Alpha"), try TestLog("Beta", operator: "Beta")]
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing")
        let leaf = try issuing.issueLeaf("www.example.com")
        chain = leaf.pem + issuing.certificate.pem
        timestamps = try logs.map { Data(try $0.timestamp(for: leaf)).base64EncodedString() }
        try directory.write("root.pem", root.certificate.pem)
        try directory.write("logs.json", TestLog.list(logs))
        try directory.makeDirectory("policies")
        try directory.write(
            "policies/ct.yaml",
            "otherwise: p\npolicies:\n  p:\n    evaluator: default\n    transparency: {preset: chrome}\n"
        )
        daemon = try AnchordDaemon(
            [
                "--listen", "127.0.0.1:0", "--system-anchors", directory.path + "/root.pem", "--policies",
                directory.path + "/policies",
            ],
            environment: ["ANCHORD_EVIDENCE_LOG_LIST": directory.path + "/logs.json"]
        )
    }

    private func errors(_ timestamps: [String]) throws -> [String] {
        let request: [String: Any] = [
            "chain": chain, "host": "www.example.com", "policy": "ct", "at": "2026-01-01T00:00:00Z", "scts": timestamps,
        ]
        let body = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send(
            "POST /v1/evaluations HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let text = connection.rest()
        let json = text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any], "\(text)")
        let reasons = try #require(answer["reasons"] as? [[String: Any]], "\(text)")
        return reasons.filter { $0["severity"] as? String == "error" }.compactMap { $0["code"] as? String }
    }

    @Test func `requires the timestamps of two logs`() throws {
        #expect(try errors(timestamps) == [])
        #expect(try errors([timestamps[0]]) == ["ct.insufficient"])
        #expect(try errors([]) == ["ct.insufficient"])
    }

    @Test func `keeps the last good list after a bad reload, and uses a new one after a good reload`() throws {
        try directory.write("logs.json", "{\n  \"log_list_timestamp\": 1\n}")
        daemon.signal(SIGHUP)
        let failed = try daemon.entry("policy reload failed, the previous policies remain in use")
        let problem = try #require(failed["problem"] as? String)
        #expect(problem.hasPrefix(directory.path + "/logs.json:"), "\(problem)")
        #expect(try errors(timestamps) == [])
        try directory.write("logs.json", TestLog.list([logs[0]]))
        daemon.signal(SIGHUP)
        let reloaded = try daemon.entry("policies reloaded")
        #expect(reloaded["changedSets"] as? [String] == ["ct"])
        #expect(try errors(timestamps) == ["ct.insufficient"])
    }

    @Test func `does not start with a policy that requires timestamps but without a list`() throws {
        let result = try AnchordProgram.run([
            "policies", "check", directory.path + "/policies", "--system-anchors", directory.path + "/root.pem",
        ])
        #expect(result.status == 1)
        #expect(
            result.errors
                == "ct.yaml:5: /policies/p/transparency: a log list is required: set `evidence.logList` in the configuration\n"
        )
        let listed = try AnchordProgram.run([
            "policies", "check", directory.path + "/policies", "--system-anchors", directory.path + "/root.pem",
            "--log-list", directory.path + "/logs.json",
        ])
        #expect(listed.status == 0, "\(listed.errors)")
    }
}
