import Foundation
import Testing
import TrustTestSupport

@testable import anchord

@Suite struct `anchord status` {
    private let files: ChainFiles
    private let configuration: String

    init() throws {
        files = try ChainFiles()
        try files.directory.write("policies/one.yaml", "otherwise: deny")
        configuration = try files.directory.write(
            "anchord.yaml",
            """
            listen: ["127.0.0.1:0", "unix:\(files.directory.path)/anchord.sock"]
            policies: \(files.directory.path)/policies
            systemAnchors: \(files.root)
            """
        )
    }

    private func status(_ arguments: String...) throws -> AnchordProgram.Result {
        try AnchordProgram.run(["status"] + arguments, environment: ["ANCHORD_CONFIG": configuration])
    }

    private func lines(_ result: AnchordProgram.Result) -> [String] {
        result.output.split(separator: "\n").map(String.init)
    }

    @Test func `shows the version, the policies and figures of the daemon`() throws {
        let daemon = try AnchordDaemon(["--config", configuration])
        let result = try status()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
        let lines = lines(result)
        #expect(try #require(lines.first).wholeMatch(of: #/anchord \S+, running since 2\S+Z \(0 min\)/#) != nil)
        #expect(lines[1].wholeMatch(of: #/policies: sets 2, revision \S+, loaded at 2\S+Z/#) != nil, "\(lines[1])")
        #expect(lines.contains("system anchors: 1 in \(files.root)"))
        #expect(lines.contains("expirations in policies: soon 0, ended 0"))
        #expect(lines.contains("network: disabled"))
        for start in ["caches: verdicts 0", "connections: open 1, ", "requests: received "] {
            #expect(lines.contains { $0.hasPrefix(start) }, "\(start): \(result.output)")
        }
        #expect(!result.output.contains("?"))
        withExtendedLifetime(daemon) {}
    }

    @Test func `prints the response with --json`() throws {
        let daemon = try AnchordDaemon(["--config", configuration])
        let result = try status("--json")
        #expect(result.status == 0, "\(result.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let policies = try #require(object?["policies"] as? [String: Any])
        #expect(policies["sets"] as? Int == 2)
        withExtendedLifetime(daemon) {}
    }

    @Test func `shows a failed reload, and what has ended`() throws {
        try files.directory.write("policies/one.yaml", "otherwise: old\npolicies: {old: \(expiredPins)}")
        let daemon = try AnchordDaemon(["--config", configuration])
        try files.directory.write("policies/one.yaml", "otherwise: denny")
        #expect(try AnchordProgram.run(["reload", "--config", configuration]).status == 1)
        let result = try status()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("\n  last reload failed at 2"))
        #expect(
            result.output.contains("\nexpirations in policies: soon 0, ended 1\n  ended one/old: "),
            "\(result.output)"
        )
        withExtendedLifetime(daemon) {}
    }

    private var expiredPins: String {
        let pins = ["A", "B"].map { "\"sha256/\($0)\(String(repeating: "A", count: 42))=\"" }.joined(separator: ", ")
        return "{evaluator: pinPublicKeys, pins: [\(pins)], expires: '2020-01-01'}"
    }

    @Test func `exits with 1 if no daemon responds`() throws {
        let result = try status()
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.contains("/anchord.sock: no daemon responds: the socket does not exist"))
    }

    @Test func `exits with 1 if the user may not read the status`() throws {
        try files.directory.write("token", "of-no-client")
        let text = try String(contentsOfFile: configuration, encoding: .utf8)
        try files.directory.write(
            "anchord.yaml",
            text + "\nrootMay: []\nclients: [{name: edge, unixUser: 54001, may: [evaluate]}]\n"
        )
        let daemon = try AnchordDaemon(["--config", configuration])
        let result = try status("--token-file", files.directory.path + "/token")
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(
            result.errors.hasPrefix("anchord: the daemon refused the request: unauthorized (401): "),
            "\(result.errors)"
        )
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [["status", "x"], ["status", "--timeout", "0s"], ["status", "--config", "/nonexistent.yaml"]])
    func `exits with 2 for an invalid command line or configuration`(arguments: [String]) throws {
        #expect(try AnchordProgram.run(arguments).status == 2)
    }
}

@Suite struct `The response of another program` {
    @Test(arguments: [
        #"{"version":1}"#, #"["a"]"#, "text", "",
    ])
    func `is read without errors`(body: String) {
        let value = ResponseValue(body)
        #expect((value == nil) != body.hasPrefix("{"))
        #expect(value.map(StatusText.lines)?.first?.hasPrefix("anchord 1, running since ?") ?? true)
    }

    @Test func `can have more values than a request`() {
        let items = Array(repeating: "0", count: 100_000).joined(separator: ",")
        let value = ResponseValue("{\"blocks\":[\(items)]}")
        #expect(value?["blocks"].elements.count == 100_000)
    }
}
