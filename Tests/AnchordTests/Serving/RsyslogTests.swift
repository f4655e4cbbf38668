import Foundation
import Glibc
import Testing
import TrustTestSupport

/// rsyslog with the configurations in `Deploy/examples/rsyslog`.
@Suite(.enabled(if: RsyslogScene.isInstalled, "requires the Debian package rsyslog"))
struct `rsyslog with a queue on the disk` {
    @Test func `delivers each line in order, also after the collector was down, and repetitions are found`() throws {
        let scene = try RsyslogScene()
        scene.begin()
        scene.add(200)
        var collector = try scene.collector()
        let forwarder = try scene.forwarder()
        try scene.waitUntilCollected()
        try scene.rotate()
        scene.add(100)
        try scene.waitUntilCollected()
        collector.end()
        // More than the usual size of a queue, at which rsyslog discards lines.
        scene.add(3000)
        collector = try scene.collector()
        scene.add(100)
        try scene.waitUntilCollected()
        forwarder.end()
        collector.end()
        let (all, once) = (try scene.collected(), try scene.collectedOnce())
        #expect(once == scene.lines)
        // After a failure of the collector, rsyslog can send the lines of a batch again.
        let repeated = all.count - once.count
        let check = try AnchordProgram.run(["decisions", "--check", scene.file("collected/decisions.jsonl")])
        #expect(check.output.contains("decisions \(3400 + repeated),"), "\(check)")
        let errors = check.errors.split(separator: "\n")
        #expect(errors.isEmpty == (repeated == 0) && errors.allSatisfy { $0.contains(" is doubled: ") }, "\(check)")
    }
}

/// Two processes of rsyslog, and a log of decisions between them and the test.
private final class RsyslogScene {
    static let isInstalled =
        ProxyScene.areRequired || FileManager.default.isExecutableFile(atPath: "/usr/sbin/rsyslogd")

    private let directory: TemporaryDirectory
    private let port: String
    /// All lines that were written, in order.
    private(set) var lines: [String] = []
    private var number = 0

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["log", "collected", "spool"] { try directory.makeDirectory(name) }
        let script = "import socket; s = socket.socket(); s.bind((\"127.0.0.1\", 0)); print(s.getsockname()[1])"
        port = try ShellCommand.run("python3 -c '\(script)'", in: directory.path).text.filter(\.isNumber)
    }

    func file(_ name: String) -> String { "\(directory.path)/\(name)" }

    private func append(_ line: String) {
        lines.append(line)
        let path = file("log/decisions.jsonl")
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        guard let handle = FileHandle(forWritingAtPath: path) else {
            Issue.record("\(path) cannot be written")
            return
        }
        _ = try? handle.seekToEnd()
        try? handle.write(contentsOf: Data("\(line)\n".utf8))
        try? handle.close()
    }

    /// Writes the first line of a file.
    func begin() { append(#"{"run":"a","time":"2026-11-28T22:40:00Z","format":1,"number":\#(number + 1)}"#) }

    /// Writes decisions; one of a hundred is longer than the usual limit of rsyslog.
    func add(_ count: Int) {
        for _ in 0..<count {
            number += 1
            let text = String(repeating: "x", count: number.isMultiple(of: 100) ? 20_000 : 300)
            append(#"{"number":\#(number),"id":"\#(number)","host":"\#(text) <34>% \"q\" é"}"#)
        }
    }

    /// Renames the file as anchord does.
    func rotate() throws {
        try FileManager.default.moveItem(
            atPath: file("log/decisions.jsonl"),
            toPath: file("log/decisions-20261128T224400Z-000001.jsonl")
        )
        begin()
    }

    /// Returns the lines that the collector has written to the end: it writes a long one in parts.
    func collected() throws -> [String] {
        let bytes = try Data(contentsOf: URL(filePath: file("collected/decisions.jsonl")))
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    /// Returns the lines without repetitions.
    func collectedOnce() throws -> [String] {
        var seen: Set<String> = []
        return try collected().filter { seen.insert($0).inserted }
    }

    /// Waits until the collector has as many lines as were written.
    func waitUntilCollected() throws {
        for _ in 0..<12_000 {
            if (try? collectedOnce().count) ?? 0 >= lines.count { return }
            usleep(10_000)
        }
        Issue.record("\((try? collected().count) ?? 0) of \(lines.count) lines were collected")
    }

    func collector() throws -> RsyslogProcess {
        let text = try ProxyScene.example("rsyslog/collect.conf")
            .replacing("/var/log/anchord-collected", with: file("collected"))
            .replacing("port=\"6514\"", with: "address=\"127.0.0.1\" port=\"\(port)\"")
        return try RsyslogProcess("collect", text, in: directory)
    }

    func forwarder() throws -> RsyslogProcess {
        let text = try ProxyScene.example("rsyslog/forward.conf")
            .replacing("/var/log/anchord/", with: file("log/"))
            .replacing("/var/spool/rsyslog", with: file("spool"))
            .replacing("collector.example", with: "127.0.0.1")
            .replacing("6514", with: port)
        return try RsyslogProcess("forward", text, in: directory)
    }
}

/// A process of rsyslog, killed on deinitialization.
private final class RsyslogProcess {
    private let process = Process()

    init(_ name: String, _ configuration: String, in directory: TemporaryDirectory) throws {
        let work = "global(workDirectory=\"\(directory.path)/spool\")\n"
        let file = try directory.write("\(name).conf", work + configuration)
        process.executableURL = URL(filePath: "/usr/sbin/rsyslogd")
        process.arguments = ["-n", "-f", file, "-i", "\(directory.path)/\(name).pid"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Kills the process, which inherits blocked signals from the tests and would not notice another one.
    func end() {
        if process.isRunning { _ = kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    deinit { end() }
}
