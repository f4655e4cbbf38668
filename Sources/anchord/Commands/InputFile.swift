import Glibc
import Synchronization

/// Reads files and pipes named on the command line, up to a size limit, because a device may never end.
enum InputFile {
    /// The size limit in bytes; a bundle of all public CAs has about 200 KB.
    static let maximumBytes = 4 << 20

    private static let hasReadInput = Atomic(false)

    /// Returns the bytes of a file, or of standard input for `-`.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be read or exceeds ``maximumBytes``.
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        if path == "-" { return try input() }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        return try read(descriptor, name: path)
    }

    private static func input() throws(CommandFailure) -> [UInt8] {
        guard !hasReadInput.exchange(true, ordering: .relaxed) else {
            throw CommandFailure(["only one argument can be -, because standard input is read once"])
        }
        return try read(STDIN_FILENO, name: "standard input")
    }

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
        throw CommandFailure(["\(name) is larger than \(maximumBytes) bytes"])
    }

    /// Describes the current `errno`.
    static func failure(_ name: String) -> CommandFailure {
        let reason =
            switch errno {
            case ENOENT, ENOTDIR: "does not exist"
            case EACCES: "cannot be read: permission denied"
            case EISDIR: "is a directory"
            default: "cannot be read (error \(errno))"
            }
        return CommandFailure(["\(name) \(reason)"])
    }
}
