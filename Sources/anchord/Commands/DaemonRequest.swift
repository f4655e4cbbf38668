import Glibc
import TLSChainClient

/// A request to the running daemon over its Unix socket.
enum DaemonRequest {
    struct Failure: Error {
        /// The reason, which follows the socket's path in the message.
        let reason: String
    }

    /// The maximum length of a response in bytes; the daemon limits its responses to about 1 MiB.
    private static let maximumBytes = 2 << 20

    /// Sends a POST request without a body and returns the response as text.
    ///
    /// - Throws: ``Failure`` if no daemon responds before the timeout.
    static func post(
        _ path: String,
        to socketPath: String,
        within time: Duration
    ) throws(Failure) -> (status: Int, body: String) {
        let deadline = Deadline(after: time)
        let descriptor = try connection(to: socketPath)
        defer { close(descriptor) }
        let request =
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\nContent-Length: 0\r\n"
            + "Connection: close\r\n\r\n"
        // The buffer of a new socket accepts the whole request.
        guard unsafe send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else {
            throw Failure(reason: "the request could not be sent: error \(errno)")
        }
        return try response(to: try received(from: descriptor, until: deadline))
    }

    private static func connection(to path: String) throws(Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(reason: "the path of a Unix socket has 1 to 107 bytes")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
            0
        )
        let result = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe connect(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw Failure(reason: Self.reason(code))
        }
        return descriptor
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT, ENOTDIR: "no daemon responds: the socket does not exist"
        case ECONNREFUSED: "no daemon responds: no process is listening on the socket"
        case EACCES, EPERM: "the socket's permissions do not allow this user to connect"
        case EAGAIN: "the daemon does not accept connections: too many are waiting"
        case EPROTOTYPE, ENOTSOCK: "the file is not a stream socket"
        default: "the connection failed: error \(code)"
        }
    }

    /// Reads until the daemon closes the connection.
    private static func received(from descriptor: Int32, until deadline: Deadline) throws(Failure) -> [UInt8] {
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while bytes.count <= maximumBytes {
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno == EAGAIN {
                guard deadline.wait(for: Int32(POLLIN), on: descriptor) else {
                    throw Failure(reason: "no response in time; the daemon may still reload: see its log")
                }
            } else if errno != EINTR {
                throw Failure(reason: "the connection failed: error \(errno)")
            }
            if deadline.hasPassed { throw Failure(reason: "no complete response in time") }
        }
        throw Failure(reason: "the response is longer than \(maximumBytes) bytes")
    }

    private static func response(to bytes: [UInt8]) throws(Failure) -> (status: Int, body: String) {
        let text = String(decoding: bytes, as: UTF8.self).utf8
        let separator = Array("\r\n\r\n".utf8)
        var start = text.startIndex
        while !text[start...].starts(with: separator) {
            guard start < text.endIndex else {
                throw Failure(reason: "the connection ended before the response was complete")
            }
            start = text.index(after: start)
        }
        guard text.starts(with: "HTTP/1.1 ".utf8), let status = Int(String(Substring(text.dropFirst(9).prefix(3))))
        else {
            throw Failure(reason: "the response is not HTTP: another program is listening on the socket")
        }
        let body = text[text.index(start, offsetBy: separator.count)...]
        return (status, String(Substring(body)))
    }
}
