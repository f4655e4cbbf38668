import Glibc
import MicrohttpdServer
import TLSChainClient

/// A request to the running daemon, usually over its Unix socket.
struct DaemonRequest {
    struct Failure: Error {
        /// The reason, which follows the address in the message.
        let reason: String
        /// Whether the socket does not exist or no process is listening on it.
        var hasNoListener = false
        /// Whether a process accepted the connection, but did not respond in time.
        var isSilent = false
    }

    /// The maximum length of a response in bytes; the daemon limits its responses to a few MiB.
    private static let maximumBytes = 16 << 20

    private let method: String
    private let path: String
    private let body: [UInt8]
    private let accept: String
    /// The bearer token; nil to send none.
    var token: String?

    /// Creates a request, whose body, if any, is JSON.
    init(_ method: String, _ path: String, body: [UInt8] = [], accept: String = "text/plain") {
        self.method = method
        self.path = path
        self.body = body
        self.accept = accept
    }

    /// Sends the request to a daemon and returns the response as text.
    ///
    /// - Throws: ``Failure`` if no daemon responds before the timeout, or if the response is malformed or incomplete.
    func send(to address: DaemonAddress, within time: Duration) throws(Failure) -> (status: Int, body: String) {
        let deadline = Deadline(after: time)
        let descriptor = try Self.connection(to: address, until: deadline)
        defer { close(descriptor) }
        let fields = [
            "\(method) \(path) HTTP/1.1", "Host: \(address.host)", "Accept: \(accept)", "Content-Length: \(body.count)",
            "Connection: close",
        ]
        let optional = [
            body.isEmpty ? nil : "Content-Type: application/json", token.map { "Authorization: Bearer \($0)" },
        ].compactMap(\.self)
        let head = (fields + optional).map { $0 + "\r\n" }.joined() + "\r\n"
        try Self.send(Array(head.utf8) + body, to: descriptor, until: deadline)
        return try Self.response(to: try Self.received(from: descriptor, until: deadline))
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32, until deadline: Deadline) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE || errno == ECONNRESET {
                // The daemon may have refused the request before it received all of it.
                return
            } else if errno == EAGAIN {
                guard deadline.wait(for: Int32(POLLOUT), on: descriptor) else {
                    throw Failure(reason: "the request could not be sent in time")
                }
            } else if errno != EINTR {
                throw Failure(reason: "the request could not be sent: error \(errno)")
            }
        }
    }

    private static func connection(
        to address: DaemonAddress,
        until deadline: Deadline
    ) throws(Failure) -> Int32 {
        var (descriptor, code) = try address.socketAddress().connectedSocket()
        if code == EINPROGRESS {
            var length = socklen_t(MemoryLayout<Int32>.size)
            let isReady = deadline.wait(for: Int32(POLLOUT), on: descriptor)
            code = isReady ? 0 : ETIMEDOUT
            if isReady { unsafe _ = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) }
        }
        guard code != 0 else { return descriptor }
        if descriptor >= 0 { close(descriptor) }
        let hasNoListener = [ENOENT, ENOTDIR, ECONNREFUSED].contains(code)
        throw Failure(reason: reason(code, at: address), hasNoListener: hasNoListener)
    }

    private static func reason(_ code: Int32, at address: DaemonAddress) -> String {
        switch code {
        case ENOENT, ENOTDIR: "no daemon responds: the socket does not exist"
        case ECONNREFUSED: "no daemon responds: no process is listening on the \(address.kind)"
        case ETIMEDOUT: "the daemon does not accept the connection in time"
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
                    throw Failure(
                        reason: "no response in time; the daemon may still reload: see its log",
                        isSilent: true
                    )
                }
            } else if errno != EINTR {
                throw Failure(reason: "the connection failed: error \(errno)")
            }
            if deadline.hasPassed { throw Failure(reason: "no complete response in time") }
        }
        throw Failure(reason: "the response is longer than \(maximumBytes) bytes")
    }

    /// Parses a complete response whose length is in Content-Length, as the daemon sends it (RFC 9112 section 6.3).
    private static func response(to bytes: [UInt8]) throws(Failure) -> (status: Int, body: String) {
        guard let separator = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw Failure(reason: "the connection ended before the response was complete")
        }
        let head = String(decoding: bytes[..<separator.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let line = head.first, let status = status(of: line) else {
            throw Failure(reason: "the response is not HTTP: another program is listening there")
        }
        // This status has no content, and no length (RFC 9110 section 8.6).
        guard let length = status == 204 ? 0 : contentLength(head.dropFirst()) else {
            throw Failure(
                reason: "the response has no valid Content-Length: another program is listening there"
            )
        }
        let body = bytes[separator.upperBound...]
        guard body.count == length else {
            throw Failure(
                reason: "the response has \(body.count) bytes of content, but its Content-Length is \(length)"
            )
        }
        return (status, String(decoding: body, as: UTF8.self))
    }

    /// Returns the status code of a status line (RFC 9112 section 4); nil if the line is malformed.
    private static func status(of line: Substring) -> Int? {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "HTTP/1.1", parts[1].utf8.count == 3, let status = Int(parts[1]),
            (100...599).contains(status)
        else { return nil }
        return status
    }

    /// Returns the value of the only Content-Length field; nil if it is missing, repeated or malformed.
    private static func contentLength(_ fields: ArraySlice<Substring>) -> Int? {
        let prefix = "content-length:"
        let values = fields.map { $0.lowercased() }.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
        guard values.count == 1, let digits = values.first?.drop(while: { $0 == " " }),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(digits)
    }
}
