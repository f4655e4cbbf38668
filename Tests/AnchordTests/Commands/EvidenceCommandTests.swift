import Foundation
import Testing
import TrustTestSupport

/// `anchord evidence` with directories that no daemon wrote; `KilledDaemonTests` has real entries.
@Suite struct `The commands about the disk cache` {
    private let directory: TemporaryDirectory
    private let name = String(repeating: "0a", count: 32) + ".cache"

    init() throws { directory = try TemporaryDirectory() }

    @Test func `list a damaged file, and remove it without touching other files`() throws {
        try directory.write(name, "damaged")
        try directory.write("notes.txt", "mine")
        let list = try AnchordProgram.run(["evidence", "list", "--json", "--directory", directory.path])
        #expect(list.status == 0)
        #expect(list.output == "[{\"file\":\"\(name)\",\"bytes\":7,\"damaged\":true}]\n")
        #expect(FileManager.default.fileExists(atPath: "\(directory.path)/\(name)"))
        let other = try AnchordProgram.run([
            "evidence", "purge", "--location", "http://crl.example/", "--directory", directory.path,
        ])
        #expect(other.output == "removed 0 entries\n")
        let purge = try AnchordProgram.run(["evidence", "purge", "--directory", directory.path])
        #expect(purge.status == 0)
        #expect(purge.output == "removed 1 entry\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["notes.txt"])
    }

    @Test func `name a directory that does not exist`() throws {
        let list = try AnchordProgram.run(["evidence", "list", "--directory", "\(directory.path)/none"])
        #expect(list.status == 2)
        #expect(list.errors.contains("\(directory.path)/none does not exist"), "\(list.errors)")
    }
}
