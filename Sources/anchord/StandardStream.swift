import Glibc
import StructuredDocuments

/// Standard output and standard error, without a buffer.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Opens /dev/null in place of each standard stream that is closed; call this before anything else is opened.
    ///
    /// Otherwise the next socket could have the number of a stream, and its peer would receive what is written there.
    static func openClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            guard unsafe open("/dev/null", O_RDWR) == descriptor else { _exit(ExitStatus.usage.rawValue) }
        }
    }

    /// Writes a result to standard output, as a whole; control characters are escaped, because it may be a terminal.
    ///
    /// - Throws: ``CommandFailure`` if the write fails, such as on a full disk.
    static func writeResult(_ text: String) throws(CommandFailure) {
        try writeResult(printable: QuotedText.printableLines(text))
    }

    /// Writes lines for people to standard output, in the form of ``TerminalText``.
    ///
    /// - Throws: ``CommandFailure`` if the write fails.
    static func writeText(_ text: String) throws(CommandFailure) {
        try writeResult(printable: TerminalText.ofOutput.formed(text))
    }

    /// Writes lines for people, each of which stays one line; see ``writeText(_:)``.
    ///
    /// - Throws: ``CommandFailure`` if the write fails.
    static func write(lines: [String]) throws(CommandFailure) {
        try writeText(lines.map { QuotedText.printable($0) + "\n" }.joined())
    }

    /// Writes text without control characters of others to standard output, as a whole.
    ///
    /// - Throws: ``CommandFailure`` if the write fails.
    static func writeResult(printable text: String) throws(CommandFailure) {
        try write(Array(text.utf8))
    }

    /// Writes JSON to standard output, as a whole; its writer has escaped control characters.
    ///
    /// - Throws: ``CommandFailure`` if the write fails.
    static func writeResult(json: [UInt8]) throws(CommandFailure) { try write(json) }

    private static func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard output.write(bytes) else {
            throw CommandFailure(["standard output cannot be written (error \(errno))"])
        }
    }

    /// Writes messages to standard error, with control characters escaped; ignores a failure, because it cannot be reported anywhere.
    static func writeMessage(_ text: String) {
        _ = error.write(QuotedText.printableLines(text))
    }

    /// Writes the whole text and blocks while the reader is slow; returns false if the write fails.
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Blocks until the stream is writable; another process that shares the stream may have made it non-blocking.
    private func waitUntilWritable() {
        var polled = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        unsafe _ = poll(&polled, 1, -1)
    }
}
