/// The names and sizes of a cache's files, and the order in which they were used.
struct FileCacheIndex {
    private struct Entry {
        let bytes: Int
        var lastUse: Int
    }

    var figures = FileCache.Figures()
    private var entries: [String: Entry] = [:]
    /// The uses in order, each with its number; a use is outdated if its entry was used again or removed since.
    private var uses: [(name: String, number: Int)] = []
    /// The position of the first use that was not examined.
    private var firstUse = 0
    private var lastNumber = 0

    private static let suffix = ".cache"

    /// Returns the name of a file for a digest of 32 bytes.
    static func name(ofDigest digest: [UInt8]) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + suffix
    }

    /// Whether a file name is one of this cache; files with other names are left alone.
    static func isName(_ name: String) -> Bool {
        let digits = name.utf8.dropLast(suffix.utf8.count)
        return name.hasSuffix(suffix) && digits.count == 2 * FileCacheEntry.digestLength
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    var names: [String] { Array(entries.keys) }

    func contains(_ name: String) -> Bool { entries[name] != nil }

    /// Marks an entry as the most recently used one.
    mutating func use(_ name: String) {
        lastNumber += 1
        entries[name]?.lastUse = lastNumber
        uses.append((name, lastNumber))
        // Outdated uses must not accumulate; the constant avoids work for small caches.
        if uses.count > 2 * entries.count + 1024 {
            uses = uses[firstUse...].filter { entries[$0.name]?.lastUse == $0.number }
            firstUse = 0
        }
    }

    /// Returns the entry that was not used for the longest time, in amortized constant time; nil if there is no entry.
    mutating func leastRecentlyUsed() -> String? {
        while firstUse < uses.count {
            let use = uses[firstUse]
            if entries[use.name]?.lastUse == use.number { return use.name }
            firstUse += 1
        }
        return nil
    }

    /// Inserts an entry as the most recently used one, and replaces an entry with its name.
    mutating func insert(_ name: String, bytes: Int) {
        remove(name)
        entries[name] = Entry(bytes: bytes, lastUse: 0)
        figures.entries += 1
        figures.bytes += bytes
        use(name)
    }

    mutating func remove(_ name: String) {
        guard let entry = entries.removeValue(forKey: name) else { return }
        figures.entries -= 1
        figures.bytes -= entry.bytes
    }
}
