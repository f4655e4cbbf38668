import Foundation
import Glibc
import Testing
import TrustTestSupport

@testable import FileAccess

@Suite struct `Local files` {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func refusal(_ path: String, maximum: Int = 10) -> String? {
        do {
            _ = try LocalFiles.bytes(of: path, maximum: maximum)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `have paths without links and detours`() throws {
        let path = LocalFiles.resolved(directory.path)
        try FileManager.default.createDirectory(atPath: "\(path)/a", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "a")
        for same in ["a", "a/", "./a", "link", "link/", "a/../link", "/a", "a/."] {
            #expect(LocalFiles.resolved("\(path)/\(same)") == "\(path)/a")
        }
        #expect(LocalFiles.resolved("\(path)/link/new") == "\(path)/a/new")
        #expect(LocalFiles.resolved("\(path)//link//new/") == "\(path)/a/new")
        #expect(LocalFiles.resolved("\(path)/none/new") == "\(path)/none/new")
        #expect(LocalFiles.resolved("/") == "/" && LocalFiles.resolved("//none") == "/none")
        #expect(LocalFiles.resolved("").isEmpty == false)
    }

    /// The address sanitizer reports a leak here if reading an empty file leaks memory.
    @Test func `read an empty file as no bytes, repeatedly`() throws {
        let file = try directory.write("empty.yaml", "")
        for _ in 0..<100 {
            #expect(try LocalFiles.bytes(of: file, maximum: 10).isEmpty)
        }
    }

    @Test(arguments: [1, 10, 4095, 4096, 4097, 1 << 20])
    func `read all bytes of a file up to the maximum and reject one byte more`(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8) }
        let file = try directory.write("bytes", bytes)
        #expect(try LocalFiles.bytes(of: file, maximum: size) == bytes)
        #expect(refusal(file, maximum: size - 1) == "is larger than \(size - 1) bytes")
    }

    /// Files under /proc report size 0.
    @Test func `read a file that does not report its size, up to the maximum`() throws {
        let status = try LocalFiles.bytes(of: "/proc/self/status", maximum: 1 << 20)
        #expect(String(decoding: status, as: UTF8.self).hasPrefix("Name:"))
        #expect(status.count > 100)
        #expect(refusal("/proc/self/status", maximum: 100) == "is larger than 100 bytes")
    }

    @Test func `report why a path cannot be read`() throws {
        let file = try directory.write("file", "1")
        try directory.link("dangling", to: "nowhere")
        try directory.link("circle", to: "circle")
        try directory.link("through", to: "file/more")
        #expect(refusal("") == "is not a valid path")
        #expect(refusal(file + "\0") == "is not a valid path")
        #expect(refusal(file + ".pem") == "does not exist")
        #expect(refusal(file + "/more") == "cannot be read: Not a directory")
        #expect(refusal(directory.path) == "is not a regular file")
        #expect(refusal("/dev/zero") == "is not a regular file")
        #expect(refusal(directory.path + "/dangling") == "is a symbolic link that cannot be resolved")
        #expect(refusal(directory.path + "/circle") == "is a symbolic link that cannot be resolved")
        #expect(refusal(directory.path + "/through") == "cannot be read: Not a directory")
        #expect(
            refusal(directory.path + "/" + String(repeating: "n", count: 300)) == "cannot be read: File name too long"
        )
    }

    /// Opening a pipe without a writer would block forever.
    @Test(.timeLimit(.minutes(15))) func `do not open a pipe`() throws {
        let pipe = directory.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(refusal(pipe) == "is not a regular file")
        #expect(try LocalFiles.kind(of: pipe) == .special)
    }

    @Test func `follow symbolic links`() throws {
        let file = try directory.write("real/file", "linked")
        try directory.link("file", to: file)
        try directory.link("directory", to: "real")
        #expect(try LocalFiles.bytes(of: directory.path + "/file", maximum: 6) == Array("linked".utf8))
        #expect(try LocalFiles.kind(of: directory.path + "/directory") == .directory)
        #expect(try LocalFiles.names(in: directory.path + "/directory") == ["file"])
    }

    @Test func `list the names of a directory sorted by bytes, without hidden ones`() throws {
        for name in ["b", "ä", "a/inner", "B", ".hidden"] { try directory.write(name, "") }
        #expect(try LocalFiles.names(in: directory.path) == ["B", "a", "b", "ä"])
        #expect(throws: LocalFiles.Failure(reason: "is not a directory")) {
            try LocalFiles.names(in: directory.path + "/b")
        }
        #expect(throws: LocalFiles.Failure(reason: "does not exist")) {
            try LocalFiles.names(in: directory.path + "/c")
        }
    }

    @Test func `list a name that is not UTF-8 with replacement characters`() throws {
        let path = Array("\(directory.path)/".utf8).map(CChar.init(bitPattern:)) + [-1, 0]
        #expect(close(unsafe open(path, O_CREAT | O_WRONLY, 0o600)) == 0)
        let names = try LocalFiles.names(in: directory.path)
        #expect(names == ["\u{FFFD}"])
        #expect(refusal(directory.path + "/" + names[0]) == "does not exist")
    }

    @Test func `leave no descriptors open`() throws {
        let file = try directory.write("file", "1")
        _ = try LocalFiles.bytes(of: file, maximum: 1)
        _ = refusal(file, maximum: 0)
        _ = refusal(directory.path)
        _ = try LocalFiles.names(in: directory.path)
        // Only descriptors of this test's directory, since other tests open files at the same time.
        let open = try LocalFiles.names(in: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(open.count > 2)
        #expect(open.filter { $0.hasPrefix(directory.path) } == [])
    }
}
