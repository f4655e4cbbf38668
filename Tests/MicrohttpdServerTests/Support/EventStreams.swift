import Testing

@testable import MicrohttpdServer

/// Responses with events that a test sends.
final class EventStreams: Sendable {
    /// The streams that have begun, in order.
    let begun = Locked<[HTTPEventStream]>([])
    let ends = Locked<[HTTPEventEnd]>([])
    /// The number of times that the server let the responder look for changes.
    let checks = Locked(0)

    /// An event that is larger than the buffers of a socket.
    static let large = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20) + Array("whole\n".utf8)

    func response(to head: HTTPRequestHead) -> HTTPResponse {
        var response = HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"])
        response.events = HTTPEvents(
            first: head.path == "/events/large" ? Self.large : Array("first\n".utf8),
            ping: Array("ping\n".utf8),
            began: { [self] stream in begun.withLock { $0.append(stream) } },
            lastWords: { _ in Array("last words\n".utf8) },
            ended: { [self] end in ends.withLock { $0.append(end) } }
        )
        return response
    }
}

extension TestServer {
    /// Opens event streams, each on a connection of its own, and reads their first events.
    func eventReaders(_ count: Int = 1, version: String = "HTTP/1.1") async throws -> [AnswerReader] {
        let before = responder.events.begun.withLock { $0.count }
        var readers: [AnswerReader] = []
        for _ in 0..<count {
            let client = try client()
            client.send("POST /events \(version)\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
            readers.append(AnswerReader(client))
        }
        #expect(readers.map { $0.line() } == Array(repeating: "first", count: count))
        #expect(await Patience.wait { responder.events.begun.withLock { $0.count } == before + count })
        return readers
    }

    var eventStreams: [HTTPEventStream] { responder.events.begun.withLock { $0 } }

    /// Waits for the ends of a number of event streams, and returns them.
    func eventEnds(_ count: Int) async -> [HTTPEventEnd] {
        _ = await Patience.wait { responder.events.ends.withLock { $0.count } >= count }
        return responder.events.ends.withLock { $0 }
    }
}
