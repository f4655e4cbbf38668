/// One connection that has one request under way at a time.
final class LoadConnection {
    private let socket: ClientSocket
    private var buffer = AnswerBuffer()
    private var sentAt: UInt64 = 0

    /// Connects.
    ///
    /// - Throws: ``LoadFailure`` where nobody listens.
    init(_ address: ServerAddress) throws {
        guard let socket = ClientSocket(address) else { throw LoadFailure("no connection to \(address)") }
        self.socket = socket
    }

    /// The descriptor to wait for.
    var descriptor: Int32 { socket.descriptor }

    /// Sends the next request.
    func send(_ request: [UInt8]) throws {
        buffer.clear()
        sentAt = Clocks.monotonic
        guard socket.send(request) else { throw LoadFailure("the server took no request") }
    }

    /// Takes what has arrived of the answer.
    ///
    /// - Returns: how long the answer took, in nanoseconds; nil while it is not complete.
    func receive(_ expectation: AnswerExpectation) throws -> UInt64? {
        guard try buffer.receive(from: socket, waiting: false), try buffer.head(expectation) != nil else { return nil }
        return Clocks.monotonic - sentAt
    }

    /// Asks one question and waits for its answer.
    ///
    /// - Returns: the length of the answer's body, in bytes.
    @discardableResult
    func ask(_ request: [UInt8], expecting expectation: AnswerExpectation) throws -> Int {
        try send(request)
        while try buffer.receive(from: socket, waiting: true) {
            if let head = try buffer.head(expectation) { return head.bodyLength }
        }
        throw LoadFailure("the connection broke")
    }
}
