import CMicrohttpdShims
import Glibc

/// The bytes of an answer that is written beside libmicrohttpd, on their way to a socket that may not take them yet.
struct StreamOutput {
    /// What the socket took of what there is.
    enum Progress {
        /// Everything is sent.
        case whole
        /// The socket takes no more for now; whether that is news, or it took some.
        case blocked(isNew: Bool)
        /// The peer is gone.
        case failed
    }

    private var bytes: [UInt8] = []
    private var sent = 0
    private var isBlocked = false
    /// Whether the head is written, so that nothing else can be answered any more.
    private(set) var hasBegun = false

    /// How many bytes the socket has not taken.
    var unsent: Int { bytes.count - sent }

    /// How much memory they take.
    var heldBytes: Int { bytes.capacity }

    /// Drops what the socket has not taken.
    mutating func drop() {
        (bytes, sent) = ([], 0)
    }

    /// Writes the head.
    mutating func begin(_ head: [UInt8]) {
        hasBegun = true
        bytes += head
    }

    /// Writes a piece of the body: as one chunk where the answer has chunks (RFC 9112 §7.1).
    mutating func append(_ piece: [UInt8], isChunked: Bool) {
        guard !piece.isEmpty else { return }
        if isChunked { bytes += "\(String(piece.count, radix: 16))\r\n".utf8 }
        bytes += piece
        if isChunked { bytes += "\r\n".utf8 }
    }

    /// Writes the end of the body.
    mutating func end(isChunked: Bool) {
        if isChunked { bytes += "0\r\n\r\n".utf8 }
    }

    /// Sends as much as the socket takes now.
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

    /// Lets go of what is sent once that is most of it, so that a peer that never catches up costs no more.
    private mutating func block(isNew: Bool) -> Progress {
        if sent > bytes.count / 2 {
            bytes.removeFirst(sent)
            sent = 0
        }
        isBlocked = true
        return .blocked(isNew: isNew)
    }
}
