/// The events of a stream of decisions, in the form of the HTML standard for `text/event-stream`.
///
/// The data is one line of JSON, in which line ends are escaped: no name in a certificate or request can add an event.
enum StreamEvent: String, CaseIterable, Sendable {
    /// One decision, as in the list.
    case decision
    /// The number of decisions that are missing before the next event.
    case skipped
    /// The reason why the service ends the stream.
    case end

    /// Returns the event with JSON, and with the position from which a client continues.
    func bytes(at position: StreamPosition, _ json: [UInt8]) -> [UInt8] {
        Array("event: \(rawValue)\nid: \(position.text)\ndata: ".utf8) + json + Array("\n\n".utf8)
    }
}
