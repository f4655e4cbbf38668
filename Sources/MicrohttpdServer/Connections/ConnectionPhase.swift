/// The phase of a connection and its start time, encoded in one word for atomic compare-and-exchange.
struct ConnectionPhase: Equatable {
    enum Kind: UInt64 {
        /// The connection is waiting for a request line.
        case idle
        /// The request line was received, and the rest of the request is not complete.
        case receiving
        /// The response is being computed or sent.
        case answering
        /// The request is a batch, which has its own timeouts.
        case streaming
        /// The connection is being closed, and no further response may be sent.
        case ended
    }

    let kind: Kind
    /// The start time, in milliseconds of ``ServerClock``.
    let since: UInt64

    init(_ kind: Kind, since: UInt64) {
        self.kind = kind
        self.since = since
    }

    /// Decodes a word: 61 bits of time, then 3 bits of kind.
    init(word: UInt64) {
        kind = Kind(rawValue: word & 7) ?? .ended
        since = word >> 3
    }

    var word: UInt64 { since << 3 | kind.rawValue }

    func isOverdue(at now: UInt64, idleTimeout: UInt64, requestTimeout: UInt64) -> Bool {
        let age = now > since ? now - since : 0
        return switch kind {
        // libmicrohttpd closes silent connections after the idle timeout, so this client sends its request line slowly.
        case .idle: age > idleTimeout + requestTimeout
        case .receiving: age > requestTimeout
        case .answering, .streaming, .ended: false
        }
    }
}
