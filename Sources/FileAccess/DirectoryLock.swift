import Glibc

/// A lock that only one process has for a directory, until the lock is released or the process ends.
package final class DirectoryLock: Sendable {
    private static let name = ".lock"

    private let descriptor: Int32

    /// Locks a directory that exists.
    ///
    /// - Throws: ``LocalFiles/Failure`` if another process has locked it, or if the file of the lock cannot be created.
    package convenience init(_ directory: String) throws(LocalFiles.Failure) {
        try self.init(LocalFiles.path(Self.name, from: directory), in: AT_FDCWD)
    }

    /// Locks a directory by its descriptor, which remains that of the caller.
    convenience init(of directory: Int32) throws(LocalFiles.Failure) { try self.init(Self.name, in: directory) }

    private init(_ path: String, in directory: Int32) throws(LocalFiles.Failure) {
        descriptor = unsafe openat(directory, path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LocalFiles.Failure(writing: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw LocalFiles.Failure(reason: "is in use by another process")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
