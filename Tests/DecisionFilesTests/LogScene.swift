import Foundation
import StructuredDocuments
import Synchronization
import SystemThreads
import Testing
import TrustAPI
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustTestSupport

@testable import DecisionFiles
@testable import FileAccess
@testable import TrustService

/// A log in a temporary directory, and what its files have.
final class LogScene {
    /// A line of a file.
    enum Line: Equatable {
        case run(String, number: UInt64)
        case decision(UInt64)
        case answer(String)
        case dropped(from: UInt64, count: UInt64)
        case unflushed(from: UInt64, to: UInt64)
        case torn
    }

    let directory: TemporaryDirectory
    var path: String { "\(directory.path)/log" }
    /// The events and the time of a log.
    final class Shared: Sendable {
        let events = Mutex<[DecisionLogEvent]>([])
        /// The time in milliseconds that is added to both clocks.
        let later = Mutex<UInt64>(0)
    }

    let shared = Shared()

    init() throws { directory = try TemporaryDirectory() }

    func log(
        queue: Int = 1 << 24,
        onFull: DecisionQueue.Overflow = .drop,
        workers: Int = 4,
        maximumBytes: Int = 1 << 20,
        maximumAge: Duration = .seconds(3600),
        keep: Int = 10,
        flush: Duration = .milliseconds(1),
        opened: @escaping @Sendable (AppendedFile) -> any DecisionOutput = { $0 }
    ) throws -> DecisionLog {
        let shared = shared
        let log = try DecisionLog(
            DecisionLogSettings(
                directory: path,
                maximumBytes: maximumBytes,
                maximumAge: maximumAge,
                keep: keep,
                flush: flush,
                version: "1.2.3"
            ),
            queue: (queue, onFull, workers, .all),
            encoder: DecisionLines(),
            clock: DecisionLogClock(
                now: { WallTime(milliseconds: 1_800_000_000_000 + shared.later.withLock { $0 }) },
                milliseconds: { MonotonicClock.milliseconds + shared.later.withLock { $0 } }
            ),
            report: { event in shared.events.withLock { $0.append(event) } },
            opened: opened
        )
        try log.start()
        return log
    }

    /// Starts a log after another one has ended, whose threads may not have released the directory yet.
    func nextLog(
        maximumBytes: Int = 1 << 20,
        maximumAge: Duration = .seconds(3600),
        keep: Int = 10
    ) async throws
        -> DecisionLog
    {
        var log: DecisionLog?
        try await `await`("the release of the directory") {
            do {
                log = try self.log(maximumBytes: maximumBytes, maximumAge: maximumAge, keep: keep)
            } catch let failure as LocalFiles.Failure where failure.reason == "is in use by another process" {}
            return log != nil
        }
        return try #require(log)
    }

    static func decision(_ code: String = "noClientCertificate", host: String? = nil) -> Decision {
        let facts = host.map { host in
            ChallengeFacts(
                host: .invalid(text: host, HostNameError("is not a host")),
                disposition: .cancelAuthenticationChallenge,
                reason: "test",
                identity: nil
            )
        }
        return Decision(
            id: DecisionID(milliseconds: 1_800_000_000_000),
            time: WallTime(milliseconds: 1_800_000_000_123),
            place: DecisionPlace(.check, clients: ["proxy"], peer: .user(7), share: .client("proxy")),
            trace: nil,
            subject: facts.map { .challenge($0) } ?? .unreadable(code: code),
            source: nil,
            nanoseconds: 5000
        )
    }

    /// A decision with a verdict whose answer has an index.
    static func verdict(
        _ index: UInt8,
        bytes: Int = 500,
        host: RequestedHost = .none,
        certificates: Int = 0
    ) -> Decision {
        let verdict = Verdict(
            .accepted(.implicitTrust, reasons: []),
            policy: PolicyIdentity(set: "own", name: "a", rule: nil, revision: nil),
            evaluatedAt: Instant(secondsSince1970: 0),
            reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0), seconds: nil)
        )
        let text = Array("{\"x\":\"\(String(repeating: "x", count: bytes))\"}".utf8)
        let digest = Fingerprint([UInt8](repeating: index, count: 32))
        let answer = digest.map { DecisionAnswer(text, digest: $0) }
        let chain = digest.map { [Fingerprint](repeating: $0, count: certificates) } ?? []
        return Decision(
            id: DecisionID(milliseconds: 1_800_000_000_000),
            time: WallTime(milliseconds: 1_800_000_000_123),
            place: DecisionPlace(.check, clients: ["proxy"], peer: .user(7), share: .client("proxy")),
            trace: nil,
            subject: .verdict(DecisionFacts(verdict, host: host, chain: chain, counter: 0, answer: answer)),
            source: .evaluated,
            nanoseconds: 5000
        )
    }

    /// Records decisions; returns how many may be given to clients.
    @discardableResult
    static func record(_ count: Int, in log: DecisionLog, worker: Int = 0) -> Int {
        (0..<count).reduce(0) { sum, _ in sum + (log.queue.record(decision(), worker: worker) ? 1 : 0) }
    }

    /// The names of the files, the oldest first.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }
            .sorted { ($0 == "decisions.jsonl" ? "~" : $0) < ($1 == "decisions.jsonl" ? "~" : $1) }
    }

    /// The text of a file; read by a handle, since Foundation leaks a buffer for an empty file that it opens by path.
    func text(_ name: String = "decisions.jsonl") throws -> String {
        let file = try #require(FileHandle(forReadingAtPath: "\(path)/\(name)"))
        defer { try? file.close() }
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Reads the lines of a file.
    func lines(_ name: String = "decisions.jsonl") throws -> [Line] {
        try text(name).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            guard let node = try? JSONReader.read(Array(line.utf8)) else { return .torn }
            func number(_ node: DocumentNode?) -> UInt64? {
                if case .number(let text)? = node?.content { UInt64(text) } else { nil }
            }
            if case .string(let run)? = node["run"]?.content { return .run(run, number: number(node["number"]) ?? 0) }
            if node["verdict"] != nil, node["number"] == nil, case .string(let digest)? = node["answer"]?.content {
                return .answer(digest)
            }
            if let mark = node["dropped"] {
                return .dropped(from: number(mark["from"]) ?? 0, count: number(mark["count"]) ?? 0)
            }
            if let mark = node["unflushed"] {
                return .unflushed(from: number(mark["from"]) ?? 0, to: number(mark["to"]) ?? 0)
            }
            return number(node["number"]).map { .decision($0) } ?? .torn
        }
    }

    /// The decisions and marks of all files, in order.
    func content() throws -> [Line] {
        try names().flatMap { try lines($0) }.filter {
            switch $0 {
            case .run, .answer: false
            default: true
            }
        }
    }

    /// The references to answers that the same file does not have before them.
    func brokenReferences() throws -> [String] {
        var broken: [String] = []
        for name in try names() {
            var answers: Set<String> = []
            for line in try text(name).split(separator: "\n") {
                guard let node = try? JSONReader.read(Array(line.utf8)),
                    case .string(let digest)? = node["answer"]?.content
                else { continue }
                if node["number"] == nil { answers.insert(digest) }
                if !answers.contains(digest) { broken.append("\(name): \(line)") }
            }
        }
        return broken
    }

    /// Waits for a condition.
    func await(_ what: String, _ condition: () throws -> Bool) async throws {
        try await Self.await(what, condition)
    }

    static func await(_ what: String, _ condition: () throws -> Bool) async throws {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(120)
        while try !condition() {
            try #require(clock.now < end, "\(what) did not happen")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    func has(_ event: DecisionLogEvent) -> Bool { shared.events.withLock { $0.contains(event) } }
}

extension DocumentNode {
    fileprivate subscript(_ key: String) -> DocumentNode? {
        if case .mapping(let entries) = content { entries.first { $0.key == key }?.value } else { nil }
    }
}

/// A file whose operations wait or fail as a test decides.
final class TestOutput: DecisionOutput {
    /// The behavior of all files of a log.
    final class Disk: Sendable {
        struct State {
            var isBlocked = false
            var isFlushBlocked = false
            /// The number of operations that were blocked.
            var blocked = 0
            /// The number of bytes that the disk still accepts; nil for any number.
            var free: Int?
            var failsToFlush = false
            var flushes = 0
        }

        let state = Mutex(State())

        func output(_ file: AppendedFile) -> TestOutput { TestOutput(file, on: self) }

        fileprivate func wait(while isBlocked: (State) -> Bool) {
            let mustWait = state.withLock { state in
                if isBlocked(state) { state.blocked += 1 }
                return isBlocked(state)
            }
            while mustWait, state.withLock({ isBlocked($0) }) { usleep(1000) }
        }
    }

    private let file: AppendedFile
    private let disk: Disk

    init(_ file: AppendedFile, on disk: Disk) {
        self.file = file
        self.disk = disk
    }

    func append(_ bytes: [UInt8], from start: Int) throws(LocalFiles.Failure) -> Int {
        disk.wait { $0.isBlocked }
        let free = disk.state.withLock { $0.free }
        guard let free else { return try file.append(bytes, from: start) }
        guard free > 0 else { throw LocalFiles.Failure(reason: "cannot be written: No space left on device") }
        let count = try file.append(Array(bytes[..<min(bytes.count, start + free)]), from: start)
        disk.state.withLock { $0.free = free - count }
        return count
    }

    func synchronize() throws(LocalFiles.Failure) {
        disk.wait { $0.isBlocked || $0.isFlushBlocked }
        let fails = disk.state.withLock { state in
            state.flushes += 1
            return state.failsToFlush
        }
        if fails { throw LocalFiles.Failure(reason: "cannot be written: Input/output error") }
        try file.synchronize()
    }

    func state() throws(LocalFiles.Failure) -> AppendedFile.State { try file.state() }
    func endsWithLineFeed() throws(LocalFiles.Failure) -> Bool { try file.endsWithLineFeed() }
    func beginning(_ count: Int) throws(LocalFiles.Failure) -> [UInt8] { try file.beginning(count) }
}
