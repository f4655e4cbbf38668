import StructuredDocuments
import TrustService

/// The events of a watch, in the form of the HTML standard for `text/event-stream`.
///
/// The data is one line of JSON, in which line ends are escaped: no name in a certificate or request can add an event.
enum WatchEvent: String, CaseIterable, Sendable {
    /// The first verdict.
    case verdict
    /// A verdict with another action or principal than the last one.
    case changed
    /// The reason why the service ends the watch.
    case end

    /// The comment that is sent if nothing else is.
    static let ping = Array(": ping\n\n".utf8)

    /// Returns the event with the JSON of a verdict, under the identifier of its decision.
    func bytes(_ id: DecisionID, _ verdict: [UInt8]) -> [UInt8] {
        Array("event: \(rawValue)\nid: \(id)\ndata: ".utf8) + verdict + Array("\n\n".utf8)
    }

    /// Returns the last event, with a problem, and with the time after which the client should ask again, if that may succeed.
    static func end(_ problem: Problem, retryMilliseconds: Int? = nil) -> [UInt8] {
        let retry = retryMilliseconds.map { "retry: \($0)\n" } ?? ""
        return Array("\(retry)event: \(end.rawValue)\ndata: ".utf8) + problem.json + Array("\n\n".utf8)
    }
}
