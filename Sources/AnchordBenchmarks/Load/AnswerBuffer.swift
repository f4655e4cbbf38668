/// The bytes of one answer, as far as they have come.
struct AnswerBuffer {
    /// The longest answer that is read.
    private static let maximumAnswer = 131_072

    private var bytes = [UInt8](repeating: 0, count: maximumAnswer)
    private var filled = 0

    /// Forgets the answer.
    mutating func clear() { filled = 0 }

    /// Takes what has arrived.
    ///
    /// - Returns: whether there was anything.
    /// - Throws: ``LoadFailure`` at the end of the connection.
    mutating func receive(from socket: ClientSocket, waiting: Bool) throws -> Bool {
        let count = socket.receive(into: &bytes, from: filled, waiting: waiting)
        guard count != 0 else { throw LoadFailure("the server ended a connection, or answers without end") }
        filled += max(0, count)
        return count > 0
    }

    /// Reads the answer; nil while it is not complete.
    ///
    /// - Throws: ``LoadFailure`` where it is not what was expected.
    func head(_ expectation: AnswerExpectation) throws -> AnswerHead? {
        let span = bytes.span
        let answer = span.extracting(0..<filled)
        guard let head = try AnswerHead(answer), head.length <= filled else { return nil }
        guard head.length == filled, expectation.isMet(by: answer, head) else {
            throw LoadFailure("another answer than expected", answer)
        }
        return head
    }
}
