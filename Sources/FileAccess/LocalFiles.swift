import Glibc

/// Reads files and directories that the operator named, with bounds.
package enum LocalFiles {
    /// Why something cannot be read: a clause that follows its name.
    package struct Failure: Error, Equatable {
        /// The clause.
        package let reason: String
    }

    /// What stands under a path, symbolic links followed.
    package enum Kind: Equatable, Sendable {
        case file
        case directory
        /// A pipe, a socket, a device.
        case special
    }

    /// What stands under a path.
    ///
    /// - Throws: ``Failure`` where nothing does, or where the way to it is closed.
    package static func kind(of path: String) throws(Failure) -> Kind {
        try status(of: path).kind
    }

    /// The bytes of a regular file.
    ///
    /// - Throws: ``Failure`` where it is anything else, has more bytes than the maximum or cannot be read.
    package static func bytes(of path: String, maximum: Int) throws(Failure) -> [UInt8] {
        // A pipe would block, a device never end or do what opening makes it do: neither is opened.
        guard try status(of: path).kind == .file else { throw Failure(reason: "is no regular file") }
        let file = try OpenFile(path)
        // What was opened may be another by now.
        let status = try file.status()
        guard status.kind == .file else { throw Failure(reason: "is no regular file") }
        guard status.size <= maximum, let bytes = try file.bytes(expected: status.size, maximum: maximum) else {
            throw Failure(reason: "is larger than \(maximum) bytes")
        }
        return bytes
    }

    /// The names in a directory, hidden ones left out, sorted by their bytes.
    ///
    /// - Throws: ``Failure`` where it is no directory, or cannot be read.
    package static func names(in path: String) throws(Failure) -> [String] {
        guard try kind(of: path) == .directory else { throw Failure(reason: "is no directory") }
        return try OpenDirectory(path).names()
            .filter { !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// A path as a document gives it, made whole: absolute paths stay, others begin at a directory.
    package static func path(_ path: String, from directory: String) -> String {
        path.hasPrefix("/") ? path : directory + (directory.hasSuffix("/") ? "" : "/") + path
    }

    private static func status(of path: String) throws(Failure) -> FileStatus {
        // What comes after a zero byte the system would not see.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure(reason: "is no path") }
        if let status = FileStatus(of: path) { return status }
        let number = errno
        guard [ENOENT, ELOOP].contains(number), FileStatus.isLink(path) else { throw Failure(errno: number) }
        throw Failure(reason: "is a symbolic link that leads nowhere")
    }
}

extension LocalFiles.Failure {
    /// Says in a clause what the system said.
    init(errno number: Int32) {
        switch number {
        case ENOENT: reason = "does not exist"
        case EACCES, EPERM: reason = "may not be read: permission denied"
        default: reason = "cannot be read: \(ErrorText.of(number))"
        }
    }
}
