import Foundation
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import anchord

@Suite struct `anchord replay` {
    private static let time = Instant(secondsSince1970: TestInstant.reference.secondsSince1970)

    private let files: ChainFiles
    private var path: String { files.directory.path }
    private var log: String { "\(path)/decisions.jsonl" }

    init() throws {
        files = try ChainFiles()
        try files.directory.write(
            "policies/own.yaml",
            "otherwise: a\npolicies: {a: {evaluator: default, anchors: [../root.pem]}}"
        )
    }

    /// Returns the lines of a log with two decisions of one question, and one of a question for another host.
    private func lines() async throws -> [String] {
        var log = try RecordedLog(policies: "\(path)/policies", systemAnchors: files.root)
        let bytes = Array(files.chainText.utf8)
        let chain = try EvaluationComponents().documents.certificates.certificates(in: bytes, limits: .init())
        for (host, seconds) in [(ChainFiles.host, 0), (ChainFiles.host, 60), ("other.example", 61)] as [(String, Int64)]
        {
            let inquiry = Inquiry(chain: chain, host: host, policy: .named(.init("own") ?? .system))
            try await log.record(inquiry, at: Self.time.adding(seconds: seconds))
        }
        return String(decoding: log.takeLines(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func write(_ lines: [String], end: String = "\n") throws {
        try files.directory.write("decisions.jsonl", lines.joined(separator: "\n") + end)
    }

    private func replay(
        _ arguments: [String] = [],
        input: String = "",
        files: [String]? = nil
    ) throws -> AnchordProgram.Result {
        let common = ["--policies", "\(path)/policies", "--system-anchors", self.files.root]
        return try AnchordProgram.run(["replay"] + (files ?? [log]) + common + arguments, input: input)
    }

    // MARK: Results

    @Test func `makes the decisions of a daemon again, with the same results`() throws {
        let configuration = try files.directory.write(
            "anchord.yaml",
            "listen: ['127.0.0.1:0']\npolicies: \(path)/policies\nsystemAnchors: \(files.root)\n"
                + "decisions: {directory: \(path)/log, record: inputs, flush: 0s}\n"
        )
        let daemon = try AnchordDaemon(["--config", configuration])
        for query in ["host=\(ChainFiles.host)", "host=other.example", "host=\(ChainFiles.host)&at=\(ChainFiles.late)"]
        {
            let connection = try TestConnection(daemon.addresses.first ?? "")
            connection.send(
                "POST /v1/evaluations?policy=own&\(query) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Type: application/x-pem-file\r\nContent-Length: \(files.chainText.utf8.count)\r\n\r\n\(files.chainText)"
            )
            #expect(connection.rest().contains("\"verdict\""))
        }
        daemon.signal(SIGTERM)
        daemon.expectEnd()
        let result = try replay(files: ["\(path)/log"])
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasPrefix("3 decisions compared: 3 unchanged, 0 changed"), "\(result.output)")
    }

    @Test func `shows what changes, with the time and the policies of the options`() async throws {
        try write(try await lines())
        let late = try replay(["--at", "now"])
        #expect(late.status == 1, "\(late)")
        #expect(late.output.contains("3 decisions compared: 0 unchanged, 3 changed (2 denied, 0 allowed, 1 other)"))
        #expect(late.output.contains("added error time.expired ("), "\(late.output)")
        let schema = try CommandOutputSchema("anchord replay")
        let command = "'\(AnchordProgram.location.path)' replay decisions.jsonl --policies policies --at now --json"
        let json = try ShellCommand.run("\(command) --system-anchors root.pem", in: path).text.split(separator: "\n")
        #expect(json.count == 4)
        for line in json { #expect(try schema.defects(of: String(line)) == [], "\(line)") }
        try files.directory.write(
            "new/own.yaml",
            "otherwise: b\npolicies: {b: {evaluator: disabled}}"
        )
        let allowed = try replay(["--against", "\(path)/new"])
        #expect(
            allowed.status == 1 && allowed.output.contains("3 changed (1 denied, 0 allowed, 2 other)"),
            "\(allowed)"
        )
    }

    @Test func `reads standard input`() async throws {
        let text = try await lines().joined(separator: "\n") + "\n"
        let result = try replay(input: text, files: ["-"])
        #expect(result.status == 0 && result.output.hasPrefix("3 decisions compared: 3 unchanged"), "\(result)")
    }

    // MARK: Logs that lack something

    @Test(arguments: [
        ("\"inputs\":\"[0-9a-f]{64}\"(,\"source\")", "\"inputs\":\"omitted\"$1", "inputsOmitted", 3),
        ("\"inputs\":\"[0-9a-f]{64}\",(\"source\")", "$1", "inputsOmitted", 3),
        ("\"inputs\":\"[0-9a-f]{8}([0-9a-f]{56}\",\"source\")", "\"inputs\":\"00000000$1", "brokenReference", 3),
        ("(\"mode\":\"enforce\")", "$1,\"block\":\"stolen\"", "blocked", 3),
        ("(\"mode\":\"enforce\")", "$1,\"floor\":{\"set\":\"floors\",\"name\":\"a\"}", "floorUnknown", 3),
    ])
    func `counts decisions that it cannot make again`(
        pattern: String,
        replacement: String,
        failure: String,
        count: Int
    ) async throws {
        try write(
            try await lines().map {
                $0.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
            }
        )
        let result = try replay()
        #expect(result.status == 2)
        #expect(result.output.hasPrefix("0 decisions compared"), "\(result.output)")
        #expect(result.output.contains("\n         \(count)  \(failure): "), "\(result.output)")
        let json = try replay(["--json"])
        #expect(json.output.split(separator: "\n").count == count + 1)
        #expect(json.output.contains("\"failure\":\"\(failure)\",\"count\":\(count)"), "\(json.output)")
        let schema = try CommandOutputSchema("anchord replay")
        for line in json.output.split(separator: "\n") { #expect(try schema.defects(of: String(line)) == []) }
    }

    @Test func `says that a policy is missing`() async throws {
        try write(try await lines())
        try FileManager.default.removeItem(atPath: "\(path)/policies/own.yaml")
        try files.directory.write("policies/else.yaml", "policies: {a: {evaluator: disabled}}")
        let result = try replay()
        #expect(result.status == 2 && result.output.contains("  policyMissing: "), "\(result)")
        #expect(result.output.contains("            3: there is no policy set `own`"), "\(result.output)")
        let json = try replay(["--json"]).output
        #expect(json.contains(#""details":[{"detail":"there is no policy set `own`","count":3}]"#), "\(json)")
    }

    @Test func `has no outcome if the evaluation exceeds its limits`() throws {
        let parts = try EvaluationComponents()
        let evaluations = try parts.evaluations(
            budget: WorkBudget(paths: 0),
            limits: .init(),
            allowsInlinePolicies: false
        )
        let snapshot = try parts.loader(directory: "\(path)/policies", systemAnchors: files.root).load()
        let bytes = Array(files.chainText.utf8)
        let chain = try parts.documents.certificates.certificates(in: bytes, limits: .init())
        let inquiry = Inquiry(chain: chain, host: ChainFiles.host, policy: .named(.init("own") ?? .system))
        let digest = SHA256.fingerprint(of: bytes[...])
        let result = Replay(evaluations, under: snapshot).result(of: digest, at: Self.time) {
            () throws(ReplayFailure) in
            RecordedInquiry(inquiry, evidence: RecordedEvidence([]))
        }
        #expect(result == .failure(ReplayFailure(.budgetExhausted)))
    }

    @Test func `reports a part that was changed, removed, moved or refers to itself`() async throws {
        let lines = try await lines()
        let certificate = try #require(lines.firstIndex { $0.hasPrefix("{\"certificate\"") })
        let question = try #require(lines.firstIndex { $0.hasPrefix("{\"inputs\"") })
        var changed = lines
        changed[certificate] = changed[certificate].replacingOccurrences(of: "\"der\":\"MII", with: "\"der\":\"MIA")
        try write(changed)
        let result = try replay()
        #expect(
            result.status == 2 && result.errors.contains("was changed: its content has another digest"),
            "\(result)"
        )
        #expect(result.output.contains("  brokenReference: "))
        var removed = lines
        removed.remove(at: certificate)
        try write(removed)
        #expect(try replay().output.contains("  brokenReference: "))
        // Only earlier lines of the same file are referred to.
        var moved = lines
        moved.append(moved.remove(at: question))
        try write(moved)
        #expect(try replay().output.contains("         2  brokenReference: "))
        try write(Array(lines[..<(question + 1)]))
        try files.directory.write("second.jsonl", lines[(question + 1)...].joined(separator: "\n"))
        #expect(try replay(files: [log, "\(path)/second.jsonl"]).output.contains("         3  brokenReference: "))
        let digest = String(repeating: "a", count: 64)
        let loop = #"{"chain":["\#(digest)"],"host":"a","policy":"own"}"#
        let name = SHA256.fingerprint(of: Array(loop.utf8)[...]).hex
        let decision = try #require(lines.last).replacingOccurrences(
            of: "\"inputs\":\"[0-9a-f]{64}",
            with: "\"inputs\":\"\(name)",
            options: .regularExpression
        )
        try write([lines[0], #"{"inputs":"\#(name)","question":\#(loop)}"#, decision])
        #expect(try replay().output.contains("         1  brokenReference: "))
    }

    @Test func `reads past damaged lines, and reports them`() async throws {
        var lines = try await lines()
        lines.insert("{\"number\":", at: 2)
        lines.insert(String(repeating: "x", count: (4 << 20) + 100), at: 2)
        lines.insert(#"{"certificate":"aa","der":"AAAA"}"#, at: 2)
        lines.insert(#"{"certificate":"\#(String(repeating: "a", count: 64))","der":"*"}"#, at: 2)
        lines.insert(#"{"number":7,"id":"x","verdict":"trusted","action":"maybe"}"#, at: 2)
        try write(lines, end: "\n{\"cut")
        let result = try replay()
        #expect(result.status == 2, "\(result.status)")
        #expect(
            result.output.contains("3 decisions compared: 3 unchanged") && result.output.contains("5 damaged lines")
        )
        for text in [
            "is longer than 4 MiB", "is not JSON", "without digest", "not base64", "without a valid `id`", "incomplete",
        ] {
            #expect(result.errors.contains(text), "\(text): \(result.errors.prefix(2000))")
        }
    }

    @Test(arguments: [
        (#""id":"[^"]*""#, #""id":"x""#, "id"), ("\"action\":\"[a-z]*\"", "\"action\":\"maybe\"", "action"),
        (#""time":"[^"]*""#, #""time":5"#, "time"), (#""host":"[^"]*""#, #""host":5"#, "host"),
        (#""inputs":"[^"]*""#, #""inputs":5"#, "inputs"), (#""inputs":"[^"]*""#, #""inputs":"aa""#, "inputs"),
        (#""reasons":\[[^]]*\]"#, #""reasons":3"#, "reasons"), (#""reasons":\[[^]]*\]"#, #""reasons":[3]"#, "reasons"),
        (#""reasons":\[[^]]*\]"#, #""reasons":[],"principal":4"#, "principal"),
        (#""reasons":\[[^]]*\]"#, #""reasons":[],"principal":{"kind":"face","value":"x"}"#, "principal"),
        (#""policy":\{[^}]*\}"#, #""policy":"own""#, "policy"), (#""policy":\{[^}]*\}"#, #""policy":{"set":1}"#, "set"),
    ])
    func `takes a decision with a member of the wrong form for damaged`(
        pattern: String,
        replacement: String,
        member: String
    ) async throws {
        var lines = try await lines()
        let last = try #require(lines.last)
        lines[lines.count - 1] = last.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
        #expect(lines.last != last)
        try write(lines)
        let result = try replay()
        #expect(result.status == 2 && result.output.hasPrefix("2 decisions compared"), "\(result)")
        #expect(result.errors.contains("is a decision without a valid `\(member)`"), "\(result.errors)")
    }

    @Test func `says what the log lacks`() async throws {
        var lines = try await lines()
        lines[0] = lines[0].replacingOccurrences(of: #""format":1"#, with: #""format":1,"sample":0.25"#)
        let mark = #"{"dropped":{"from":9,"count":9007199254740991}}"#
        lines += [#"{"dropped":{"from":4,"count":7}}"#]
        try write(lines)
        let result = try replay(["--html", "\(path)/page.html"])
        let text = "not in the log: 7 decisions dropped, allowed decisions sampled at 0.25"
        #expect(result.status == 0 && result.output.contains(text), "\(result)")
        #expect(try String(contentsOfFile: "\(path)/page.html", encoding: .utf8).contains(text))
        let json = try replay(["--json"]).output
        #expect(json.contains(#""dropped":7,"sampled":["0.25"]"#), "\(json)")
        #expect(try CommandOutputSchema("anchord replay").defects(of: json) == [])
        try write(lines + Array(repeating: mark, count: 1100))
        #expect(try replay().output.contains("\(Int.max) decisions dropped"))
    }

    @Test func `refuses a log without decisions, and a file that is given twice`() async throws {
        let lines = try await lines()
        try write([lines[0]])
        let empty = try replay()
        #expect(empty.status == 2 && empty.errors.contains("the log has no decisions"), "\(empty)")
        try write(lines)
        for names in [
            [log, log], [log, "\(path)/../\((path as NSString).lastPathComponent)/decisions.jsonl"], [path, log],
        ] {
            let result = try replay(files: names)
            #expect(result.status == 2 && result.errors.contains("is given twice"), "\(result)")
        }
    }

    @Test func `shows both names of a client that is allowed with another one`() async throws {
        let lines = try await lines().map {
            $0.replacingOccurrences(
                of: #"("action":"allow")"#,
                with: #"$1,"principal":{"kind":"dnsName","value":"old.example"}"#,
                options: .regularExpression
            )
        }
        try write(lines)
        let result = try replay(["--html", "\(path)/page.html"])
        #expect(result.status == 1 && result.output.contains("  principal changed ("), "\(result)")
        let page = try String(contentsOfFile: "\(path)/page.html", encoding: .utf8)
        #expect(page.contains("<bdi>dnsName old.example</bdi> → <bdi>-</bdi>"))
    }

    // MARK: Hostile names

    @Test func `shows names as text in the terminal and in the page`() async throws {
        let hostile = #"</script><img src=x onerror=alert(1)>\"'&\u202e\u001b[31m\u0000"#
        let lines = try await lines().map { line in
            line.hasPrefix("{\"number\"")
                ? line.replacingOccurrences(of: "\"host\":\"www.example.com\"", with: "\"host\":\"\(hostile)\"")
                    .replacingOccurrences(of: "\"name\":\"a\"", with: "\"name\":\"\(hostile)\"")
                    .replacingOccurrences(of: "\"action\":\"allow\"", with: "\"action\":\"deny\"") : line
        }
        try write(lines)
        // AnchordProgram.run checks that no control character is printed.
        let result = try replay(["--html", "\(path)/page.html"])
        #expect(result.status == 1 && result.output.contains("2 allowed"), "\(result)")
        let page = try String(contentsOfFile: "\(path)/page.html", encoding: .utf8)
        #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"))
        for text in ["<img", "<script", "\u{202E}", "\u{1B}", "\u{0}", "onerror=alert(1)>"] {
            #expect(!page.contains(text))
        }
        #expect(page.contains("Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'"))
        #expect(!page.contains("http://") && !page.contains("https://"))
    }

    @Test func `allows the page its own style only`() throws {
        let page = ReplayPage(tally: ReplayTally(), damagedLines: 0, title: "").html
        let start = try #require(page.range(of: "<style>")).upperBound
        let style = page[start..<(try #require(page.range(of: "</style>")).lowerBound)]
        let digest = Base64.encode(SHA256.fingerprint(of: Array(style.utf8)[...]).bytes)
        #expect(page.contains("style-src 'sha256-\(digest)'"))
        #expect(!page.contains(" style=") && !page.contains("<script"))
    }

    // MARK: Command line

    @Test func `refuses what it cannot read or write, before it begins`() async throws {
        try write(try await lines())
        try FileManager.default.createDirectory(atPath: "\(path)/dir", withIntermediateDirectories: false)
        for (arguments, message) in [
            (["--html", "\(path)/none/page.html"], "none/page.html"), (["--html", "\(path)/dir"], "dir"),
            (["--against", "\(path)/none"], "none"), (["--at", "tomorrow"], "tomorrow"),
        ] {
            let result = try replay(arguments)
            #expect(result.status == 2 && result.output.isEmpty && result.errors.contains(message), "\(result)")
        }
        #expect(try replay(files: ["-", "-"]).status == 2)
        #expect(try replay(files: ["\(path)/missing"]).errors.contains("does not exist"))
    }
}
