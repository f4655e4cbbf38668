import Glibc

extension LocalFiles {
    /// Creates a directory that only this user may change, unless it exists; its parent directory must exist.
    ///
    /// By default, only this user may read a new directory.
    ///
    /// - Throws: ``Failure`` if it cannot be created, is not a directory, belongs to a user other than root and this
    ///   one, can be changed by others, or cannot be written.
    package static func createPrivateDirectory(_ path: String, mode: UInt32 = 0o700) throws(Failure) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure(reason: "is not a valid path") }
        if unsafe mkdir(path, mode) != 0, errno != EEXIST {
            guard errno == ENOENT else { throw Failure(writing: errno) }
            throw Failure(reason: "cannot be created: its parent directory does not exist")
        }
        try checkPrivate(path, users: [geteuid()])
    }

    /// Checks that ``createPrivateDirectory(_:)`` would create or accept a directory, and creates nothing.
    ///
    /// Root does not know for which user it asks, so that a directory may belong to any user then.
    ///
    /// - Throws: ``Failure`` like ``createPrivateDirectory(_:)``.
    package static func checkPrivateDirectory(_ path: String) throws(Failure) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure(reason: "is not a valid path") }
        if FileStatus(of: path) == nil, errno == ENOENT {
            var name = path[...]
            while name.utf8.count > 1, name.hasSuffix("/") { name.removeLast() }
            let parent = directory(of: String(name))
            guard FileStatus(of: parent)?.kind == .directory else {
                throw Failure(reason: "cannot be created: its parent directory does not exist")
            }
            guard unsafe access(parent, W_OK | X_OK) == 0 else { throw Failure(writing: errno) }
        } else {
            try checkPrivate(path, users: geteuid() == 0 ? nil : [geteuid()])
        }
    }

    /// Checks that a directory can be used, and belongs to root or to one of the users, or to any user for nil.
    private static func checkPrivate(_ path: String, users: [UInt32]?) throws(Failure) {
        try checkPrivate(FileStatus(of: path), users: users)
        guard unsafe access(path, R_OK | W_OK | X_OK) == 0 else { throw Failure(writing: errno) }
    }

    /// Checks the status of a directory; nil if it cannot be read because of `errno`.
    static func checkPrivate(_ status: FileStatus?, users: [UInt32]?) throws(Failure) {
        guard let status else { throw Failure(errno: errno) }
        guard status.kind == .directory else { throw Failure(reason: "is not a directory") }
        let permissions = status.permissions
        guard permissions.owner == 0 || users?.contains(permissions.owner) ?? true else {
            throw Failure(reason: "belongs to user \(permissions.owner), who could change its files")
        }
        guard permissions.mode & 0o022 == 0 else {
            let mode = "0" + String(permissions.mode & 0o7777, radix: 8)
            throw Failure(reason: "can be changed by other users (mode \(mode)); change its mode to 0700")
        }
    }

    /// Returns the names of all entries of a directory, also of hidden ones.
    package static func allNames(in path: String) throws(Failure) -> [String] {
        try OpenDirectory(path).names().filter { $0 != "." && $0 != ".." }
    }

    /// Removes the files that interrupted writes left in a directory that only this process changes.
    package static func removeInterruptedWrites(in path: String) throws(Failure) {
        for name in try allNames(in: path) where NewFile.isTemporary(name) { remove("\(path)/\(name)") }
    }

    /// Removes a file if it exists and may be removed.
    static func remove(_ path: String) {
        unsafe _ = unlink(path)
    }
}
