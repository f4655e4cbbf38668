import Foundation
import Glibc
import Testing
import TrustTestSupport

@testable import FileAccess

@Suite struct `A file cache` {
    let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/cache" }

    init() throws { directory = try TemporaryDirectory() }

    /// Not a cryptographic digest, but it differs for all inputs of these tests and has 32 bytes.
    private static let digest: FileCacheEntry.Digest = { bytes in
        (UInt64(0)..<4).flatMap { seed -> [UInt8] in
            var hash = 0xCBF2_9CE4_8422_2325 &+ seed
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return (UInt64(0)..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
        }
    }

    private func cache(maximumBytes: Int = 1 << 20) throws -> FileCache {
        try FileCache(at: path, maximumBytes: maximumBytes, digest: Self.digest)
    }

    private static func entry(_ key: String, size: Int = 10, fill: UInt8 = 7) -> FileCacheEntry {
        FileCacheEntry(
            key: Array(key.utf8),
            description: Array("received".utf8),
            content: [UInt8](repeating: fill, count: size)
        )
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    private func refusal() -> String? {
        do {
            _ = try cache()
            return nil
        } catch {
            return (error as? LocalFiles.Failure)?.reason ?? "\(error)"
        }
    }

    @Test func `creates its directory for this user alone, and keeps entries over a restart`() throws {
        let first = try cache()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
        let entries = [Self.entry("a"), Self.entry("b", size: 0), Self.entry("", size: 100_000)]
        for entry in entries { try first.store(entry) }
        let second = try cache()
        for entry in entries { #expect(second.entry(for: entry.key) == entry) }
        #expect(second.entry(for: Array("c".utf8)) == nil)
        #expect(second.figures == first.figures)
        #expect(second.figures.entries == 3)
    }

    @Test func `replaces the entry of a key`() throws {
        let cache = try cache()
        try cache.store(Self.entry("a", fill: 1))
        try cache.store(Self.entry("a", size: 20, fill: 2))
        #expect(cache.entry(for: Array("a".utf8)) == Self.entry("a", size: 20, fill: 2))
        #expect(cache.figures.entries == 1)
        #expect(cache.figures.bytes == Self.entry("a", size: 20).fileBytes)
        #expect(try files().count == 1)
    }

    @Test func `discards a file with any changed, missing or additional byte`() throws {
        let entry = Self.entry("key")
        let cache = try cache()
        try cache.store(entry)
        let file = try "\(path)/\(#require(files().first))"
        let bytes = try LocalFiles.bytes(of: file, maximum: 1000)
        var damaged = bytes.indices.map { position in
            bytes.enumerated().map { $0.offset == position ? $0.element ^ 0x10 : $0.element }
        }
        damaged += (0..<bytes.count).map { Array(bytes.prefix($0)) }
        damaged += [bytes + [0], bytes + bytes]
        for (count, variant) in damaged.enumerated() {
            try Data(variant).write(to: URL(filePath: file))
            let reopened = try self.cache()
            #expect(reopened.entry(for: entry.key) == nil, "variant \(count)")
            #expect(reopened.figures.damaged == 1)
            #expect(try files().isEmpty)
        }
    }

    @Test func `discards an entry in the file of another key`() throws {
        let cache = try cache()
        try cache.store(Self.entry("a", fill: 1))
        let file = try "\(path)/\(#require(files().first))"
        let ofA = try Data(contentsOf: URL(filePath: file))
        try cache.store(Self.entry("b", fill: 2))
        let other = try "\(path)/\(#require(files().first { !file.hasSuffix($0) }))"
        try ofA.write(to: URL(filePath: other))
        #expect(cache.entry(for: Array("b".utf8)) == nil)
        #expect(cache.entry(for: Array("a".utf8)) == Self.entry("a", fill: 1))
        #expect(cache.figures.damaged == 1)
    }

    @Test func `removes the least recently used entries beyond its size`() throws {
        let each = Self.entry("0", size: 100).fileBytes
        let small = try cache(maximumBytes: 3 * each)
        for key in ["0", "1", "2"] { try small.store(Self.entry(key, size: 100)) }
        #expect(small.entry(for: Array("0".utf8)) != nil)
        try small.store(Self.entry("3", size: 100))
        #expect(small.entry(for: Array("1".utf8)) == nil)
        for key in ["0", "2", "3"] { #expect(small.entry(for: Array(key.utf8)) != nil) }
        #expect(small.figures == FileCache.Figures(entries: 3, bytes: 3 * each, evictions: 1, damaged: 0))
        // An entry that does not fit removes nothing but the older entry of its key.
        try small.store(Self.entry("2", size: 3 * each))
        #expect(small.entry(for: Array("2".utf8)) == nil)
        #expect(small.figures.entries == 2)
        // A smaller maximum after a restart applies to the files that exist.
        let smaller = try cache(maximumBytes: each)
        #expect(smaller.figures.entries == 1)
        #expect(try files().count == 1)
    }

    @Test func `keeps the right order over thousands of uses`() throws {
        let each = Self.entry("00").fileBytes
        let cache = try cache(maximumBytes: 50 * each)
        for round in 0..<60 {
            for number in 10..<59 where cache.entry(for: Array("\(number)".utf8)) == nil {
                try cache.store(Self.entry("\(number)"))
            }
            try cache.store(Self.entry("x\(round % 10)"))
        }
        // 49 entries are used in every round, so only the other ones are removed.
        for number in 10..<59 { #expect(cache.entry(for: Array("\(number)".utf8)) != nil, "\(number)") }
        #expect(cache.figures.entries == 50)
        #expect(cache.figures.evictions == 59)
    }

    @Test func `removes what an interrupted write left, and leaves other files alone`() throws {
        let first = try cache()
        try first.store(Self.entry("a"))
        try directory.write("cache/.anchord-1a2b", "half")
        try directory.write("cache/notes.txt", "mine")
        try directory.write("cache/ABC.cache", "mine")
        try directory.makeDirectory("cache/folder")
        let second = try cache()
        #expect(second.figures.entries == 1)
        #expect(second.removeAll() == 1)
        #expect(try files() == ["ABC.cache", "folder", "notes.txt"])
        #expect(second.figures.bytes == 0)
    }

    @Test func `misses an entry whose file another process removed`() throws {
        let cache = try cache()
        try cache.store(Self.entry("a"))
        try directory.remove("cache/\(#require(files().first))")
        #expect(cache.entry(for: Array("a".utf8)) == nil)
        #expect(cache.figures == FileCache.Figures())
        try cache.store(Self.entry("a"))
        cache.remove(Array("a".utf8))
        #expect(cache.entry(for: Array("a".utf8)) == nil)
    }

    @Test func `lists its entries and removes damaged files on the way`() throws {
        let cache = try cache()
        for key in ["a", "b", "c"] { try cache.store(Self.entry(key)) }
        try Data([1, 2, 3]).write(to: URL(filePath: "\(path)/\(#require(files().first))"))
        var keys: Set<String> = []
        cache.forEach { keys.insert(String(decoding: $0.key, as: UTF8.self)) }
        #expect(keys.count == 2)
        #expect(keys.isSubset(of: ["a", "b", "c"]))
        #expect(cache.figures.damaged == 1)
    }

    @Test func `refuses a directory that others may change, a file, and a missing parent`() throws {
        try directory.makeDirectory("cache")
        try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: path)
        #expect(refusal() == "can be changed by other users (mode 0770); change its mode to 0700")
        try directory.remove("cache")
        try directory.write("cache", "a file")
        #expect(refusal() == "is not a directory")
        let nested = "\(directory.path)/missing/cache"
        #expect(throws: LocalFiles.Failure(reason: "cannot be created: its parent directory does not exist")) {
            _ = try FileCache(at: nested, maximumBytes: 10, digest: Self.digest)
        }
    }

    /// A file under a temporary name may have any length; the next start removes it.
    @Test func `removes what killed writers left`() throws {
        _ = try cache()
        for round in 0..<20 {
            let file = "\(path)/.anchord-\(round)"
            let writer = Process()
            writer.executableURL = URL(filePath: "/bin/sh")
            writer.arguments = ["-c", "while :; do head -c 100000 /dev/zero > '\(file)'; done"]
            try writer.run()
            Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
            kill(writer.processIdentifier, SIGKILL)
            writer.waitUntilExit()
            #expect(try cache().figures.damaged == 0)
            #expect(try files().isEmpty)
        }
    }
}
