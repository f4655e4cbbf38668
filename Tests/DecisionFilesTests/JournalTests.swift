import StructuredDocuments
import Synchronization
import SystemThreads
import Testing
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import DecisionFiles
@testable import TrustService

@Suite struct `Decisions in the journal` {
    private let directory: TemporaryDirectory
    private let journal: TestJournal
    private let events = Events()

    private final class Events: Sendable {
        let all = Mutex<[DecisionLogEvent]>([])

        func has(_ event: DecisionLogEvent) -> Bool { all.withLock { $0.contains(event) } }
    }

    init() throws {
        directory = try TemporaryDirectory()
        journal = try TestJournal("\(directory.path)/socket")
    }

    private func log(queue: Int = 1 << 24) throws -> DecisionLog {
        let events = events
        let log = DecisionLog(
            journal: "1.2.3",
            queue: (queue, .drop, 4, .all),
            encoder: DecisionEntries(),
            clock: DecisionLogClock(
                now: { WallTime(milliseconds: 1_800_000_000_000) },
                milliseconds: { MonotonicClock.milliseconds }
            ),
            path: journal.path,
            report: { event in events.all.withLock { $0.append(event) } }
        )
        try log.start()
        return log
    }

    @Test func `has fields to search for, and the line of a log as message`() throws {
        let log = try log()
        let run = try #require(journal.entry())
        #expect(run["MESSAGE"].first?.hasPrefix(#"{"run":""#) == true && run["PRIORITY"] == ["6"])
        let decision = LogScene.verdict(7)
        _ = log.queue.record(decision, worker: 0)
        let entry = try #require(journal.entry())
        #expect(entry["SYSLOG_IDENTIFIER"] == ["anchord-decisions"])
        #expect(entry["ANCHORD_DECISION"] == [decision.id.description])
        #expect(entry["ANCHORD_ROUTE"] == ["check"] && entry["ANCHORD_CLIENT"] == ["proxy"])
        #expect(entry["ANCHORD_POLICY_SET"] == ["own"] && entry["ANCHORD_POLICY"] == ["a"])
        #expect(entry["ANCHORD_ACTION"] == ["allow"] && entry["ANCHORD_VERDICT"] == ["trusted"])
        let message = try #require(entry["MESSAGE"].first)
        #expect(message.hasPrefix(#"{"number":1,"id":""#) && message.contains(#""policy":{"set":"own","name":"a""#))
        #expect(!message.contains(#""answer""#))
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(log.figures.written == 1 && !journal.hasEntry)
    }

    @Test func `takes no fields from a host`() throws {
        let log = try log()
        _ = journal.entry()
        let host = "x\nANCHORD_ACTION=allow\nPRIORITY=0\n"
        _ = log.queue.record(LogScene.decision(host: host), worker: 0)
        let entry = try #require(journal.entry())
        #expect(entry["ANCHORD_ACTION"].isEmpty && entry["PRIORITY"] == ["5"])
        #expect(entry["MESSAGE"].first?.contains(#"x\nANCHORD_ACTION=allow\n"#) == true)
        var injected = DecisionEntry()
        injected.add("ANCHORD_HOST", host)
        injected.add("ANCHORD_ROUTE", "check")
        #expect(JournalDatagram(injected).bytes.starts(with: Array("ANCHORD_HOST\n".utf8) + [34, 0, 0, 0, 0, 0, 0, 0]))
        #expect(log.stop(within: .seconds(300)) == 0)
    }

    @Test func `continues after a restart of the journal, and loses nothing`() async throws {
        let log = try log()
        #expect(journal.entry() != nil)
        journal.end()
        for _ in 0..<3 { _ = log.queue.record(LogScene.decision(), worker: 0) }
        let missing = DecisionLogEvent.failed(.write, reason: "does not exist")
        try await LogScene.await("the report of the failure") { events.has(missing) }
        #expect(log.figures.failure == "write: does not exist" && log.figures.written == 0)
        try journal.open()
        for number in 1...3 {
            #expect(journal.entry()?["MESSAGE"].first?.hasPrefix(#"{"number":\#(number),"#) == true)
        }
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(events.has(.recovered) && log.figures.failure == nil)
    }

    @Test func `marks what it drops while the journal accepts nothing`() async throws {
        let log = try log(queue: 64 << 10)
        #expect(journal.entry() != nil)
        journal.end()
        for _ in 0..<1000 { _ = log.queue.record(LogScene.decision(), worker: 0) }
        let dropped = log.figures.queue.dropped
        #expect(dropped > 0)
        try journal.open()
        var (received, marked) = (0, 0)
        while received + marked < 1000 {
            let message = try #require(journal.entry()?["MESSAGE"].first)
            if message.hasPrefix(#"{"dropped""#), let mark = message.firstRange(of: #","count":"#) {
                marked += Int(message[mark.upperBound...].prefix { $0.isNumber }) ?? 0
            } else {
                received += 1
            }
        }
        #expect(marked == log.figures.queue.dropped)
        #expect(log.stop(within: .seconds(300)) == 0)
    }

    @Test func `marks and counts a decision whose entry is too long, without a failure of the log`() async throws {
        let log = try log()
        _ = journal.entry()
        // More than the system permits for a datagram.
        _ = log.queue.record(LogScene.verdict(1, certificates: 40_000), worker: 0)
        _ = log.queue.record(LogScene.verdict(2), worker: 0)
        #expect(journal.entry()?["MESSAGE"].first?.hasPrefix(#"{"dropped":{"from":1,"count":1}"#) == true)
        #expect(journal.entry()?["MESSAGE"].first?.hasPrefix(#"{"number":2,"#) == true)
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(log.figures.queue.dropped == 1 && log.figures.written == 1 && log.figures.queue.bytes == 0)
        #expect(log.figures.failure == nil && log.figures.errors.isEmpty)
        #expect(events.all.withLock { $0 } == [.opened, .lost(dropped: 1, refused: 0)])
    }

    @Test func `has no control characters in a host`() {
        let decision = LogScene.verdict(1, host: .invalid(text: "a\n\u{1B}[2Jb", HostNameError("is not a host")))
        var entries = DecisionEntries()
        let fields = entries.entry(for: .decision(decision)).fields
        let host = fields.first { $0.name == "ANCHORD_HOST" }.map { String(decoding: $0.value, as: UTF8.self) }
        #expect(host == QuotedText.printable("a\n\u{1B}[2Jb") && host?.contains("\u{1B}") == false)
        #expect(fields.allSatisfy { field in field.value.allSatisfy { $0 >= 0x20 } })
    }

    @Test func `ends in time without a journal, and counts what is lost`() async throws {
        journal.end()
        let log = try log()
        for _ in 0..<5 { _ = log.queue.record(LogScene.decision(), worker: 0) }
        #expect(log.stop(within: .seconds(300)) == 5)
    }
}
