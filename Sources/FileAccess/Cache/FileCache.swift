import Synchronization

/// A directory of checksummed files with a maximum total size, which survives restarts.
///
/// A file is written as a whole under a temporary name and then renamed. A process that is killed leaves complete entries,
/// and at most one temporary file, which the next start removes. A damaged file is removed when it is read, and counted.
/// Other processes may read and remove files.
///
/// All methods block on the disk: they must not be called by a thread that answers requests.
package final class FileCache: Sendable {
    /// The size of the cache, and the number of files that it removed since it was opened.
    package struct Figures: Equatable, Sendable {
        /// The number of entries.
        package var entries = 0
        /// The total size of the files, in bytes.
        package var bytes = 0
        /// The number of entries removed to make space.
        package var evictions = 0
        /// The number of files removed because they were damaged, or were not entries of the cache.
        package var damaged = 0
    }

    /// The path of the directory.
    package let path: String
    private let maximumBytes: Int
    private let maximumFileBytes: Int
    private let digest: FileCacheEntry.Digest
    private let state: Mutex<FileCacheIndex>

    /// Opens a directory, or creates it with permissions for this user alone; its parent directory must exist.
    ///
    /// - Parameters:
    ///   - path: The directory, which should have no other use.
    ///   - maximumBytes: The maximum total size of the files.
    ///   - maximumFileBytes: The maximum size of a file that is read; a longer one is removed.
    ///   - digest: Computes a digest of 32 bytes, for the checksums and for the file names.
    /// - Throws: ``LocalFiles/Failure`` if the directory cannot be created or read, or if other users may change it.
    package init(
        at path: String,
        maximumBytes: Int,
        maximumFileBytes: Int = .max,
        digest: @escaping FileCacheEntry.Digest
    ) throws(LocalFiles.Failure) {
        self.path = path
        self.maximumBytes = maximumBytes
        self.maximumFileBytes = min(maximumBytes, maximumFileBytes)
        self.digest = digest
        try LocalFiles.createPrivateDirectory(path)
        state = Mutex(try Self.index(of: path))
        state.withLock { removeExcess(&$0) }
    }

    /// Returns the entry of a key and removes a damaged file; nil if there is no entry.
    package func entry(for key: [UInt8]) -> FileCacheEntry? {
        let name = name(of: key)
        return state.withLock { index in
            guard let entry = read(name, &index) else { return nil }
            index.use(name)
            return entry
        }
    }

    /// Stores an entry under its key, and removes the least recently used entries if there is not enough space.
    ///
    /// An entry that alone exceeds the maximum is not stored, and an older entry with its key is removed.
    ///
    /// - Throws: ``LocalFiles/Failure`` if the file cannot be written; the cache then has the old entry or none.
    package func store(_ entry: FileCacheEntry) throws(LocalFiles.Failure) {
        let name = name(of: entry.key)
        let (path, maximumBytes) = (file(name), maximumBytes)
        let bytes = entry.fileBytes <= maximumBytes ? entry.encoded(digest) : nil
        let outcome = state.withLock { index -> Result<Void, LocalFiles.Failure> in
            guard let bytes else {
                discard(name, &index)
                return .success(())
            }
            do throws(LocalFiles.Failure) {
                try LocalFiles.replace(path, with: bytes)
            } catch {
                return .failure(error)
            }
            index.insert(name, bytes: bytes.count)
            removeExcess(&index)
            return .success(())
        }
        try outcome.get()
    }

    /// Removes the entry of a key, if there is one.
    package func remove(_ key: [UInt8]) {
        state.withLock { discard(name(of: key), &$0) }
    }

    /// Removes all entries, and returns their number.
    @discardableResult
    package func removeAll() -> Int {
        state.withLock { index in
            let names = index.names
            for name in names { discard(name, &index) }
            return names.count
        }
    }

    /// Passes all entries to a closure in no particular order, and removes damaged files.
    package func forEach(_ visit: (FileCacheEntry) -> Void) {
        for name in state.withLock({ $0.names }) {
            if let entry = state.withLock({ read(name, &$0) }) { visit(entry) }
        }
    }

    /// The statistics of the cache.
    package var figures: Figures { state.withLock { $0.figures } }

    private func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the name of a key's file: the digest of the key in hexadecimal, so that no key can name another file.
    private func name(of key: [UInt8]) -> String { FileCacheIndex.name(ofDigest: digest(key[...])) }

    /// Returns the entry in a file; if there is none, removes the file.
    private func read(_ name: String, _ index: inout FileCacheIndex) -> FileCacheEntry? {
        guard index.contains(name) else { return nil }
        guard let bytes = try? LocalFiles.bytes(of: file(name), maximum: maximumFileBytes) else {
            // Another process removed the file.
            discard(name, &index)
            return nil
        }
        if let entry = FileCacheEntry(decoding: bytes, digest), self.name(of: entry.key) == name { return entry }
        index.figures.damaged += 1
        discard(name, &index)
        return nil
    }

    private func discard(_ name: String, _ index: inout FileCacheIndex) {
        LocalFiles.remove(file(name))
        index.remove(name)
    }

    private func removeExcess(_ index: inout FileCacheIndex) {
        while index.figures.bytes > maximumBytes, let oldest = index.leastRecentlyUsed() {
            index.figures.evictions += 1
            discard(oldest, &index)
        }
    }

    /// Lists the files of a directory, oldest first, without those that an interrupted write left.
    private static func index(of path: String) throws(LocalFiles.Failure) -> FileCacheIndex {
        var index = FileCacheIndex()
        var found: [(name: String, bytes: Int, time: Int)] = []
        try LocalFiles.removeInterruptedWrites(in: path)
        for name in try LocalFiles.allNames(in: path) {
            let file = "\(path)/\(name)"
            if FileCacheIndex.isName(name), let status = FileStatus(of: file), status.kind == .file {
                found.append((name, status.size, status.modification))
            }
        }
        for entry in found.sorted(by: { ($0.time, $0.name) < ($1.time, $1.name) }) {
            index.insert(entry.name, bytes: entry.bytes)
        }
        return index
    }
}
