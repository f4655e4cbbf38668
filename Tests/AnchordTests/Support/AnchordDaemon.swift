import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A running `anchord serve` process with access to its log, killed on deinitialization.
final class AnchordDaemon {
    /// An event that the daemon did not log in time, with the log so far.
    struct Silence: Error {
        let awaited: String
        let log: [String]
    }

    private let process = Process()
    private let log = Pipe()
    private var unread: [UInt8] = []
    private(set) var lines: [String] = []
    /// The addresses that the daemon listens on, in the format of its log.
    private(set) var addresses: [String] = []

    /// Starts the daemon and waits until it serves.
    ///
    /// The arguments come after `serve --log-format json`; a wrapper is a shell script that ends with `exec "$@"`.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: FileHandle = .nullDevice,
        wrapper: String? = nil
    ) throws {
        let command = [AnchordProgram.location.path, "serve", "--log-format", "json"] + arguments
        process.executableURL = URL(filePath: wrapper == nil ? command[0] : "/bin/sh")
        process.arguments = wrapper.map { ["-c", $0, "sh"] + command } ?? Array(command.dropFirst())
        process.environment = AnchordProgram.environment(environment)
        process.standardInput = input
        process.standardError = log
        try process.run()
        try log.fileHandleForWriting.close()
        let started = try entry("anchord is serving")
        addresses = started["addresses"] as? [String] ?? []
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The process ID of the daemon, if a wrapper ends with `exec`.
    var processID: Int32 { process.processIdentifier }

    /// The peak resident memory of the process in bytes.
    var peakMemory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) << 10
    }

    /// Reduces the capacity of the log's pipe to the minimum of one page.
    func shrinkLog() {
        // 1031 is F_SETPIPE_SZ, which the Glibc module does not export.
        _ = fcntl(log.fileHandleForReading.fileDescriptor, 1031, 4096)
    }

    /// Returns the value of a sample in /metrics, or 0 if there is none.
    func metric(_ sample: String) throws -> Int {
        let page = try TestConnection.get("/metrics", at: addresses.first ?? "")
        let line = page.split(separator: "\n").first { $0.hasPrefix(sample + " ") }
        return line.flatMap { Int($0.dropFirst(sample.utf8.count + 1)) } ?? 0
    }

    /// Waits up to 30 seconds for the process to exit; returns whether it did.
    var ends: Bool {
        for _ in 0..<3000 where process.isRunning { usleep(10_000) }
        return !process.isRunning
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Returns the next log entry with a message and skips all entries before it.
    ///
    /// A line that is not an entry, such as a sanitizer's report, throws ``Silence`` with all remaining lines.
    func entry(_ message: String) throws -> [String: Any] {
        while let line = nextLine() {
            lines.append(line)
            if line.hasPrefix("{"), let defect = StrictJSON.defect(of: Array(line.utf8)) {
                Issue.record("\(defect): \(line)")
            }
            guard let entry = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                while let line = nextLine() { lines.append(line) }
                break
            }
            if entry["message"] as? String == message { return entry }
        }
        throw Silence(awaited: message, log: lines)
    }

    /// Waits for the process to exit and returns its status.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits for the process to exit and checks its status.
    ///
    /// A failure has the last lines of the log, such as a sanitizer's report.
    func expectEnd(_ expected: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) {
        let status = end()
        guard status != expected else { return }
        // A child process may still have the log open.
        while let line = nextLine(within: 1000) { lines.append(line) }
        let report = lines.suffix(200).joined(separator: "\n")
        Issue.record("the daemon ended with status \(status):\n\(report)", sourceLocation: sourceLocation)
    }

    /// Returns the next line of the log, or nil at its end or after a time, by default three minutes.
    private func nextLine(within milliseconds: Int32 = 180_000) -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let descriptor = log.fileHandleForReading.fileDescriptor
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&polled, 1, milliseconds) == 1 else { return nil }
            let data = log.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            unread += data
        }
    }
}
