import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord evaluate --ndjson` {
    private let files: ChainFiles

    init() throws {
        files = try ChainFiles()
        let policy = "{evaluator: default, anchors: [../root.pem]}"
        try files.directory.write("policies/own.yaml", "otherwise: trusted\npolicies: {trusted: \(policy)}")
    }

    private func evaluate(_ input: String, _ arguments: String...) throws -> AnchordProgram.Result {
        let policies = ["--policies", files.directory.path + "/policies", "--system-anchors", files.root]
        return try AnchordProgram.run(["evaluate", "--ndjson"] + policies + arguments, input: input)
    }

    private func line(_ nonce: String, host: String = ChainFiles.host) throws -> String {
        let object = [
            "chain": files.chainText, "host": host, "policy": "own", "at": ChainFiles.valid, "nonce": nonce,
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self) + "\n"
    }

    private func objects(_ text: String) -> [[String: Any]] {
        text.split(separator: "\n").map { line in
            #expect(StrictJSON.defect(of: Array(line.utf8)) == nil)
            return (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
        }
    }

    @Test func `answers each line in order, and exits with 0 if every chain is allowed`() throws {
        let nonces = (0..<500).map { "n\($0)" }
        let result = try evaluate(nonces.map { try line($0) }.joined())
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
        let objects = objects(result.output)
        #expect(objects.compactMap { $0["nonce"] as? String } == nonces)
        #expect(objects.allSatisfy { $0["action"] as? String == "allow" })
    }

    @Test func `answers a broken line with a problem, and exits with 1`() throws {
        let long = "{\"chain\":\"\(String(repeating: "A", count: 1 << 20))\"}\n"
        let result = try evaluate(try line("a") + "{\n\n  \r\n" + long + "[1]\n" + line("b").dropLast())
        #expect(result.status == 1)
        let objects = objects(result.output)
        #expect(objects.map { $0["nonce"] as? String } == ["a", nil, nil, nil, "b"])
        #expect(objects.map { $0["code"] as? String } == [nil, "malformedJSON", "bodyTooLarge", "invalidRequest", nil])
        let places = objects.map { ($0["errors"] as? [[String: Any]])?.first?["pointer"] as? String }
        #expect(places == [nil, "/1", "/2", "/3", nil])
    }

    @Test func `exits with 1 for a chain that is not allowed`() throws {
        let result = try evaluate(try line("a", host: "other.example") + line("b"))
        #expect(result.status == 1)
        #expect(objects(result.output).compactMap { $0["verdict"] as? String } == ["untrusted", "trusted"])
        // The response to a repeated request is remembered.
        let repeated = try line("").replacing(#""nonce":"","#, with: "").replacing(#","nonce":"""#, with: "")
        let twice = try evaluate(String(repeating: repeated.replacing(ChainFiles.host, with: "x.example"), count: 5))
        #expect(twice.status == 1)
        #expect(objects(twice.output).compactMap { $0["verdict"] as? String }.count == 5)
    }

    @Test func `gives the same responses as the daemon`() throws {
        let text = try line("a") + "{}\n" + line("b", host: "other.example")
        let daemon = try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--policies", files.directory.path + "/policies", "--system-anchors", files.root,
        ])
        let input = try files.directory.write("input", text)
        let command =
            "curl -s --data-binary @\(input) -H 'Content-Type: application/x-ndjson' "
            + "http://\(try #require(daemon.addresses.first))/v1/evaluations/batch"
        let answers = try ShellCommand.run(command, in: files.directory.path).text
        let result = try evaluate("", input)
        #expect(result.status == 1, "\(result.errors)")
        func comparable(_ text: String) -> [NSDictionary] {
            objects(text).map { object in
                var object = object
                object["id"] = nil
                return object as NSDictionary
            }
        }
        #expect(comparable(result.output).count == 3)
        #expect(comparable(result.output) == comparable(answers))
        withExtendedLifetime(daemon) {}
    }

    /// Runs the command with one line in the pipe `in`, whose end descriptor 3 keeps open, and then another command of a shell.
    private func shell(_ preparation: String, output: String, _ next: String) throws -> String {
        let input = try files.directory.write("one", try line("a"))
        let command =
            "\(AnchordProgram.location.path) evaluate --ndjson --policies policies --system-anchors \(files.root)"
        return try ShellCommand.run(
            "mkfifo in \(preparation); \(command) <in >\(output) & exec 3>in; \(next.replacing("LINE", with: "cat \(input) >&3"))",
            in: files.directory.path
        ).text
    }

    @Test func `answers a line before the input ends`() throws {
        let text = try shell("out", output: "out", "exec 4<out; LINE; read -r answer <&4; echo \"$answer\"")
        #expect(objects(text).compactMap { $0["nonce"] as? String } == ["a"], "\(text)")
    }

    @Test func `exits with 2 if the output is lost, also while it waits for input`() throws {
        let text = try shell("", output: "/dev/full", "LINE; wait $!; echo status $?")
        #expect(text == "anchord: standard output cannot be written (error \(ENOSPC))\nstatus 2\n")
    }

    @Test func `prints nothing for an empty input`() throws {
        let result = try evaluate("")
        #expect(result.status == 0)
        #expect(result.output == "" && result.errors == "")
    }

    @Test(arguments: [
        ["--host", "a"], ["--policy", "own"], ["--anchors", "a"], ["--json"], ["--explain"], ["--hosts", "a"],
        ["--intermediates", "a"], ["--at", "2026-01-01"], ["/dev/null", "/dev/null"], ["--quiet"], ["/nonexistent"],
        ["/"],
    ])
    func `exits with 2 for an invalid command line or file`(arguments: [String]) throws {
        let result = try AnchordProgram.run(["evaluate", "--ndjson"] + arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
    }
}
