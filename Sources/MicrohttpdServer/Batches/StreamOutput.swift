import CMicrohttpdShims
import Glibc

/// The output buffer of a response that is written directly to a socket, without libmicrohttpd.
struct StreamOutput {
    /// The result of flushing the buffer.
    enum Progress {
        case whole
        /// The socket is not writable; `isNew` is true if the socket was writable before this flush or accepted bytes.
        case blocked(isNew: Bool)
        /// The client disconnected.
        case failed
    }

    private var bytes: [UInt8] = []
    private var sent = 0
    private var isBlocked = false
    /// Whether the head was written, so that the status can no longer change.
    private(set) var hasBegun = false

    var unsent: Int { bytes.count - sent }

    var heldBytes: Int { bytes.capacity }

    /// Discards the bytes not sent yet.
    mutating func drop() {
        (bytes, sent) = ([], 0)
    }

    mutating func begin(_ head: [UInt8]) {
        hasBegun = true
        bytes += head
    }

    /// Appends a piece of the body, as one chunk if the response is chunked (RFC 9112 §7.1).
    mutating func append(_ piece: [UInt8], isChunked: Bool) {
        guard !piece.isEmpty else { return }
        if isChunked { bytes += "\(String(piece.count, radix: 16))\r\n".utf8 }
        bytes += piece
        if isChunked { bytes += "\r\n".utf8 }
    }

    mutating func end(isChunked: Bool) {
        if isChunked { bytes += "0\r\n\r\n".utf8 }
    }

    /// Sends as many bytes as the socket accepts without blocking.
    mutating func flush(to descriptor: Int32) -> Progress {
        let before = sent
        while sent < bytes.count {
            let count = send(to: descriptor)
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                return block(isNew: sent > before || !isBlocked)
            } else if errno != EINTR {
                return .failed
            }
        }
        bytes.removeAll(keepingCapacity: bytes.capacity <= 64 << 10)
        (sent, isBlocked) = (0, false)
        return .whole
    }

    private func send(to descriptor: Int32) -> Int {
        unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(
                descriptor,
                UnsafeRawBufferPointer(rebasing: $0[sent...]).baseAddress,
                $0.count - sent,
                Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            )
        }
    }

    /// Removes the sent bytes if they are more than half of the buffer, to bound its growth for slow clients.
    private mutating func block(isNew: Bool) -> Progress {
        if sent > bytes.count / 2 {
            bytes.removeFirst(sent)
            sent = 0
        }
        isBlocked = true
        return .blocked(isNew: isNew)
    }
}
