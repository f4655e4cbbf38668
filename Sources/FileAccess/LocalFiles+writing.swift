import Glibc

/// Writing of files that the operator names.
extension LocalFiles {
    /// Checks that a path can be given to ``replace(_:with:)``.
    ///
    /// - Throws: ``Failure`` if the path exists and is anything but a regular file, or if its directory does not exist.
    package static func checkReplaceable(_ path: String) throws(Failure) {
        guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last, !name.isEmpty,
            !path.utf8.contains(0)
        else { throw Failure(reason: "is not a valid path of a file") }
        // Links to regular files are rejected too: the operator who named the path may not know where it leads.
        guard !FileStatus.isLink(path) else { throw Failure(reason: "is a symbolic link, which is not replaced") }
        guard let status = FileStatus(of: path) else {
            guard errno == ENOENT else { throw Failure(writing: errno) }
            guard FileStatus(of: directory(of: path))?.kind == .directory else {
                throw Failure(reason: "cannot be written: its directory does not exist")
            }
            return
        }
        guard status.kind == .file else { throw Failure(reason: "exists and is not a regular file") }
    }

    /// Writes a file as a whole: its readers see the old contents or the new ones, even if this process is killed.
    ///
    /// A regular file at the path is replaced; the umask determines the permissions of the new file. Other hard links
    /// to the old file keep the old contents.
    ///
    /// - Throws: ``Failure`` if ``checkReplaceable(_:)`` throws, or if the directory or the disk rejects the file.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
        try checkReplaceable(path)
        var file = try NewFile(in: directory(of: path))
        try file.write(bytes)
        try file.rename(to: path)
    }

    /// Returns the directory of a file: the part of the path before its last slash.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension LocalFiles.Failure {
    init(writing number: Int32) {
        switch number {
        case EACCES, EPERM: reason = "cannot be written: permission denied"
        default: reason = "cannot be written: \(ErrorText.of(number))"
        }
    }
}
