import Glibc

/// A file or standard input that is read in pieces, without a limit on its length.
final class InputPieces: Sendable {
    /// The maximum length of a piece in bytes, which is that of a pipe.
    static let pieceBytes = 1 << 16

    private let descriptor: Int32
    /// The name for messages.
    let name: String

    /// Opens a file, or standard input for `-`.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be opened.
    init(_ path: String) throws(CommandFailure) {
        name = path == "-" ? "standard input" : path
        descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputFile.failure(name) }
    }

    /// Opens a regular file of a directory; nil if it does not exist.
    ///
    /// A pipe or a device that someone put into the directory could block or never end.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be opened, or is a link or anything but a regular file.
    init?(ofDirectory path: String) throws(CommandFailure) {
        name = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            guard errno != ELOOP else { throw CommandFailure(["\(path) is a symbolic link, which is not followed"]) }
            throw InputFile.failure(path)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(["\(path) is not a regular file"])
        }
    }

    /// The numbers of the device and of the file, which are the same for all names of a file; empty if they cannot be read.
    var identity: [UInt64] {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
    }

    /// Begins again at the first byte of the file.
    ///
    /// - Throws: ``CommandFailure`` if it is a pipe.
    func rewind() throws(CommandFailure) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw CommandFailure(["\(name) is a pipe, which is read once"])
        }
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Waits for the next bytes; empty at the end.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be read.
    func nextBytes() throws(CommandFailure) -> [UInt8] {
        while true {
            var count = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, used in
                count = unsafe read(descriptor, buffer.baseAddress, Self.pieceBytes)
                used = max(0, count)
            }
            if count >= 0 { return piece }
            if errno == EAGAIN { waitUntilReadable() } else if errno != EINTR { throw InputFile.failure(name) }
        }
    }

    /// Blocks until there is input; another process that shares it may have made it non-blocking.
    private func waitUntilReadable() {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        unsafe _ = poll(&polled, 1, -1)
    }
}
