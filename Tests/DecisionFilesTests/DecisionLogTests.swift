import Foundation
import Synchronization
import Testing
import TrustTestSupport

@testable import DecisionFiles
@testable import TrustService

@Suite struct `The log of decisions` {
    private let scene: LogScene

    init() throws { scene = try LogScene() }

    @Test func `has one line for each decision, in the order of their numbers, after one for the run`() throws {
        let log = try scene.log()
        for worker in 0..<10 { LogScene.record(100, in: log, worker: worker) }
        #expect(log.stop(within: .seconds(300)) == 0)
        let lines = try scene.lines()
        guard case .run(_, number: 1)? = lines.first else { return #expect(Bool(false), "\(lines.prefix(1))") }
        #expect(lines.dropFirst().elementsEqual((1...1000).map { .decision($0) }))
        #expect(log.figures.written == 1000 && log.figures.queue == DecisionQueue.Figures())
    }

    @Test func `has all decisions of several threads, each once`() async throws {
        let log = try scene.log(workers: 16)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 { group.addTask { LogScene.record(2000, in: log, worker: worker) } }
        }
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.content() == (1...16_000).map { .decision($0) })
    }

    @Test func `is written while decisions arrive rarely`() async throws {
        let log = try scene.log()
        for count in 1...5 {
            LogScene.record(1, in: log)
            try await scene.await("decision \(count)") { log.figures.written == count }
        }
        #expect(log.stop(within: .seconds(300)) == 0)
    }

    @Test func `is empty without decisions`() throws {
        let log = try scene.log()
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.text().isEmpty)
    }

    @Test func `is continued by the next run, whose line follows`() async throws {
        for _ in 0..<2 {
            let log = try await scene.nextLog()
            LogScene.record(2, in: log)
            #expect(log.stop(within: .seconds(300)) == 0)
        }
        let lines = try scene.lines()
        #expect(lines.count == 6 && lines[1...2] == [.decision(1), .decision(2)] && lines[4...] == lines[1...2])
        guard case .run(let first, 1) = lines[0], case .run(let second, 1) = lines[3] else {
            return #expect(Bool(false), "\(lines)")
        }
        #expect(first != second)
    }

    @Test func `makes a torn line one of its own`() throws {
        try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: false)
        try "{\"number\":1}\n{\"numb".write(toFile: "\(scene.path)/decisions.jsonl", atomically: true, encoding: .utf8)
        let log = try scene.log()
        LogScene.record(1, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        let lines = try scene.lines()
        #expect(lines.count == 4 && lines[..<2] == [.decision(1), .torn] && lines[3] == .decision(1))
    }

    @Test func `is written by one process only`() throws {
        let log = try scene.log()
        #expect(throws: (any Error).self) { try scene.log() }
        #expect(log.stop(within: .seconds(300)) == 0)
    }

    // MARK: Full queues

    @Test(arguments: [1, 4]) func `counts what it drops, and marks the numbers`(workers: Int) async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.isBlocked = true }
        let log = try scene.log(queue: 64 << 10, workers: workers, opened: { disk.output($0) })
        // No worker waits for the disk, or this would never end.
        await withTaskGroup(of: Int.self) { group in
            for worker in 0..<4 { group.addTask { LogScene.record(1250, in: log, worker: worker) } }
            for await given in group { #expect(given == 1250) }
        }
        let figures = log.figures
        #expect(figures.queue.dropped > 4000 && figures.queue.bytes <= 64 << 10 && figures.written == 0)
        #expect(figures.droppedByCounter == [0: figures.queue.dropped])
        disk.state.withLock { $0.isBlocked = false }
        try await scene.await("the end of the backlog") { log.figures.written == 5000 - figures.queue.dropped }
        LogScene.record(1, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        try checkNumbers(upTo: 5001, dropped: figures.queue.dropped)
        #expect(scene.has(.lost(dropped: figures.queue.dropped, refused: 0)))
    }

    /// Checks that each number is that of a line or of a mark, exactly once.
    private func checkNumbers(upTo last: UInt64, dropped: Int) throws {
        var next: UInt64 = 1
        var marked: UInt64 = 0
        for line in try scene.content() {
            switch line {
            case .decision(let number):
                #expect(number == next)
                next = number + 1
            case .dropped(let from, let count):
                #expect(from == next)
                next = from + count
                marked += count
            case .run, .answer, .unflushed, .torn: #expect(Bool(false), "\(line)")
            }
        }
        #expect(next == last + 1 && marked == UInt64(dropped))
    }

    @Test(arguments: [DecisionQueue.Overflow.drop, .refuse])
    func `reports losses while the disk does not answer`(onFull: DecisionQueue.Overflow) async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.isBlocked = true }
        let log = try scene.log(queue: 64 << 10, onFull: onFull, opened: { disk.output($0) })
        LogScene.record(5000, in: log)
        #expect(scene.has(onFull == .drop ? .lost(dropped: 1, refused: 0) : .lost(dropped: 0, refused: 1)))
        let lost = log.figures.queue
        scene.shared.later.withLock { $0 += 11_000 }
        LogScene.record(1, in: log)
        let (dropped, refused) = (lost.dropped, lost.refused)
        #expect(
            scene.has(
                onFull == .drop ? .lost(dropped: dropped + 1, refused: 0) : .lost(dropped: 0, refused: refused + 1)
            )
        )
        disk.state.withLock { $0.isBlocked = false }
        #expect(log.stop(within: .seconds(300)) == 0)
    }

    @Test func `states how long decisions wait for a file, and lines for the disk`() async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.isBlocked = true }
        let log = try scene.log(opened: { disk.output($0) })
        LogScene.record(1, in: log)
        try await scene.await("the disk") { disk.state.withLock { $0.blocked } == 1 }
        scene.shared.later.withLock { $0 += 61_000 }
        LogScene.record(1, in: log)
        #expect(log.figures.unwrittenSeconds >= 61 && log.figures.unflushedSeconds == 0)
        disk.state.withLock { ($0.isFlushBlocked, $0.isBlocked) = (true, false) }
        try await scene.await("both decisions") { log.figures.written == 2 && log.figures.queue.bytes == 0 }
        #expect(log.figures.unwrittenSeconds == 0)
        try await scene.await("the flush") { disk.state.withLock { $0.blocked } == 2 }
        scene.shared.later.withLock { $0 += 61_000 }
        #expect(log.figures.unflushedSeconds >= 61 && log.figures.unwrittenSeconds == 0)
        disk.state.withLock { $0.isFlushBlocked = false }
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(log.figures.unflushedSeconds == 0)
    }

    @Test func `refuses what it cannot record, without a number`() throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.isBlocked = true }
        let log = try scene.log(queue: 64 << 10, onFull: .refuse, opened: { disk.output($0) })
        let given = LogScene.record(5000, in: log)
        #expect(given > 10 && log.figures.queue.refused == 5000 - given && log.figures.queue.dropped == 0)
        disk.state.withLock { $0.isBlocked = false }
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.content() == (1...UInt64(given)).map { .decision($0) })
    }

    @Test func `charges texts of requests to the queue`() throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.isBlocked = true }
        let log = try scene.log(queue: 1 << 20, opened: { disk.output($0) })
        let host = String(repeating: "x", count: 100_000)
        for _ in 0..<100 { #expect(log.queue.record(LogScene.decision(host: host), worker: 0)) }
        #expect(log.figures.queue.bytes <= 1 << 20 && log.figures.queue.dropped >= 89)
        disk.state.withLock { $0.isBlocked = false }
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(log.figures.queue.bytes == 0)
    }

    @Test func `counts what the end leaves`() throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.free = 0 }
        let log = try scene.log(opened: { disk.output($0) })
        LogScene.record(10, in: log)
        #expect(log.stop(within: .seconds(300)) == 10)
    }

    // MARK: Disks

    @Test func `writes the rest of a line when a full disk has space again`() async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.free = 1000 }
        let log = try scene.log(opened: { disk.output($0) })
        LogScene.record(50, in: log)
        let reason = "cannot be written: No space left on device"
        try await scene.await("the failure") { scene.has(.failed(.write, reason: reason)) }
        #expect(try scene.text().utf8.count == 1000 && !scene.text().hasSuffix("\n"))
        #expect(log.figures.failure == "write: \(reason)" && log.figures.errors[.write] ?? 0 > 0)
        disk.state.withLock { $0.free = nil }
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.content() == (1...50).map { .decision($0) })
        #expect(scene.has(.recovered) && log.figures.failure == nil)
        #expect(scene.shared.events.withLock { $0.filter { $0 == .failed(.write, reason: reason) }.count } == 1)
    }

    @Test func `writes a line again as a whole if its file is replaced in between`() async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.free = 1000 }
        let log = try scene.log(opened: { disk.output($0) })
        LogScene.record(50, in: log)
        try await scene.await("the failure") { log.figures.errors[.write] ?? 0 > 0 }
        try FileManager.default.moveItem(atPath: "\(scene.path)/decisions.jsonl", toPath: "\(scene.path)/a-old.jsonl")
        disk.state.withLock { $0.free = nil }
        log.reopen()
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.content() == (1...50).map { .decision($0) })
        let old = try scene.lines("a-old.jsonl")
        #expect(
            try scene.lines().first
                == old.first.map { first in
                    guard case .run(let run, _) = first else { return first }
                    return .run(run, number: UInt64(old.count))
                }
        )
    }

    @Test(arguments: [Duration.zero, .milliseconds(1)])
    func `begins a new file with a mark if the disk failed`(flush: Duration) async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.failsToFlush = true }
        let log = try scene.log(flush: flush, opened: { disk.output($0) })
        LogScene.record(3, in: log)
        try await scene.await("the failure") { log.figures.errors[.flush] ?? 0 > 0 }
        disk.state.withLock { $0.failsToFlush = false }
        LogScene.record(1, in: log)
        try await scene.await("the next file") { log.figures.written == 4 && log.figures.failure == nil }
        #expect(log.stop(within: .seconds(300)) == 0)
        try checkMarks()
    }

    @Test(arguments: [Duration.zero, .milliseconds(1)])
    func `marks all that was lost while the disk failed`(flush: Duration) async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.failsToFlush = true }
        let log = try scene.log(flush: flush, opened: { disk.output($0) })
        for count in 1...5 {
            LogScene.record(2, in: log)
            try await scene.await("loss \(count)") {
                scene.shared.events.withLock {
                    $0.contains { if case .unflushed(_, to: UInt64(2 * count)) = $0 { true } else { false } }
                }
            }
        }
        disk.state.withLock { $0.failsToFlush = false }
        LogScene.record(1, in: log)
        try await scene.await("the recovery") { log.figures.failure == nil }
        #expect(log.stop(within: .seconds(300)) == 0)
        try checkMarks()
        // A failing disk does not end a file for each loss.
        #expect(try scene.names().count <= 4)
    }

    /// Checks that marks have the numbers that were reported, each in a file after that of the decision.
    private func checkMarks() throws {
        var lost: [UInt64] = []
        for case .unflushed(let from, let to) in scene.shared.events.withLock({ $0 }) { lost += Array(from...to) }
        var (marked, before): ([UInt64], Set<UInt64>) = ([], [])
        for name in try scene.names() {
            var present: Set<UInt64> = []
            for line in try scene.lines(name) {
                switch line {
                case .decision(let number): present.insert(number)
                case .unflushed(let from, let to):
                    #expect(before.isSuperset(of: from...to))
                    marked += Array(from...to)
                case .run, .answer, .dropped, .torn: break
                }
            }
            before.formUnion(present)
        }
        #expect(marked == lost && !lost.isEmpty)
        #expect(before == Set(1...UInt64(before.count)))
    }

    @Test(arguments: [Duration.zero, .milliseconds(1), .seconds(3600)])
    func `is on the disk at its end`(flush: Duration) throws {
        let disk = TestOutput.Disk()
        let log = try scene.log(flush: flush, opened: { disk.output($0) })
        LogScene.record(3, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(disk.state.withLock { $0.flushes } >= 1 && log.figures.unflushedSeconds == 0)
    }

    @Test(arguments: [DecisionQueue.Overflow.drop, .refuse])
    func `accepts no decision after its end`(onFull: DecisionQueue.Overflow) throws {
        let log = try scene.log(onFull: onFull)
        #expect(LogScene.record(3, in: log) == 3)
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(LogScene.record(2, in: log) == (onFull == .drop ? 2 : 0))
        #expect(log.figures.queue.dropped == (onFull == .drop ? 2 : 0))
        #expect(log.figures.queue.refused == (onFull == .refuse ? 2 : 0))
        #expect(try scene.content() == [.decision(1), .decision(2), .decision(3)])
    }

    @Test func `ends at once although the disk is full`() async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.free = 0 }
        let log = try scene.log(opened: { disk.output($0) })
        // The lines are more than what is written at once.
        LogScene.record(5000, in: log)
        try await scene.await("the failure") { log.figures.errors[.write] ?? 0 > 0 }
        let start = ContinuousClock().now
        #expect(log.stop(within: .seconds(300)) == 5000)
        #expect(ContinuousClock().now - start < .seconds(200))
    }

    @Test func `ends in time although the disk does not answer`() throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.isBlocked = true }
        let log = try scene.log(opened: { disk.output($0) })
        LogScene.record(3, in: log)
        #expect(log.stop(within: .milliseconds(50)) == 3)
        disk.state.withLock { $0.isBlocked = false }
    }
}
