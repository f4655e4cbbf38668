import Glibc

/// A directory whose files this process alone writes.
///
/// All operations concern the directory that was opened, so that no one can redirect them by another directory at its path.
package final class LogDirectory: Sendable {
    private let descriptor: Int32
    /// Keeps other processes out.
    private let lock: DirectoryLock

    /// Opens a directory, or creates it for the owner and its group to read if its parent directory exists, and locks it.
    ///
    /// - Throws: ``LocalFiles/Failure`` if the directory cannot be used, other users can change it, or another process
    ///   has locked it.
    package init(_ path: String) throws(LocalFiles.Failure) {
        try LocalFiles.createPrivateDirectory(path, mode: 0o750)
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LocalFiles.Failure(errno: errno) }
        do throws(LocalFiles.Failure) {
            lock = try DirectoryLock(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        // The directory at the path may have been replaced after its check. All properties have values, so that the
        // deinitializer closes the descriptor if this fails.
        try LocalFiles.checkPrivate(FileStatus(of: descriptor), users: [geteuid()])
    }

    deinit { close(descriptor) }

    /// Opens a regular file for appending; creates it for the owner and its group to read.
    ///
    /// - Throws: ``LocalFiles/Failure`` if the name is that of a link or of anything but a regular file.
    package func file(named name: String) throws(LocalFiles.Failure) -> AppendedFile {
        let flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = unsafe openat(descriptor, name, flags, 0o640)
        guard opened >= 0 else {
            guard errno != ELOOP else { throw LocalFiles.Failure(reason: "is a symbolic link, which is not followed") }
            throw LocalFiles.Failure(writing: errno)
        }
        let file = AppendedFile(owning: opened)
        guard FileStatus(of: opened)?.kind == .file else { throw LocalFiles.Failure(reason: "is not a regular file") }
        return file
    }

    /// Gives a file another name, which must not exist; ``synchronize()`` waits until the disk has it.
    ///
    /// - Returns: False if the file does not exist, because another process has renamed or removed it.
    package func rename(_ name: String, to other: String) throws(LocalFiles.Failure) -> Bool {
        // Only this process changes the directory, so that no one can create the name in between.
        guard kind(of: other) == nil else { throw LocalFiles.Failure(writing: EEXIST) }
        guard unsafe renameat(descriptor, name, descriptor, other) == 0 else {
            guard errno != ENOENT else { return false }
            throw LocalFiles.Failure(writing: errno)
        }
        return true
    }

    /// Whether a name is that of a regular file, and not of a link to one.
    package func isFile(_ name: String) -> Bool { kind(of: name) == S_IFREG }

    /// Returns the type bits of an entry without following links; nil if it does not exist.
    private func kind(of name: String) -> mode_t? {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status.st_mode & S_IFMT
    }

    /// Removes a file if it exists.
    package func remove(_ name: String) throws(LocalFiles.Failure) {
        guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw LocalFiles.Failure(reason: "cannot be removed: \(ErrorText.of(errno))")
        }
    }

    /// Waits until the names of new and removed files are on the disk.
    package func synchronize() throws(LocalFiles.Failure) {
        guard fsync(descriptor) == 0 else { throw LocalFiles.Failure(writing: errno) }
    }

    /// Returns the names of all entries, in no particular order.
    package func names() throws(LocalFiles.Failure) -> [String] {
        try OpenDirectory(of: descriptor).names().filter { $0 != "." && $0 != ".." }
    }
}
