import Foundation
import Glibc
import Testing
import TrustTestSupport

@testable import FileAccess

@Suite struct `A directory of logs` {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/log" }

    init() throws { directory = try TemporaryDirectory() }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    private func reason(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let failure as LocalFiles.Failure {
            return failure.reason
        } catch {
            return "\(error)"
        }
    }

    @Test func `is created, and used by one process only`() throws {
        let log = try LogDirectory(path)
        #expect(reason { _ = try LogDirectory(path) } == "is in use by another process")
        #expect(try log.names() == [".lock"])
    }

    @Test func `can be used again after its release`() throws {
        _ = try LogDirectory(path)
        _ = try LogDirectory(path)
    }

    @Test func `is refused if other users can change it`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(unsafe chmod(path, 0o777) == 0)
        #expect(reason { _ = try LogDirectory(path) }?.contains("can be changed by other users") == true)
    }

    @Test func `has files to which bytes are appended`() throws {
        let log = try LogDirectory(path)
        let file = try log.file(named: "a.jsonl")
        #expect(try file.endsWithLineFeed())
        #expect(try file.append(Array("one\ntw".utf8)) == 6)
        #expect(try !file.endsWithLineFeed())
        #expect(try file.append(Array("--o\n".utf8), from: 2) == 2)
        try file.synchronize()
        let again = try log.file(named: "a.jsonl")
        #expect(try again.append(Array("three\n".utf8)) == 6)
        #expect(try text("a.jsonl") == "one\ntwo\nthree\n")
        #expect(try again.beginning(3) == Array("one".utf8) && again.beginning(100).count == 14)
        #expect(try file.state().isSameFile(as: again.state()) && file.endsWithLineFeed())
        #expect(try !file.state().isSameFile(as: log.file(named: "b.jsonl").state()))
    }

    @Test func `reports that a file was truncated or removed`() throws {
        let log = try LogDirectory(path)
        let file = try log.file(named: "a.jsonl")
        _ = try file.append(Array("one\n".utf8))
        #expect(try file.state().size == 4 && file.state().isLinked)
        #expect(unsafe truncate("\(path)/a.jsonl", 0) == 0)
        #expect(try file.state().size == 0)
        _ = try file.append(Array("two\n".utf8))
        #expect(try text("a.jsonl") == "two\n")
        try log.remove("a.jsonl")
        #expect(try !file.state().isLinked)
        try log.remove("a.jsonl")
        try FileManager.default.createDirectory(atPath: "\(path)/folder", withIntermediateDirectories: false)
        #expect(reason { try log.remove("folder") } == "cannot be removed: Is a directory")
    }

    @Test func `renames a file, and never over another one`() throws {
        let log = try LogDirectory(path)
        _ = try log.file(named: "a").append(Array("a".utf8))
        _ = try log.file(named: "b").append(Array("b".utf8))
        #expect(reason { _ = try log.rename("a", to: "b") } == "cannot be written: File exists")
        #expect(try log.rename("a", to: "c") && !log.rename("a", to: "d"))
        #expect(try text("b") == "b" && text("c") == "a")
        #expect(try log.names().sorted() == [".lock", "b", "c"])
    }

    @Test func `distinguishes its files from links and directories`() throws {
        let log = try LogDirectory(path)
        _ = try log.file(named: "a")
        try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "a")
        try FileManager.default.createDirectory(atPath: "\(path)/folder", withIntermediateDirectories: false)
        #expect(log.isFile("a") && !log.isFile("link") && !log.isFile("folder") && !log.isFile("b"))
    }

    @Test func `follows no links, and opens nothing but regular files`() throws {
        let log = try LogDirectory(path)
        try "kept".write(toFile: "\(directory.path)/outside", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "../outside")
        #expect(unsafe mkfifo("\(path)/pipe", 0o600) == 0)
        try FileManager.default.createDirectory(atPath: "\(path)/folder", withIntermediateDirectories: false)
        #expect(reason { _ = try log.file(named: "link") } == "is a symbolic link, which is not followed")
        #expect(reason { _ = try log.file(named: "pipe") } == "is not a regular file")
        #expect(reason { _ = try log.file(named: "folder") } == "cannot be written: Is a directory")
        #expect(try String(contentsOfFile: "\(directory.path)/outside", encoding: .utf8) == "kept")
    }

    @Test func `reports a full disk`() throws {
        // The device rejects every byte as a full disk does.
        let full = AppendedFile(owning: unsafe open("/dev/full", O_WRONLY | O_CLOEXEC))
        #expect(reason { _ = try full.append([1]) } == "cannot be written: No space left on device")
    }

    @Test func `stays the directory that was opened`() throws {
        let log = try LogDirectory(path)
        try FileManager.default.moveItem(atPath: path, toPath: "\(directory.path)/moved")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        _ = try log.file(named: "a").append(Array("a".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        #expect(FileManager.default.fileExists(atPath: "\(directory.path)/moved/a"))
    }
}
