import DecisionFiles
import Foundation
import Glibc
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import anchord

/// `anchord decisions` with files that no daemon wrote; `DecisionLogServeTests` has real ones.
@Suite struct `The command about the log of decisions` {
    private let directory: TemporaryDirectory
    private var log: String { directory.path }

    init() throws { directory = try TemporaryDirectory() }

    private static func run(_ id: String, _ number: Int) -> String {
        #"{"run":"\#(id)","time":"2026-11-28T22:40:00Z","format":1,"number":\#(number),"version":"0.2.0"}"#
    }

    private static func id(_ number: Int) -> String {
        let digits = String(number)
        return "019b76da-a800-788f-8343-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// A verdict; `more` are further members.
    private static func decision(_ number: Int, host: String = "pay.example", more: String = "") -> String {
        #"{"number":\#(number),"id":"\#(id(number))","time":"2026-11-28T22:44:0\#(number % 10).123Z","route":"evaluations","#
            + #""clients":["payments"],"user":993,"policy":{"set":"pay","name":"pinned","rule":"*.example"},"#
            + #""host":"\#(host)","chain":["bb27"],"verdict":"untrusted","action":"deny","result":"deny","mode":"enforce","#
            + #""reasons":[{"code":"pin.mismatch","severity":"error","depth":0}]\#(more),"source":"repeated","microseconds":9}"#
    }

    private func write(_ name: String, _ lines: [String], end: String = "\n") throws {
        try directory.write(name, lines.joined(separator: "\n") + end)
    }

    private func decisions(_ arguments: [String], input: String = "") throws -> AnchordProgram.Result {
        try AnchordProgram.run(["decisions"] + arguments, input: input)
    }

    /// Runs the command with `--json`; returns the numbers in its lines, each of which must be an object.
    private func numbers(_ arguments: [String]) throws -> [Int] {
        let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
        let command = "'\(AnchordProgram.location.path)' decisions --json \(quoted)"
        return try ShellCommand.run(command, in: log).text.split(separator: "\n").compactMap { line in
            let object = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            return object?["number"] as? Int
        }
    }

    // MARK: Files

    @Test func `lists the files of a directory from the oldest to the current one, and no others`() throws {
        try write("decisions-20261128T224400Z-000009.jsonl", [Self.run("a", 1), Self.decision(1), Self.decision(2)])
        try write("decisions-20261128T224400Z-000010.jsonl", [Self.run("a", 3), Self.decision(3)])
        try write("decisions.jsonl", [Self.run("a", 4), Self.decision(4)])
        try write("decisions-old.jsonl", ["nothing"])
        #expect(try numbers([log]) == [1, 2, 3, 4])
        #expect(
            try numbers(["\(log)/decisions.jsonl", "\(log)/decisions-20261128T224400Z-000009.jsonl"]) == [4, 1, 2]
        )
        let configuration = try directory.write("anchord.yaml", "decisions: {directory: \(log)}\n")
        #expect(try numbers(["--config", configuration]) == [1, 2, 3, 4])
        let check = try decisions(["--check", log])
        #expect(check.status == 0 && check.errors.isEmpty)
        #expect(
            check.output == "files 3, runs 1, decisions 4, dropped 0, possibly not on the disk 0, errors 0\n",
            "\(check.output)"
        )
    }

    @Test func `reads a current file once, although it was renamed meanwhile`() throws {
        try write("decisions.jsonl", [Self.run("a", 1), Self.decision(1)])
        var list = try DecisionFileList([log])
        try FileManager.default.linkItem(
            atPath: "\(log)/decisions.jsonl",
            toPath: "\(log)/decisions-20261128T224400Z-000001.jsonl"
        )
        var renamed = try DecisionFileList([log])
        #expect(try list.next() != nil && list.next() == nil)
        #expect(try renamed.next() != nil && renamed.next() == nil)
    }

    @Test func `reads standard input, and refuses what it cannot read`() throws {
        let input = [Self.run("a", 1), Self.decision(1)].joined(separator: "\n")
        #expect(try decisions(["-"], input: input).output.contains(Self.id(1)))
        try FileManager.default.createDirectory(atPath: "\(log)/empty", withIntermediateDirectories: false)
        try Data([0x1F, 0x8B, 8, 0, 0]).write(to: URL(filePath: "\(log)/old.gz"))
        for (arguments, message) in [
            (["\(log)/none"], "\(log)/none does not exist"), (["\(log)/empty"], "has no file of a log of decisions"),
            (["\(log)/old.gz"], "old.gz is compressed"), ([], "no log of decisions is configured"),
            (["-", "-"], "standard input is read once"),
            (["-", "--explain", Self.id(1)], "cannot read standard input"),
            (["--check", "--client", "a", log], "cannot be combined"),
            (["--explain", "x", log], "is not an identifier"),
            (["--action", "refuse", log], "expected allow, deny or default"),
            (["--shadow", "refuse", log], "expected allow, deny, default or skipped"),
            (["--verdict", "denied", log], "expected trusted, untrusted or indeterminate"),
            (["--since", "yesterday", log], "is not a time"), (["--policy", "a b", log], "is not a policy name"),
        ] {
            let result = try decisions(arguments)
            #expect(result.status == 2 && result.errors.contains(message), "\(arguments): \(result.errors)")
        }
    }

    @Test(arguments: ["decisions.jsonl", "decisions-20261128T224400Z-000002.jsonl"], ["pipe", "link"])
    func `refuses a file of a directory that is not a regular one`(name: String, kind: String) throws {
        try write("decisions-20261128T224400Z-000001.jsonl", [Self.run("a", 1), Self.decision(1)])
        let path = "\(log)/\(name)"
        if kind == "pipe" {
            #expect(unsafe mkfifo(path, 0o600) == 0)
        } else {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        }
        let result = try decisions(["--check", log])
        #expect(result.status == 2 && result.errors.contains("\(path) is "), "\(result)")
    }

    // MARK: Conditions

    @Test(arguments: [
        (["--policy", "pay"], [1, 2, 3, 4]), (["--policy", "pay/pinned"], [1, 2, 3, 4]),
        (["--policy", "pay/other"], []),
        (["--host", "bücher.example"], [3]), (["--host", "PAY.example."], [1, 2, 4]),
        (["--client", "payments"], [1, 2, 3, 4]),
        (["--client", "pay"], []), (["--code", "pin.mismatch"], [1, 2, 3, 4]),
        (["--code", "noClientCertificate"], [5]),
        (["--code", "untrustedHost"], [6]), (["--verdict", "untrusted", "--action", "deny"], [1, 2, 3, 4]),
        (["--verdict", "trusted"], []), (["--shadow", "allow"], [4]), (["--shadow", "skipped"], [2]),
        (["--shadow", "deny", "--action", "deny"], []),
        (["--since", "2026-11-28T22:44:03Z", "--until", "2026-11-28T22:44:05Z"], [3, 4]),
        (["--since", "2026-11-29"], []), (["--until", "2026-11-28"], []),
        (["--host", "pay.example", "--until", "2027-01-01"], [1, 2, 4]),
    ])
    func `selects decisions as GET /v1/decisions does`(arguments: [String], expected: [Int]) throws {
        let unreadable =
            #"{"number":5,"id":"\#(Self.id(5))","time":"2026-11-28T22:44:05.000Z","route":"check","problem":"noClientCertificate"}"#
        let challenge =
            #"{"number":6,"id":"\#(Self.id(6))","time":"2026-11-28T22:44:06.000Z","route":"challenges","#
            + #""host":"other.example","disposition":"cancelAuthenticationChallenge","reason":"untrustedHost"}"#
        try write(
            "decisions.jsonl",
            [
                Self.run("a", 1), Self.decision(1), Self.decision(2, more: #","shadow":{"policy":"s","skipped":true}"#),
                Self.decision(3, host: "xn--bcher-kva.example"),
                Self.decision(4, more: #","shadow":{"policy":"s","verdict":"trusted","action":"allow","reasons":[]}"#),
                unreadable, challenge,
            ]
        )
        #expect(try numbers(arguments + [log]) == expected)
    }

    // MARK: Explanation

    @Test func `explains a decision with its answer as it was`() throws {
        let verdict =
            #"{"verdict":"untrusted","action":"deny","reasons":[{"code":"pin.mismatch","severity":"error","depth":0,"#
            + #""message":"None of the keys matches.","remedy":"Add the new pin."}]}"#
        let digest = SHA256.fingerprint(of: Array(verdict.utf8)[...]).hex
        let answer = #"{"answer":"\#(digest)","verdict":\#(verdict)}"#
        let reference = #","evaluatedAt":"2026-11-28T22:44:01Z","answer":"\#(digest)""#
        try write(
            "decisions.jsonl",
            [
                Self.run("a", 1), answer, Self.decision(1, more: reference),
                Self.decision(
                    2,
                    more: #","shadow":{"policy":"s","action":"deny","reasons":[{"code":"pin.mismatch"}]}"#
                ),
                Self.decision(3, more: #","answer":"omitted""#),
            ]
        )
        let text = try decisions(["--explain", Self.id(1).uppercased(), log])
        let first = "untrusted: deny (deny, policy pay/pinned, at 2026-11-28T22:44:01Z)\n"
        let reason = "error pin.mismatch: certificate 0: None of the keys matches. Add the new pin.\n"
        #expect(text.status == 0 && text.output.hasPrefix(first + reason), "\(text)")
        #expect(text.output.contains("  client: payments\n") && text.output.contains("  host: pay.example\n"))
        let json = try decisions(["--explain", Self.id(1), "--json", log])
        let shown = #"{"decision":\#(Self.decision(1, more: reference)),"answer":\#(verdict)}"#
        #expect(json.status == 0 && json.output == shown + "\n", "\(json)")
        for number in [2, 3] {
            let without = try decisions(["--explain", Self.id(number), log])
            #expect(without.status == 0 && without.output.contains("does not have the messages"), "\(without)")
            #expect(without.output.contains("\nerror pin.mismatch: certificate 0:\n"))
            #expect(without.output.contains("  shadow: s: deny pin.mismatch\n") == (number == 2), "\(without)")
        }
        let none = try decisions(["--explain", Self.id(4), log])
        #expect(none.status == 1 && none.errors.contains("no file has a decision with the identifier"))
    }

    @Test func `explains a decision of a file before one that cannot be read`() throws {
        try write("a.jsonl", [Self.run("a", 1), Self.decision(1)])
        try Data([0x1F, 0x8B, 8, 0, 0]).write(to: URL(filePath: "\(log)/b.jsonl.gz"))
        let files = ["\(log)/a.jsonl", "\(log)/b.jsonl.gz"]
        let found = try decisions(["--explain", Self.id(1)] + files)
        #expect(found.status == 0 && found.output.contains(Self.id(1)) && found.errors.isEmpty, "\(found)")
        let other = try decisions(["--explain", Self.id(2)] + files)
        #expect(other.status == 2 && other.errors.contains("is compressed"), "\(other)")
    }

    @Test(arguments: ["", "changed"]) func `refuses an answer that was removed or changed`(change: String) throws {
        let digest = String(repeating: "ab", count: 32)
        let answer = change.isEmpty ? "" : #"{"answer":"\#(digest)","verdict":{"verdict":"trusted"}}"#
        try write("decisions.jsonl", [Self.run("a", 1), answer, Self.decision(1, more: #","answer":"\#(digest)""#)])
        let result = try decisions(["--explain", Self.id(1), log])
        #expect(result.status == 1 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains(change.isEmpty ? "is missing" : "was changed"), "\(result)")
    }

    // MARK: Damage

    @Test func `reports missing and damaged lines with file and line`() throws {
        try write(
            "decisions-20261128T224400Z-000001.jsonl",
            [
                Self.run("a", 1), Self.decision(1), "", Self.decision(3), #"{"number":4,"id"#, Self.decision(4),
                #"{"dropped":{"from":5,"count":2}}"#,
            ],
        )
        try write(
            "decisions.jsonl",
            [Self.run("a", 7), Self.decision(7), #"{"num"#, Self.run("b", 1), #"{"number":1"#],
            end: ""
        )
        let check = try decisions(["--check", "--json", log])
        #expect(check.status == 1)
        #expect(
            check.output == #"{"files":2,"runs":2,"decisions":4,"dropped":2,"unflushed":0,"errors":2}"# + "\n",
            "\(check.output)"
        )
        let old = "\(log)/decisions-20261128T224400Z-000001.jsonl"
        let errors = check.errors.split(separator: "\n")
        #expect(errors.count == 4, "\(check.errors)")
        for (error, start) in zip(
            errors,
            [
                "anchord: \(old):4: number 2 is missing, without a mark", "anchord: \(old):5: the line is not JSON: ",
                "anchord: \(log)/decisions.jsonl:3: skipped an incomplete line",
                "anchord: \(log)/decisions.jsonl:5: skipped an incomplete line",
            ]
        ) { #expect(error.hasPrefix(start), "\(error)") }
        let list = try decisions([log])
        #expect(list.status == 1 && list.output.split(separator: "\n").count == 5)
        #expect(!list.errors.contains("missing") && list.errors.contains(":5: the line is not JSON"))
    }

    @Test(arguments: ["\n", ""])
    func `reports a last line that cannot be read if it has a line feed`(end: String) throws {
        try write("decisions.jsonl", [Self.run("a", 1), Self.decision(1), #"{"number":2"#], end: end)
        let check = try decisions(["--check", log])
        let message = end.isEmpty ? "skipped an incomplete line" : "the line is not JSON"
        #expect(
            check.status == (end.isEmpty ? 0 : 1) && check.errors.contains("decisions.jsonl:3: \(message)"),
            "\(check)"
        )
    }

    @Test(arguments: [
        "[1]", "7", #"{"number":-1,"id":"a"}"#, #"{"number":99999999999999999999,"id":"a"}"#, #"{"number":1}"#,
        #"{"run":"a","format":2,"number":1}"#, #"{"run":"a","format":1}"#, #"{"dropped":{"from":1}}"#,
        #"{"unflushed":{}}"#,
        #"{"answer":"x""#, #"{"number":1,"number":2,"id":"a"}"#, String(repeating: "[", count: 100_000),
    ])
    func `survives hostile lines`(line: String) throws {
        try write("decisions.jsonl", [Self.run("a", 1), line, Self.decision(1)])
        for arguments in [["--check", log], [log], ["--explain", Self.id(1), log]] {
            let result = try decisions(arguments)
            #expect(result.status == (arguments[0] == "--explain" ? 0 : 1), "\(arguments) \(result)")
            if arguments[0] != "--explain" {
                #expect(result.errors.contains("decisions.jsonl:2: the line "), "\(result)")
            }
        }
    }

    @Test func `skips a line that is too long, and text that is not UTF-8`() throws {
        try write("decisions.jsonl", [Self.run("a", 1), String(repeating: "x", count: 5 << 20), Self.decision(1)])
        let file = try #require(FileHandle(forWritingAtPath: "\(log)/decisions.jsonl"))
        try file.seekToEnd()
        try file.write(
            contentsOf: Data(#"{"number":2,"id":""#.utf8) + [0xFF, 0xFE] + Data("\"}\n\(Self.decision(2))\n".utf8)
        )
        try file.close()
        let result = try decisions([log])
        #expect(result.status == 1 && result.output.split(separator: "\n").count == 3)
        #expect(result.errors.contains(":2: the line is longer than 4 MiB"), "\(result.errors)")
        #expect(result.errors.contains(":4: the line is not JSON: a string is not UTF-8"), "\(result.errors)")
    }

    @Test func `writes no control character of a line to a terminal`() throws {
        let hostile = "a\\u001b[31m\\nfake\u{202E}\u{9B}2J  deny"
        try write(
            "decisions.jsonl",
            [
                Self.run("a\u{9B}", 1),
                Self.decision(1, host: hostile).replacing(#"{"number""#, with: "{ \t\r\"number\""),
            ]
        )
        // AnchordProgram checks that the output has no control characters.
        for arguments in [
            [log], ["--explain", Self.id(1), log], ["--explain", Self.id(1), "--json", log], ["--check", log],
        ] {
            #expect(try decisions(arguments).status == 0)
        }
        let table = try decisions([log]).output.split(separator: "\n")
        #expect(table.count == 2 && table[1].contains(#""a\u{1B}[31m\nfake\u{202E}\u{009B}2J  deny""#), "\(table)")
        let text = try ShellCommand.run("'\(AnchordProgram.location.path)' decisions --json '\(log)'", in: log).text
        #expect(!text.contains("\r") && !text.contains("\t") && text.contains(#"fake\u202e\u009b2J"#), "\(text)")
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?["host"] as? String == "a\u{1B}[31m\nfake\u{202E}\u{9B}2J  deny")
    }

    @Test func `does not read lines to which decisions refer, however many values they have`() throws {
        let values = Array(repeating: "0", count: 20_000).joined(separator: ",")
        let lines = ["answer", "certificate", "crl", "inputs", "ocsp", "policy"].map { #"{"\#($0)":[\#(values)]}"# }
        try write("decisions.jsonl", [Self.run("a", 1)] + lines + [Self.decision(1)])
        let check = try decisions(["--check", log])
        #expect(check.status == 0 && check.errors.isEmpty && check.output.contains("decisions 1,"), "\(check)")
    }

    @Test func `reads a large log on all processors, in order`() throws {
        let lines = (1...30_000).map { Self.decision($0) }
        try write("decisions.jsonl", [Self.run("a", 1)] + lines)
        #expect(try numbers([log]) == Array(1...30_000))
        let check = try decisions(["--check", log])
        #expect(check.status == 0 && check.output.contains("decisions 30000,"), "\(check.errors)")
    }
}
