import Testing

@testable import MicrohttpdServer

/// Items that were answered under an earlier revision of the rules.
@Suite struct `Outdated answers of items` {
    private let server: TestServer

    init() throws {
        server = try TestServer()
    }

    private func client(_ path: String, _ body: String) throws -> TestClient {
        let client = try server.client()
        client.send("POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return client
    }

    /// Waits for a number of answers and for the item that waits, and changes the rules.
    private func changeRules(after answers: Int) async {
        let responder = server.responder
        #expect(await Patience.wait { responder.answered.withLock { $0.count } == answers })
        #expect(await Patience.wait { responder.itemPromises.count == 1 })
        responder.revision.withLock { $0 += 1 }
    }

    /// Answers the item that waits.
    private func fulfill(_ answer: String) async {
        #expect(await Patience.wait { server.responder.itemPromises.count == 1 })
        server.takeItemPromises()[0].fulfill(Array(answer.utf8))
    }

    @Test func `are not sent, and the items are answered again`() async throws {
        let client = try client("/batch", "one\nlater\ntwo\nanswered\nthree\n")
        let reader = AnswerReader(client)
        #expect(reader.line() == "0:one")
        await changeRules(after: 3)
        await fulfill("outdated\n")
        await fulfill("later\n")
        #expect(reader.lines() == ["later", "2:two", "already", "4:three"])
        let answered = server.responder.answered.withLock { $0 }
        #expect(answered.sorted() == ["one", "three", "three", "two", "two"])
        #expect(await server.ends(1) == [.complete])
    }

    @Test func `are sent if the rules remain the same`() async throws {
        let client = try client("/batch/late", "one\nlater\ntwo\n")
        await fulfill("later")
        #expect(client.reply()?.body == "<0:one|later|2:two>")
        #expect(server.responder.answered.withLock { $0 }.count == 2)
    }

    @Test func `that are part of a response that has not begun are replaced by an error`() async throws {
        let client = try client("/batch/late", "one\nlater\ntwo\n")
        await changeRules(after: 2)
        await fulfill("outdated")
        await fulfill("later")
        let reply = client.reply()
        #expect(reply?.status == 503 && reply?.body == "outdated(retryAfterSeconds: 1)")
        #expect(client.exchange("GET /other HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
    }

    @Test func `do not begin a long response`() async throws {
        // A response of more than one megabyte begins before its end.
        let large = String(repeating: "large\n", count: 8)
        let client = try client("/batch/late", large + "later\n" + large)
        await changeRules(after: 16)
        await fulfill("outdated")
        await fulfill("later")
        let reply = client.reply()
        #expect(reply?.status == 503 && reply?.body == "outdated(retryAfterSeconds: 1)")
        #expect(await server.ends(1) == [.cut])
    }
}
