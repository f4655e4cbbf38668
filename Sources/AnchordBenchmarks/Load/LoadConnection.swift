/// A connection on which one request at a time awaits its response.
final class LoadConnection {
    private let socket: ClientSocket
    private var buffer = AnswerBuffer()
    private var sentAt: UInt64 = 0

    /// Connects to a server.
    ///
    /// - Throws: ``LoadFailure`` if the connection fails.
    init(_ address: ServerAddress) throws {
        guard let socket = ClientSocket(address) else { throw LoadFailure("cannot connect to \(address)") }
        self.socket = socket
    }

    var descriptor: Int32 { socket.descriptor }

    func send(_ request: [UInt8]) throws {
        buffer.clear()
        sentAt = Clocks.monotonic
        guard socket.send(request) else { throw LoadFailure("cannot send a request to the server") }
    }

    /// Receives available bytes of the response.
    ///
    /// - Returns: The latency in nanoseconds; nil while the response is incomplete.
    func receive(_ expectation: AnswerExpectation) throws -> UInt64? {
        guard try buffer.receive(from: socket, waiting: false), try buffer.head(expectation) != nil else { return nil }
        return Clocks.monotonic - sentAt
    }

    /// Sends one request and waits for the response.
    ///
    /// - Returns: The length of the response body in bytes.
    @discardableResult
    func ask(_ request: [UInt8], expecting expectation: AnswerExpectation) throws -> Int {
        try send(request)
        while try buffer.receive(from: socket, waiting: true) {
            if let head = try buffer.head(expectation) { return head.bodyLength }
        }
        throw LoadFailure("the connection failed")
    }
}
