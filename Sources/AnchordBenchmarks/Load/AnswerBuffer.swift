/// The part of one response that has been received.
struct AnswerBuffer {
    /// The maximum length of a response in bytes.
    private static let maximumAnswer = 131_072

    private var bytes = [UInt8](repeating: 0, count: maximumAnswer)
    private var filled = 0

    mutating func clear() { filled = 0 }

    /// Receives the available bytes; blocks if `waiting` and none are available.
    ///
    /// - Returns: Whether any bytes were received.
    /// - Throws: ``LoadFailure`` if the connection is closed or the response exceeds the buffer.
    mutating func receive(from socket: ClientSocket, waiting: Bool) throws -> Bool {
        let count = socket.receive(into: &bytes, from: filled, waiting: waiting)
        guard count != 0 else { throw LoadFailure("the server closed a connection, or its response is too long") }
        filled += max(0, count)
        return count > 0
    }

    /// Parses the response; returns nil while it is incomplete.
    ///
    /// - Throws: ``LoadFailure`` if the response does not meet the expectation.
    func head(_ expectation: AnswerExpectation) throws -> AnswerHead? {
        let span = bytes.span
        let answer = span.extracting(0..<filled)
        guard let head = try AnswerHead(answer), head.length <= filled else { return nil }
        guard head.length == filled, expectation.isMet(by: answer, head) else {
            throw LoadFailure("unexpected response", answer)
        }
        return head
    }
}
