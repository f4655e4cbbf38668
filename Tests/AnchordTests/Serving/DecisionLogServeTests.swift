import Foundation
import Glibc
import Testing
import TrustTestSupport

/// The log of decisions of running daemons.
///
/// `ANCHORD_KILL_ROUNDS` is the number of rounds of the test that kills daemons.
@Suite struct `The log of decisions of anchord serve` {
    private static let rounds = ProcessInfo.processInfo.environment["ANCHORD_KILL_ROUNDS"].flatMap { Int($0) } ?? 5

    private let files: ChainFiles
    private var log: String { "\(files.directory.path)/log" }
    private var file: String { "\(log)/decisions.jsonl" }

    init() throws { files = try ChainFiles() }

    private func daemon(_ more: [String] = []) throws -> AnchordDaemon {
        try AnchordDaemon(
            ["--listen", "127.0.0.1:0", "--system-anchors", files.root, "--decisions-directory", log] + more
        )
    }

    /// Sends the same request several times; returns the responses.
    @discardableResult
    private func ask(_ daemon: AnchordDaemon, _ count: Int) throws -> [String] {
        let body = #"{"authenticationMethod": "httpBasic"}"#
        let fields = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        return try (0..<count).map { _ in
            let connection = try TestConnection(daemon.addresses.first ?? "")
            connection.send("POST /v1/challenges HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n\(body)")
            return connection.rest()
        }
    }

    /// Waits until a metric has a value.
    private func wait(for metric: String, _ condition: (Int) -> Bool, _ daemon: AnchordDaemon) throws {
        for _ in 0..<12_000 {
            if try condition(daemon.metric(metric)) { return }
            usleep(10_000)
        }
        Issue.record("\(metric) is \(try daemon.metric(metric))")
    }

    /// The decisions of each run, as their numbers; fails at a gap, or at a damaged line before the end of a run.
    private func numbers() throws -> [[Int]] {
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        var runs: [[Int]] = []
        var isTorn = false
        for line in lines where !line.isEmpty {
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                #expect(!isTorn, "two damaged lines")
                isTorn = true
                continue
            }
            if object["run"] != nil {
                runs.append([])
                isTorn = false
                continue
            }
            #expect(!isTorn, "\(line)")
            let number = try #require(object["number"] as? Int)
            let expected = (runs.last?.last ?? 0) + 1
            #expect(number == expected)
            runs[runs.count - 1].append(number)
        }
        return runs
    }

    @Test func `has each decision, also after a rename and SIGHUP`() throws {
        let daemon = try daemon()
        let responses = try ask(daemon, 20)
        try wait(for: "anchord_decisions_written_total", { $0 == 20 }, daemon)
        unsafe _ = rename(file, "\(log)/old")
        daemon.signal(SIGHUP)
        _ = try daemon.entry("policies reloaded")
        let later = try ask(daemon, 20)
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        daemon.expectEnd()
        let text = try ["\(log)/old", file].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let ids = text.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["id"] as? String
        }
        #expect(ids.count == 40)
        for (id, response) in zip(ids, responses + later) { #expect(response.contains("Anchord-Decision: \(id)\r\n")) }
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int ?? 0o777
        #expect(mode & 0o137 == 0)
    }

    @Test func `has no gap after daemons were killed under load`() throws {
        var written = 0
        for round in 0..<Self.rounds {
            let daemon = try daemon(["--decisions-flush", round.isMultiple(of: 2) ? "1s" : "0s"])
            try ask(daemon, 1)
            let done = DispatchSemaphore(value: 0)
            let (address, directory) = (daemon.addresses.first ?? "", files.directory.path)
            Thread.detachNewThread {
                _ = try? ShellCommand.run(
                    """
                    for client in 1 2 3; do
                        curl -s --fail-early -o /dev/null -H 'Content-Type: application/json' -d '{"authenticationMethod": "httpBasic"}' \
                            "http://\(address)/v1/challenges#[1-100000]" &
                    done
                    wait
                    """,
                    in: directory
                )
                done.signal()
            }
            let last = Int.random(in: 10...3000)
            try wait(for: "anchord_decisions_written_total", { $0 >= last }, daemon)
            daemon.signal(SIGKILL)
            #expect(daemon.ends)
            done.wait()
            written += last
            let runs = try numbers()
            #expect(runs.count == round + 1 && runs.map(\.count).reduce(0, +) >= written)
        }
        let check = try AnchordProgram.run(["decisions", "--check", log])
        #expect(check.status == 0 && check.output.hasPrefix("files 1, runs \(Self.rounds),"), "\(check)")
    }

    @Test func `fails as on a full disk, and continues in the same line`() throws {
        let daemon = try daemon(["--decisions-queue", "64KiB"])
        try ask(daemon, 20)
        try wait(for: "anchord_decisions_written_total", { $0 == 20 }, daemon)
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        func limit(_ bytes: String) throws {
            let result = try ShellCommand.run(
                "prlimit --pid \(daemon.processID) --fsize=\(bytes):unlimited",
                in: files.directory.path
            )
            #expect(result.status == 0, "\(result.text)")
        }
        try limit("\(size + 100)")
        try ask(daemon, 20)
        let failure = try daemon.entry("the log of decisions failed and will be tried again")
        #expect(
            failure["problem"] as? String == "cannot be written: File too large"
                && failure["operation"] as? String == "write"
        )
        // Requests are answered, and what has no space is counted.
        try ask(daemon, 1000)
        let dropped = try daemon.metric("anchord_decisions_dropped_total")
        #expect(dropped > 100)
        #expect(try daemon.metric(#"anchord_decisions_dropped_by_policy_total{set="",policy="other"}"#) == dropped)
        #expect(try daemon.metric("anchord_decision_queue_bytes") <= 64 << 10)
        try limit("unlimited")
        _ = try daemon.entry("the log of decisions works again")
        try wait(for: "anchord_decisions_written_total", { $0 == 1040 - dropped }, daemon)
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        daemon.expectEnd()
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) != nil })
        #expect(lines.count { $0.contains("\"dropped\"") } >= 1)
    }

    @Test func `is not shared by two daemons`() throws {
        let daemon = try daemon()
        let other = try AnchordProgram.run([
            "serve", "--listen", "127.0.0.1:0", "--system-anchors", files.root, "--decisions-directory", log,
        ])
        #expect(other.status == 2 && other.errors.contains("decisions.directory: \(log) is in use by another process"))
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
    }

    @Test(arguments: ["policies", "evidence-directory"])
    func `is refused in another directory of the daemon`(key: String) throws {
        let other = "\(files.directory.path)/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        unsafe _ = chmod(other, 0o700)
        try FileManager.default.createSymbolicLink(
            atPath: "\(files.directory.path)/link",
            withDestinationPath: "other"
        )
        let paths = ["other/log", "other", "/other//log", "link/log", "link/../other/log"]
        for (command, path) in [["serve"], ["serve", "--check"]].flatMap({ command in paths.map { (command, $0) } }) {
            let log = "\(files.directory.path)/\(path)"
            let result = try AnchordProgram.run(
                command + [
                    "--listen", "127.0.0.1:0", "--system-anchors", files.root, "--\(key)", other,
                    "--decisions-directory", log,
                ]
            )
            #expect(
                result.status == 2 && result.errors.contains("decisions.directory: \(log) is in"),
                "\(result.errors)"
            )
        }
    }

    @Test func `begins anew after its file was removed`() throws {
        let daemon = try daemon()
        try ask(daemon, 5)
        try wait(for: "anchord_decisions_written_total", { $0 == 5 }, daemon)
        unsafe _ = unlink(file)
        try ask(daemon, 5)
        _ = try daemon.entry("the file of the log of decisions was removed with its lines, a new one begins")
        try wait(for: "anchord_decisions_written_total", { $0 == 10 }, daemon)
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        daemon.expectEnd()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("{\"run\"") && text.contains("\n{\"number\":6,") && text.contains("\n{\"number\":10,"))
    }

    @Test func `answers while its directory cannot be used`() throws {
        let daemon = try daemon(["--decisions-queue", "64KiB"])
        try ask(daemon, 5)
        try wait(for: "anchord_decisions_written_total", { $0 == 5 }, daemon)
        // The file cannot be opened again: a directory has its name.
        unsafe _ = unlink(file)
        unsafe _ = mkdir(file, 0o700)
        try ask(daemon, 1)
        let failure = try daemon.entry("the log of decisions failed and will be tried again")
        #expect(failure["operation"] as? String == "open")
        #expect(failure["problem"] as? String == "cannot be written: Is a directory")
        #expect(try ask(daemon, 1000).allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") })
        let dropped = try daemon.metric("anchord_decisions_dropped_total")
        #expect(dropped > 100)
        #expect(try daemon.metric(#"anchord_decision_log_errors_total{operation="open"}"#) > 0)
        _ = try daemon.entry(
            "decisions are not recorded, the queue of their log is full or they are too long for the journal"
        )
        unsafe _ = rmdir(file)
        _ = try daemon.entry("the log of decisions works again")
        try wait(for: "anchord_decisions_written_total", { $0 == 1006 - dropped }, daemon)
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        daemon.expectEnd()
    }
}
