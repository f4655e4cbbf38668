/// The waits of one task of an event stream.
struct EventWait: HTTPWaiting {
    private let stream: HTTPEventStream
    /// The number of the task.
    private let task: Int

    init(of stream: HTTPEventStream, task: Int) {
        (self.stream, self.task) = (stream, task)
    }

    func beginWait(_ wait: HTTPWait) throws(HTTPFailure) { try stream.beginWait(wait, of: task) }

    func endWait() throws(HTTPFailure) { try stream.endWait(of: task) }
}
