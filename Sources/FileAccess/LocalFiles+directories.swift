import Glibc

/// Directories that are written as a whole, by creating them under another name and moving them.
extension LocalFiles {
    /// A file below a directory.
    package struct Member: Sendable, Equatable {
        /// The names of the directories and of the file, separated by slashes.
        package let path: String
        /// The content.
        package let bytes: [UInt8]

        /// Creates a file from its parts.
        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// Creates a directory that only this user may use, with its files, which may not be on the disk yet.
    ///
    /// The caller checks the paths of the files. On an error, a part of the directory may exist.
    package static func createDirectory(_ path: String, files: [Member]) throws(Failure) {
        try makeDirectory(path)
        var made: Set<String> = [path]
        for file in files {
            var directory = path
            for name in file.path.split(separator: "/").dropLast() {
                directory += "/" + name
                if made.insert(directory).inserted { try makeDirectory(directory) }
            }
            var new = try NewFile(in: directory)
            try new.write(file.bytes, waitsForDisk: false)
            try new.rename(to: "\(path)/\(file.path)")
        }
    }

    /// Waits until a directory with everything in it is on the disk; it has no symbolic links.
    package static func synchronizeAll(in directory: String) throws(Failure) {
        for name in try allNames(in: directory) {
            let entry = "\(directory)/\(name)"
            if try kind(of: entry) == .directory { try synchronizeAll(in: entry) } else { try synchronize(file: entry) }
        }
        try synchronize(directory)
    }

    private static func makeDirectory(_ path: String) throws(Failure) {
        guard unsafe mkdir(path, 0o700) == 0 else { throw Failure(writing: errno) }
    }

    /// Gives a directory its final name, which no other file may have, and waits until the name is on the disk.
    ///
    /// Both names are in the same parent directory. After a crash, the directory has the old name or the new one. On an error, it
    /// has the old one.
    package static func move(_ path: String, to final: String) throws(Failure) {
        // rename(2) replaces no directory with files in it; this one has at least one.
        guard unsafe rename(path, final) == 0 else { throw Failure(writing: errno) }
        do throws(Failure) {
            try synchronize(directory(of: final))
        } catch {
            // The caller reports that nothing was stored.
            unsafe _ = rename(final, path)
            throw error
        }
    }

    /// Waits until the entries of a directory are on the disk.
    package static func synchronize(_ directory: String) throws(Failure) {
        try synchronize(directory, O_DIRECTORY)
    }

    private static func synchronize(file: String) throws(Failure) { try synchronize(file, O_NOFOLLOW) }

    private static func synchronize(_ path: String, _ flag: Int32) throws(Failure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | flag)
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure(writing: errno) }
    }

    /// Returns the regular files below a directory, sorted by path, without those whose names begin with a period.
    ///
    /// - Throws: ``Failure`` if there are more than `count` files or `total` bytes, a symbolic link or a special file, or
    ///   directories deeper than ``maximumDepth``.
    package static func members(of directory: String, count: Int, total: Int) throws(Failure) -> [Member] {
        var found: [Member] = []
        var rest = total
        var waiting = [(path: "", depth: 0)]
        while let (prefix, depth) = waiting.popLast() {
            for name in try names(in: path(prefix, from: directory)) {
                let relative = prefix + name
                let full = path(relative, from: directory)
                guard !FileStatus.isLink(full) else { throw Failure(reason: "contains the symbolic link \(relative)") }
                if try kind(of: full) == .directory {
                    guard depth < maximumDepth else { throw Failure(reason: "has more than \(maximumDepth) levels") }
                    waiting.append((relative + "/", depth + 1))
                    continue
                }
                guard found.count < count else { throw Failure(reason: "contains more than \(count) files") }
                let bytes = try bytes(of: full, maximum: rest)
                rest -= bytes.count
                found.append(Member(path: relative, bytes: bytes))
            }
        }
        return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// The maximum number of directories between a directory and its members.
    package static let maximumDepth = 8

    /// Removes a directory with everything in it, as far as possible.
    ///
    /// Symbolic links are removed and not followed, also if the path itself is one.
    package static func removeDirectory(_ path: String) {
        guard !FileStatus.isLink(path) else { return remove(path) }
        for name in (try? allNames(in: path)) ?? [] {
            let entry = "\(path)/\(name)"
            if !FileStatus.isLink(entry), FileStatus(of: entry)?.kind == .directory {
                removeDirectory(entry)
            } else {
                remove(entry)
            }
        }
        unsafe _ = rmdir(path)
    }
}
