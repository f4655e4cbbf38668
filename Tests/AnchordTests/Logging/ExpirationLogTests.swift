import Dispatch
import Logging
import Synchronization
import Testing
import TrustAPI
import TrustModel
import TrustPolicies
import TrustTestSupport

@testable import anchord

/// An expiration log with a clock controlled by the test, and a policy set with exceptions.
private final class ExpirationLogCase {
    /// The clock and the lines of the log.
    private final class World: Sendable {
        let now = Mutex(start)
        let lines = Mutex<[String]>([])
    }

    static let start = Instant(secondsSince1970: 1_700_000_000)

    let log: ExpirationLog
    private(set) var snapshot: PolicySnapshot
    private let files: ChainFiles
    private let world = World()

    /// Creates exceptions for `h0.example`, `h1.example` and so on, which end some seconds after the start.
    init(ends: [Int64]) throws {
        files = try ChainFiles()
        let chain = String(repeating: "ab", count: 32)
        let exceptions = ends.enumerated().map { number, end in
            "    - {codes: [time.expired], chain: [\(chain)], host: h\(number).example, "
                + "until: '\(Self.start.adding(seconds: end))'}\n"
        }
        try files.directory.write(
            "policies/own.yaml",
            "policies:\n  a:\n    evaluator: default\n    exceptions:\n" + exceptions.joined()
        )
        snapshot = try Self.load(files)
        let world = world
        let logger = Logger(label: "test") { _ in
            LineLogHandler(
                format: .text,
                now: { WallTime(milliseconds: 0) },
                write: { line in world.lines.withLock { $0.append(line) } },
                logLevel: .info
            )
        }
        log = ExpirationLog(logger: logger) { world.now.withLock { $0 } }
    }

    private static func load(_ files: ChainFiles) throws -> PolicySnapshot {
        try EvaluationComponents().loader(directory: files.directory.path + "/policies", systemAnchors: files.root)
            .load()
    }

    /// Loads a new snapshot of the same files.
    func reload() throws { snapshot = try Self.load(files) }

    /// Sets the clock to some seconds after the start.
    func setClock(_ seconds: Int64) { world.now.withLock { $0 = Self.start.adding(seconds: seconds) } }

    /// Returns the new lines as `soon h0` or `ended h0`, or with the count of omitted parts.
    func lines() -> [String] {
        let lines = world.lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
        return lines.map { line in
            if let count = line.firstMatch(of: /more parts .* count=([0-9]+)/) { return "\(count.1) more" }
            let host = line.firstMatch(of: /for (h[0-9]+)\.example/).map { String($0.1) } ?? line
            return (line.contains("has ended") ? "ended " : "soon ") + host
        }
    }
}

@Suite struct `The log of expirations` {
    private static let day: Int64 = 86400

    @Test func `logs each part once for each change of its state, at the exact second`() throws {
        let test = try ExpirationLogCase(ends: [20 * Self.day, 5])
        test.log.report(test.snapshot)
        #expect(test.lines() == ["soon h1"])
        for (seconds, lines) in [
            (5, []), (6, ["ended h1"]), (7, []), (6 * Self.day - 1, []), (6 * Self.day, ["soon h0"]),
            (20 * Self.day, []), (20 * Self.day + 1, ["ended h0"]), (400 * Self.day, []),
        ] as [(Int64, [String])] {
            test.setClock(seconds)
            test.log.update(test.snapshot)
            #expect(test.lines() == lines, "after \(seconds) s")
        }
    }

    @Test func `logs a part that passed both states at once only as ended`() throws {
        let test = try ExpirationLogCase(ends: [20 * Self.day])
        test.log.report(test.snapshot)
        test.setClock(30 * Self.day)
        test.log.update(test.snapshot)
        #expect(test.lines() == ["ended h0"])
    }

    @Test func `does not repeat entries after the clock has been set back`() throws {
        let test = try ExpirationLogCase(ends: [5])
        test.log.report(test.snapshot)
        #expect(test.lines() == ["soon h0"])
        for seconds in [6, 0, 6, -30 * Self.day, 6, 7] as [Int64] {
            test.setClock(seconds)
            test.log.update(test.snapshot)
        }
        #expect(test.lines() == ["ended h0"])
    }

    @Test func `logs everything again for a new snapshot, and ignores one without a report`() throws {
        let test = try ExpirationLogCase(ends: [5, 30 * Self.day])
        test.log.report(test.snapshot)
        try test.reload()
        test.setClock(6)
        test.log.update(test.snapshot)
        #expect(test.lines() == ["soon h0"])
        test.log.report(test.snapshot)
        #expect(test.lines() == ["ended h0"])
    }

    @Test func `names at most ten parts in one report`() throws {
        let test = try ExpirationLogCase(ends: (0..<25).map { 20 * Self.day + $0 })
        test.log.report(test.snapshot)
        #expect(test.lines() == [])
        test.setClock(7 * Self.day)
        test.log.update(test.snapshot)
        #expect(test.lines() == (0..<10).map { "soon h\($0)" } + ["15 more"])
    }

    @Test func `waits until the next change, at least a second and at most a minute`() throws {
        let test = try ExpirationLogCase(ends: [20])
        #expect(test.log.interval == .seconds(60))
        test.log.report(test.snapshot)
        #expect(test.log.interval == .seconds(21))
        test.setClock(-1000)
        #expect(test.log.interval == .seconds(60))
        test.setClock(21)
        #expect(test.log.interval == .seconds(1))
        test.log.update(test.snapshot)
        #expect(test.log.interval == .seconds(60))
    }
}
