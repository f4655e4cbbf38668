import Foundation
import Glibc
import Synchronization
import Testing
import TrustTestSupport

@testable import DecisionFiles
@testable import TrustService

@Suite struct `The files of the log of decisions` {
    private let scene: LogScene

    init() throws { scene = try LogScene() }

    private func number(_ count: Int) -> [LogScene.Line] { (1...UInt64(count)).map { .decision($0) } }

    @Test func `never exceed their size, and divide no line`() throws {
        let log = try scene.log(maximumBytes: 5000, keep: 1000)
        for worker in 0..<4 { LogScene.record(100, in: log, worker: worker) }
        #expect(log.stop(within: .seconds(300)) == 0)
        let names = try scene.names()
        #expect(names.count > 10)
        for name in names {
            #expect(try scene.text(name).utf8.count <= 5000)
            guard case .run(_, let first)? = try scene.lines(name).first else {
                return #expect(Bool(false), "\(name) has no run")
            }
            #expect(try scene.lines(name).dropFirst().first == .decision(first))
        }
        #expect(try scene.content() == number(400))
        #expect(names[0] == "decisions-20270115T080000Z-000001.jsonl")
    }

    @Test func `are continued up to their size by the next run`() async throws {
        for _ in 0..<20 {
            let log = try await scene.nextLog(maximumBytes: 5000, keep: 1000)
            LogScene.record(7, in: log)
            #expect(log.stop(within: .seconds(300)) == 0)
        }
        for name in try scene.names() { #expect(try scene.text(name).utf8.count <= 5000) }
        #expect(try scene.content().count == 140)
    }

    @Test func `are removed from the oldest on, and no others`() throws {
        try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: false)
        let foreign = [
            "decisions-x.jsonl", "decisions-20270115T080000Z-1.jsonl", "decisions-20270115T080000Z-000001.jsonl.gz",
            "other.jsonl", "decisions-20270115T080000Z-0000001.jsonl", "decisions-2027011508000000-000001.jsonl",
        ]
        for name in foreign { try "kept".write(toFile: "\(scene.path)/\(name)", atomically: true, encoding: .utf8) }
        try "outside".write(toFile: "\(scene.directory.path)/outside", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: "\(scene.path)/decisions-20200101T000000Z-000000.jsonl",
            withDestinationPath: "../outside"
        )
        let log = try scene.log(maximumBytes: 5000, keep: 3)
        LogScene.record(1000, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        let names = try scene.names()
        #expect(names.filter { DecisionFileName.number(in: $0) ?? 0 > 0 }.count == 3)
        for name in foreign { #expect(try scene.text(name) == "kept") }
        #expect(names.contains("decisions-20200101T000000Z-000000.jsonl"))
        // The decisions that remain are the last ones.
        let remaining =
            try names.filter { DecisionFileName.number(in: $0) ?? 0 > 0 }.flatMap { try scene.lines($0) }
            + scene.lines()
        #expect(remaining.contains(.decision(1000)) && !remaining.contains(.decision(1)))
    }

    @Test func `are all kept if others remove them`() throws {
        let log = try scene.log(maximumBytes: 5000, keep: 0)
        LogScene.record(400, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.content() == number(400))
    }

    @Test func `end at their age, also that of an earlier run`() async throws {
        // The clocks of a scene run, too, so that the ages are much longer than any test.
        let age = Duration.seconds(1_000_000)
        func writeOne() async throws {
            let log = try await scene.nextLog(maximumAge: age)
            LogScene.record(1, in: log)
            #expect(log.stop(within: .seconds(300)) == 0)
        }
        try await writeOne()
        scene.shared.later.withLock { $0 += 500_000_000 }
        let log = try await scene.nextLog(maximumAge: age)
        LogScene.record(1, in: log)
        try await scene.await("the second decision") { log.figures.written == 1 }
        #expect(try scene.names() == ["decisions.jsonl"])
        scene.shared.later.withLock { $0 += 600_000_000 }
        LogScene.record(1, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        let names = try scene.names()
        #expect(names.count == 2)
        #expect(try scene.lines(names[0]).count == 4 && scene.lines().last == .decision(2))
    }

    @Test func `each have the answers to which they refer`() throws {
        let log = try scene.log(maximumBytes: 5000, keep: 1000)
        for index in 0..<200 {
            #expect(log.queue.record(LogScene.verdict(UInt8(index % 7), bytes: 100), worker: index))
        }
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.names().count > 10 && scene.content() == number(200) && scene.brokenReferences() == [])
        for name in try scene.names() {
            #expect(try scene.text(name).utf8.count <= 5000)
            let answers = try scene.lines(name).filter { if case .answer = $0 { true } else { false } }
            #expect(Set(answers.map { "\($0)" }).count == answers.count && answers.count <= 7)
        }
    }

    @Test(arguments: ["rename", "removal", "truncation"])
    func `have the answers also after a full disk and the work of others`(event: String) async throws {
        let disk = TestOutput.Disk()
        disk.state.withLock { $0.free = 3000 }
        let log = try scene.log(opened: { disk.output($0) })
        for index in 0..<100 { #expect(log.queue.record(LogScene.verdict(UInt8(index % 7)), worker: index)) }
        try await scene.await("the failure") { log.figures.errors[.write] ?? 0 > 0 }
        switch event {
        case "rename": unsafe _ = rename("\(scene.path)/decisions.jsonl", "\(scene.path)/a-old.jsonl")
        case "removal": unsafe _ = unlink("\(scene.path)/decisions.jsonl")
        default: unsafe _ = truncate("\(scene.path)/decisions.jsonl", 0)
        }
        disk.state.withLock { $0.free = nil }
        log.reopen()
        #expect(log.stop(within: .seconds(300)) == 0)
        let content = try scene.content()
        #expect(content.last == .decision(100) && (event != "rename" || content == number(100)))
        #expect(try scene.brokenReferences() == [])
    }

    @Test func `grow while they cannot be renamed`() async throws {
        try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: false)
        // A directory has the name of the next file.
        let obstacle = "\(scene.path)/decisions-20270115T080000Z-000001.jsonl"
        #expect(unsafe mkdir(obstacle, 0o700) == 0)
        let log = try scene.log(maximumBytes: 5000)
        LogScene.record(100, in: log)
        try await scene.await("all decisions") { log.figures.written == 100 }
        #expect(log.figures.failure == "rotate: cannot be written: File exists")
        #expect(try scene.text().utf8.count > 5000 && log.figures.errors[.rotate] == 1)
        #expect(unsafe rmdir(obstacle) == 0)
        scene.shared.later.withLock { $0 += 2000 }
        LogScene.record(1, in: log)
        try await scene.await("the rotation") { log.figures.written == 101 && log.figures.failure == nil }
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.content() == number(101) && scene.lines().last == .decision(101) && scene.has(.recovered))
    }

    @Test func `have no number that is too large`() {
        func name(_ number: String) -> String { "decisions-20270115T080000Z-\(number).jsonl" }
        #expect(DecisionFileName.number(in: name("999999999999999999")) == 999_999_999_999_999_999)
        #expect(DecisionFileName.number(in: name("9223372036854775807")) == nil)
    }

    // MARK: Other programs

    @Test func `begin anew at their size after a rename without a signal`() async throws {
        let log = try scene.log(maximumBytes: 5000)
        LogScene.record(3, in: log)
        try await scene.await("three decisions") { log.figures.written == 3 }
        unsafe _ = rename("\(scene.path)/decisions.jsonl", "\(scene.path)/a-old.jsonl")
        LogScene.record(30, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.content() == number(33) && scene.names() == ["a-old.jsonl", "decisions.jsonl"])
        #expect(log.figures.failure == nil && log.figures.errors.isEmpty)
    }

    @Test(arguments: [true, false])
    func `are opened again after a rename, whether or not there is a new file`(createsFile: Bool) async throws {
        let log = try scene.log()
        LogScene.record(3, in: log)
        try await scene.await("three decisions") { log.figures.written == 3 }
        unsafe _ = rename("\(scene.path)/decisions.jsonl", "\(scene.path)/decisions.jsonl.1")
        if createsFile { try "".write(toFile: "\(scene.path)/decisions.jsonl", atomically: false, encoding: .utf8) }
        LogScene.record(3, in: log)
        try await scene.await("six decisions") { log.figures.written == 6 }
        log.reopen()
        LogScene.record(3, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        let (old, new) = (try scene.lines("decisions.jsonl.1"), try scene.lines())
        #expect((old + new).filter { if case .run = $0 { false } else { true } } == number(9))
        guard case .run(_, number: let first)? = new.first else { return #expect(Bool(false), "\(new)") }
        #expect(new.dropFirst().first == .decision(first) && first >= 4)
    }

    @Test func `continue if they are opened again without a rename`() async throws {
        let log = try scene.log()
        LogScene.record(3, in: log)
        try await scene.await("three decisions") { log.figures.written == 3 }
        log.reopen()
        LogScene.record(3, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.lines().count == 7)
    }

    @Test func `are opened again as soon as that is possible`() async throws {
        let log = try scene.log()
        LogScene.record(3, in: log)
        try await scene.await("three decisions") { log.figures.written == 3 }
        unsafe _ = rename("\(scene.path)/decisions.jsonl", "\(scene.path)/decisions.jsonl.1")
        // A directory with the name of the file cannot be opened as one.
        unsafe _ = mkdir("\(scene.path)/decisions.jsonl", 0o700)
        log.reopen()
        try await scene.await("the failure") { log.figures.failure?.hasPrefix("open: ") == true }
        LogScene.record(1, in: log)
        try await scene.await("the fourth decision") { log.figures.written == 4 }
        #expect(log.figures.failure?.hasPrefix("open: ") == true)
        unsafe _ = rmdir("\(scene.path)/decisions.jsonl")
        try await scene.await("the recovery") { log.figures.failure == nil }
        LogScene.record(1, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.lines("decisions.jsonl.1").last == .decision(4))
        #expect(try scene.lines().last == .decision(5))
    }

    @Test func `begin again after a copy and a truncation`() async throws {
        let log = try scene.log()
        LogScene.record(3, in: log)
        try await scene.await("three decisions") { log.figures.written == 3 }
        #expect(unsafe truncate("\(scene.path)/decisions.jsonl", 0) == 0)
        LogScene.record(3, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        let lines = try scene.lines()
        #expect(lines.count == 4 && Array(lines.dropFirst()) == [.decision(4), .decision(5), .decision(6)])
        #expect(scene.has(.truncated))
    }

    @Test func `are created again after they were removed`() async throws {
        let log = try scene.log()
        LogScene.record(3, in: log)
        try await scene.await("three decisions") { log.figures.written == 3 }
        unsafe _ = unlink("\(scene.path)/decisions.jsonl")
        LogScene.record(3, in: log)
        #expect(log.stop(within: .seconds(300)) == 0)
        #expect(try scene.content() == [.decision(4), .decision(5), .decision(6)])
        #expect(scene.has(.removed))
    }

    @Test(arguments: ["link", "pipe", "directory"])
    func `are refused at the start if they are not regular`(kind: String) throws {
        try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: false)
        let file = "\(scene.path)/decisions.jsonl"
        switch kind {
        case "link": #expect(unsafe symlink("/dev/null", file) == 0)
        case "pipe": #expect(unsafe mkfifo(file, 0o600) == 0)
        default: #expect(unsafe mkdir(file, 0o700) == 0)
        }
        #expect(throws: (any Error).self) { try scene.log() }
    }
}
