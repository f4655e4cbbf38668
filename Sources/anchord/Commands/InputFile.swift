import Glibc

/// A file that the command line names, pipes included; read with a bound, since a device need not end.
enum InputFile {
    /// The longest file read, in bytes; bundles of all public authorities have a fifth of a megabyte.
    static let maximumBytes = 4 << 20

    /// The bytes of a file, or of the standard input for `-`.
    ///
    /// - Throws: ``CommandFailure`` that says what is wrong with the file.
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        if path == "-" { return try read(STDIN_FILENO, name: "the standard input") }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        return try read(descriptor, name: path)
    }

    /// Whether there is anything under a path.
    static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    private static func read(_ descriptor: Int32, name: String) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= maximumBytes {
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw failure(name)
            }
        }
        throw CommandFailure(["\(name) is longer than \(maximumBytes) bytes"])
    }

    /// Says what the system said last.
    private static func failure(_ name: String) -> CommandFailure {
        let reason =
            switch errno {
            case ENOENT, ENOTDIR: "does not exist"
            case EACCES: "may not be read: permission denied"
            case EISDIR: "is a directory"
            default: "cannot be read (error \(errno))"
            }
        return CommandFailure(["\(name) \(reason)"])
    }
}
