import FileAccess
import Foundation
import Testing
import TrustTestSupport

@testable import TrustPolicies

/// Archives that the program `tar` creates, and archives made by hand.
enum Tar {
    /// Archives a directory with GNU tar.
    static func archive(_ directory: String, _ arguments: String...) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["tar", "-C", directory] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try #require(try output.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(bytes)
    }

    /// Returns a header in the format ustar with its checksum.
    static func header(_ name: String, size: String, kind: String = "0", prefix: String = "") -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func set(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
        }
        set(name, at: 0)
        set("0000644", at: 100)
        set(size, at: 124)
        set("        ", at: 148)
        set(kind, at: 156)
        set("ustar\u{0}00", at: 257)
        set(prefix, at: 345)
        let sum = header.reduce(0) { $0 + Int($1) }
        set(String(sum, radix: 8), at: 148)
        return header
    }

    static func file(_ name: String, _ text: String, kind: String = "0", prefix: String = "") -> [UInt8] {
        let size = String(String(text.utf8.count, radix: 8))
        let padding = [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
        return header(name, size: size, kind: kind, prefix: prefix) + text.utf8 + padding
    }

    static let end = [UInt8](repeating: 0, count: 1024)
}

@Suite struct `Tar archives` {
    private func refusal(_ bytes: [UInt8]) -> String? {
        do throws(TarArchive.Failure) {
            _ = try TarArchive.files(in: bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: ["--format=ustar", "--format=gnu", "--format=pax", "--format=posix"])
    func `of the usual formats are read`(format: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write("pay.yaml", "policies: {}")
        try directory.write("cas/inner/a.pem", String(repeating: "a", count: 1000))
        try directory.write("empty.txt", "")
        for names in [["."], ["pay.yaml", "cas", "empty.txt"]] {
            var arguments = [format, "-cf", "-"]
            arguments += names
            let bytes = try Tar.archive(directory.path, arguments[0], arguments[1], arguments[2], names[0])
            let files = try TarArchive.files(in: bytes)
            if names == ["."] {
                #expect(files.map(\.path).sorted() == ["cas/inner/a.pem", "empty.txt", "pay.yaml"])
                #expect(files.first { $0.path == "cas/inner/a.pem" }?.bytes.count == 1000)
            } else {
                #expect(files == [LocalFiles.Member(path: "pay.yaml", bytes: Array("policies: {}".utf8))])
            }
        }
    }

    @Test func `with links are refused`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a", "a")
        try directory.link("secret", to: "/etc/shadow")
        let bytes = try Tar.archive(directory.path, "-cf", "-", "a", "secret")
        #expect(refusal(bytes) == "`secret` is not a regular file")
    }

    @Test(arguments: ["1", "2", "3", "4", "6", "7", "L", "K", "S", "V", "D"])
    func `have only regular files`(kind: String) {
        #expect(refusal(Tar.file("a", "", kind: kind) + Tar.end) == "`a` is not a regular file")
    }

    @Test(arguments: [
        "../a", "a/../b", "/etc/passwd", "a//b", ".hidden", "a/.b", "", "a b", "a\\b", "./../a", "..", "a/",
        "1/2/3/4/5/6/7/8/9/10",
    ])
    func `have no names that leave the archive or are hidden`(name: String) {
        let reason = refusal(Tar.file(name, "x") + Tar.end)
        #expect(reason?.contains("is not a permitted name") == true, "\(reason ?? "accepted")")
    }

    @Test func `have the prefix of a name checked too`() {
        #expect(refusal(Tar.file("passwd", "x", prefix: "/etc") + Tar.end)?.contains("`/etc/passwd` is not") == true)
        #expect(refusal(Tar.file("a", "x", prefix: "..") + Tar.end)?.contains("`../a` is not") == true)
    }

    @Test func `with wrong headers are refused`() {
        var wrong = Tar.file("a", "x")
        wrong[0] = UInt8(ascii: "b")
        #expect(refusal(wrong) == "a header has a wrong checksum")
        #expect(refusal(Tar.header("a", size: "77777777777")) == "`a` is longer than the archive")
        #expect(refusal(Tar.header("a", size: "1 1")) == "a header has an invalid size")
        #expect(refusal(Tar.header("a", size: "-1")) == "a header has an invalid size")
        #expect(refusal([1, 2, 3]) == "it ends within a header")
        #expect(refusal([UInt8](repeating: 1, count: 512)) == "a header has a wrong checksum")
    }

    @Test func `with names in extended headers are refused, since only one of the two names would be checked`() {
        let record = "31 path=/etc/cron.d/attack.txt\n"
        #expect(
            refusal(Tar.file("x", record, kind: "x") + Tar.file("a", "x") + Tar.end)
                == "a name or a size is too long for the format ustar"
        )
        #expect(refusal(Tar.file("x", "30 mtime=1600000000.123456789\n", kind: "x") + Tar.file("a", "x")) == nil)
    }

    @Test(arguments: [
        "x path=/a\n", "99 path=a\n", "1 a", "3 ", "-5 a=b\n", "1234567 a=b\n",
        String(repeating: "\u{1F1E6}", count: 10_000),
    ])
    func `with malformed extended headers are refused`(record: String) {
        #expect(refusal(Tar.file("x", record, kind: "x") + Tar.file("a", "x")) == "an extended header is malformed")
        let large = String(repeating: "9 a=bcde\n", count: 8000)
        #expect(refusal(Tar.file("x", large, kind: "g") + Tar.file("a", "x")) == "an extended header is too large")
    }

    @Test func `have a limited number of files`() {
        let files = (0...TarArchive.maximumFiles).flatMap { Tar.header("f\($0)", size: "0") }
        #expect(refusal(files) == "it has more than 1000 files")
        #expect(refusal(Array(files.dropLast(512))) == nil)
    }
}
