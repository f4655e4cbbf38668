import Testing

@testable import MicrohttpdServer

/// Requests for responses that a test provides later.
extension TestServer {
    /// Sends a request, and waits until the responder has a number of promises.
    func waitingClient(_ count: Int = 1, path: String = "/later", fields: String = "") async throws -> TestClient {
        let client = try client()
        client.send("POST \(path) HTTP/1.1\r\nHost: h\r\n\(fields)Content-Length: 2\r\n\r\nhi")
        #expect(await hasPromises(count))
        return client
    }

    func hasPromises(_ count: Int) async -> Bool {
        await Patience.wait { responder.promises.count == count }
    }

    /// Removes and returns the promises of the waiting requests, in order.
    func takePromises() -> [AnswerPromise<HTTPResponse>] { responder.promises.take() }

    func takeItemPromises() -> [AnswerPromise<[UInt8]>] { responder.itemPromises.take() }

    /// Waits until the server has canceled a number of waiting tasks.
    func hasAbandoned(_ count: Int) async -> Bool {
        await Patience.wait { responder.promises.abandoned.withLock { $0 } == count }
    }

    var isAnswering: Bool {
        (try? client().exchange("GET /other HTTP/1.1\r\nHost: h\r\n\r\n"))?.body == "GET /other 0"
    }
}

extension HTTPResponse {
    init(text: String) { self.init(status: 200, body: Array(text.utf8)) }
}
