/// What a connection is doing and since when, in one word that several threads can change with compare-and-exchange.
struct ConnectionPhase: Equatable {
    enum Kind: UInt64 {
        /// Between requests, or before the first.
        case idle
        /// A request line has arrived, the rest of the request has not.
        case receiving
        /// The request is decided on; its answer is being made or sent.
        case answering
        /// The request is a batch, whose items are answered while the body arrives or after; it has clocks of its own.
        case streaming
        /// Given up: the connection is being ended and nothing more may be answered on it.
        case ended
    }

    let kind: Kind
    /// Milliseconds of ``MonotonicClock``.
    let since: UInt64

    /// A phase that begins at the time given.
    init(_ kind: Kind, since: UInt64) {
        self.kind = kind
        self.since = since
    }

    /// Reads the word that `word` wrote: three bits of kind below 61 bits of time.
    init(word: UInt64) {
        kind = Kind(rawValue: word & 7) ?? .ended
        since = word >> 3
    }

    /// Kind and time as one word.
    var word: UInt64 { since << 3 | kind.rawValue }

    /// Whether the peer has had more time than it may have.
    func isOverdue(at now: UInt64, idleTimeout: UInt64, requestTimeout: UInt64) -> Bool {
        let age = now > since ? now - since : 0
        return switch kind {
        // libmicrohttpd ends a silent connection after the idle timeout; one still here by then trickles a request line.
        case .idle: age > idleTimeout + requestTimeout
        case .receiving: age > requestTimeout
        case .answering, .streaming, .ended: false
        }
    }
}
