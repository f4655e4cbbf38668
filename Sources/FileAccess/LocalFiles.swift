import Glibc

/// Reads files and directories that the operator configured, up to a maximum size.
package enum LocalFiles {
    /// An error that states why a path cannot be read.
    package struct Failure: Error, Equatable {
        /// A predicate that follows the path in a message, such as "does not exist".
        package let reason: String

        /// Creates an error from its reason.
        package init(reason: String) {
            self.reason = reason
        }
    }

    /// The kind of file at a path, after following symbolic links.
    package enum Kind: Equatable, Sendable {
        case file
        case directory
        /// A pipe, a socket or a device.
        case special
    }

    /// Returns the kind of file at a path.
    ///
    /// - Throws: ``Failure`` if the path does not exist or is not accessible.
    package static func kind(of path: String) throws(Failure) -> Kind {
        try status(of: path).kind
    }

    /// Reads a regular file.
    ///
    /// - Throws: ``Failure`` if the path is not a regular file, is larger than the maximum, or cannot be read.
    package static func bytes(of path: String, maximum: Int) throws(Failure) -> [UInt8] {
        // Open only regular files: opening a pipe could block, and a device could be endless or react to being opened.
        guard try status(of: path).kind == .file else { throw Failure(reason: "is not a regular file") }
        let file = try OpenFile(path)
        // The file may have been replaced after its status was read.
        let status = try file.status()
        guard status.kind == .file else { throw Failure(reason: "is not a regular file") }
        guard status.size <= maximum, let bytes = try file.bytes(expected: status.size, maximum: maximum) else {
            throw Failure(reason: "is larger than \(maximum) bytes")
        }
        return bytes
    }

    /// Returns the names of the entries of a directory, without hidden ones, sorted by their UTF-8 bytes.
    ///
    /// - Throws: ``Failure`` if the path is not a directory or cannot be read.
    package static func names(in path: String) throws(Failure) -> [String] {
        guard try kind(of: path) == .directory else { throw Failure(reason: "is not a directory") }
        return try OpenDirectory(path).names()
            .filter { !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Resolves a relative path against a directory; returns an absolute path unchanged.
    package static func path(_ path: String, from directory: String) -> String {
        path.hasPrefix("/") ? path : directory + (directory.hasSuffix("/") ? "" : "/") + path
    }

    private static func status(of path: String) throws(Failure) -> FileStatus {
        // The system would ignore everything after a NUL byte.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure(reason: "is not a valid path") }
        if let status = FileStatus(of: path) { return status }
        let number = errno
        guard [ENOENT, ELOOP].contains(number), FileStatus.isLink(path) else { throw Failure(errno: number) }
        throw Failure(reason: "is a symbolic link that cannot be resolved")
    }
}

extension LocalFiles.Failure {
    init(errno number: Int32) {
        switch number {
        case ENOENT: reason = "does not exist"
        case EACCES, EPERM: reason = "cannot be read: permission denied"
        default: reason = "cannot be read: \(ErrorText.of(number))"
        }
    }
}

/// The descriptions of system errors (strerror(3)).
enum ErrorText {
    static func of(_ number: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, unsafe strerror_r(number, start, buffer.count) == 0 else {
                return "error \(number)"
            }
            return unsafe String(cString: start)
        }
    }
}
