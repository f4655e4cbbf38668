/// The waits of one task of an event stream.
///
/// `@unchecked Sendable`: `place` is accessed only by the task, whose jobs run one after the other.
final class EventWait: HTTPWaiting, @unchecked Sendable {
    private let stream: HTTPEventStream
    /// The number of the task.
    private let task: Int
    private let context: ServerContext
    /// The place among all requests that wait, and its memory, until the end of the task.
    private var place: WaitingPlace?
    private let lease: BufferLease

    init(of stream: HTTPEventStream, task: Int, in context: ServerContext) {
        (self.stream, self.task) = (stream, task)
        self.context = context
        lease = BufferLease(context.buffers)
    }

    func beginWait(_ wait: HTTPWait) throws(HTTPFailure) {
        place = try context.places.take(wait, keeping: place)
        guard lease.resize(to: wait.heldBytes) else { throw .outOfBuffers }
        try stream.setWait(of: task, until: context.clock.milliseconds + context.waitMilliseconds)
    }

    func endWait() throws(HTTPFailure) { try stream.setWait(of: task, until: nil) }
}
