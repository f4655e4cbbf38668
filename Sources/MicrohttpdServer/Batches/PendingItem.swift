/// An item of a batch that a task answers.
///
/// `@unchecked Sendable`: `place` and `deadline` are accessed only by the task, whose jobs run one after the other.
final class PendingItem: HTTPWaiting, @unchecked Sendable {
    let position: Int
    /// The time at which the item is answered with an error, in milliseconds of ``ServerClock``; nil before the first wait.
    var deadline: UInt64?
    /// The place among all requests and items that wait, from the first wait on; nil if the item needs none.
    var place: WaitingPlace?
    private let stream: ItemStream

    init(_ position: Int, of stream: ItemStream) {
        self.position = position
        self.stream = stream
    }

    func beginWait(_ wait: HTTPWait) throws(HTTPFailure) { try stream.beginWait(wait, of: self) }

    func endWait() throws(HTTPFailure) { try stream.endWait(of: self) }
}
