import FileAccess
import Foundation
import Testing
import TrustTestSupport

@Suite struct `Files written as a whole` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func refusal(_ path: String) -> String? {
        do throws(LocalFiles.Failure) {
            try LocalFiles.replace(path, with: [1])
            return nil
        } catch {
            return error.reason
        }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(directory.path)/\(name)", encoding: .utf8)
    }

    @Test func `are created, or replace a regular file without changing other links to it`() throws {
        try LocalFiles.replace(directory.path + "/new", with: Array("new".utf8))
        #expect(try text("new") == "new")
        let old = try directory.write("old", "old, and longer than the new text")
        try FileManager.default.linkItem(atPath: old, toPath: directory.path + "/other")
        try LocalFiles.replace(old, with: Array("new".utf8))
        #expect(try text("old") == "new")
        #expect(try text("other") == "old, and longer than the new text")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["new", "old", "other"]
        )
    }

    @Test func `never replace a link, a directory or a pipe`() throws {
        let file = try directory.write("file", "kept")
        try directory.link("link", to: file)
        try directory.link("dangling", to: directory.path + "/nowhere")
        try directory.makeDirectory("directory")
        #expect(unsafe mkfifo(directory.path + "/pipe", 0o600) == 0)
        for name in ["link", "dangling"] {
            #expect(refusal("\(directory.path)/\(name)") == "is a symbolic link, which is not replaced")
        }
        for name in ["directory", "pipe"] {
            #expect(refusal("\(directory.path)/\(name)") == "exists and is not a regular file")
        }
        #expect(try text("file") == "kept")
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/nowhere"))
    }

    @Test func `are not removed through a symbolic link to their directory`() throws {
        try directory.makeDirectory("kept")
        let file = try directory.write("kept/file", "kept")
        try directory.link("link", to: directory.path + "/kept")
        try directory.makeDirectory("removed")
        try directory.link("removed/link", to: directory.path + "/kept")
        for name in ["link", "removed"] {
            LocalFiles.removeDirectory("\(directory.path)/\(name)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["kept"])
    }

    @Test func `report invalid paths and missing directories, and leave no temporary file`() throws {
        try directory.write("file", "kept")
        for path in ["", "\(directory.path)/", "\(directory.path)/a\0b"] {
            #expect(refusal(path) == "is not a valid path of a file")
        }
        #expect(refusal(directory.path + "/missing/file") == "cannot be written: its directory does not exist")
        #expect(refusal(directory.path + "/file/below")?.hasPrefix("cannot be written: ") == true)
        #expect(
            refusal("\(directory.path)/\(String(repeating: "x", count: 300))")?.hasPrefix("cannot be written: ") == true
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["file"])
    }
}
