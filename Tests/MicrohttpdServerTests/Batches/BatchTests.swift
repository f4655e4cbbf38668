import Testing

@testable import MicrohttpdServer

@Suite struct `Batches` {
    private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `items are answered while the body is received, and the head is sent before the first`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        let reader = AnswerReader(client)
        #expect(reader.readHead())
        #expect(reader.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(reader.head.contains("Content-Type: text/plain\r\n"))
        #expect(reader.head.contains("Connection: close"))
        client.sendChunk("one\n")
        #expect(reader.line() == "0:one")
        client.sendChunk("two\nth")
        #expect(reader.line() == "1:two")
        client.sendChunk("ree")
        client.endBatch()
        #expect(reader.line() == "2:three")
        #expect(reader.line() == nil && reader.isWhole)
        #expect(client.isClosed)
        #expect(await server.ends(1) == [.complete])
    }

    @Test func `a batch is counted as one request`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("a\nb\n")
        client.endBatch()
        #expect(AnswerReader(client).lines() == ["0:a", "1:b"])
        #expect(await server.waitForFigures { $0.connections == 0 })
        let figures = server.server.figures
        #expect(figures.requests == 1 && figures.answers == 1 && figures.abandonedRequests == 0)
        #expect(figures.batches == 0)
    }

    @Test func `a batch with Content-Length is answered like a chunked one`() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("POST /batch HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\na\nb\nc")
        #expect(AnswerReader(client).lines() == ["0:a", "1:b", "2:c"])
    }

    @Test(arguments: ["Content-Length: 0\r\n\r\n", "\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
    func `an empty batch has an empty response`(rest: String) throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("POST /batch HTTP/1.1\r\nHost: h\r\n" + rest)
        let reader = AnswerReader(client)
        #expect(reader.lines() == [] && reader.isWhole)
    }

    @Test func `an answer waits for the answers before it`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("slow\nfast\nanswered\n")
        client.endBatch()
        #expect(await server.responder.gate.waitForArrivals(1))
        server.responder.gate.open()
        #expect(AnswerReader(client).lines() == ["0:slow", "1:fast", "already"])
    }

    @Test func `ten thousand items are answered in order`() async throws {
        let server = try TestServer { $0.workers = 4 }
        let client = try server.client()
        let words = (0..<10_000).map { "word\($0)" }
        client.beginBatch()
        let lines = words.enumerated().map { "\($0):\($1)" }
        for part in 0..<100 { client.sendChunk(words[(part * 100)..<(part * 100 + 100)].map { $0 + "\n" }.joined()) }
        client.endBatch()
        #expect(AnswerReader(client).lines() == lines)
    }

    @Test func `single requests are answered while a batch occupies all threads of the pool`() async throws {
        let server = try TestServer()
        let (batch, single) = (try server.client(), try server.client())
        batch.beginBatch()
        batch.sendChunk("slow\nslow\nslow\nslow\n")
        #expect(await server.responder.gate.waitForArrivals(2))
        #expect(single.exchange(get)?.status == 200)
        server.responder.gate.open()
        batch.endBatch()
        #expect(AnswerReader(batch).lines().count == 4)
    }

    @Test func `reading stops while the client does not read, and no answer is lost`() throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        // Each line of six bytes is answered with 100 kB; sockets and server buffer some megabytes of answers.
        let chunk = "6\r\nlarge\n\r\n"
        let sent = client.sendUntilBlocked(chunk, atMost: 100 << 20)
        #expect(sent < 100 << 20)
        #expect(server.responder.answered.withLock { $0.count } < 500)
        let reader = AnswerReader(client)
        let items = sent / chunk.utf8.count
        for position in 0..<100 { #expect(reader.line()?.hasPrefix("\(position):l") == true) }
        // The rest would cause gigabytes of answers.
        #expect(items > 100)
        client.vanish()
    }

    @Test func `a client that reads late receives every answer`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        let count = 300
        for _ in 0..<count { client.sendChunk("large\n") }
        client.endBatch()
        let reader = AnswerReader(client)
        #expect(reader.lines().count == count)
        #expect(reader.isWhole)
        #expect(await server.ends(1) == [.complete])
    }

    @Test(arguments: [true, false])
    func `a client that disconnects during a batch leaves nothing behind`(abruptly: Bool) async throws {
        let server = try TestServer()
        do {
            let client = try server.client()
            client.beginBatch()
            client.sendChunk("one\nslow\ntwo\n")
            #expect(await server.responder.gate.waitForArrivals(1))
            if abruptly { client.vanish() }
        }
        #expect(await server.waitForFigures { $0.connections == 0 && $0.batches == 0 })
        server.responder.gate.open()
        #expect(await server.ends(1) == [.abandoned])
        #expect(try server.client().exchange(get)?.status == 200)
    }

    @Test func `a client that disconnects without reading leaves nothing behind`() async throws {
        let server = try TestServer()
        do {
            let client = try server.client()
            client.beginBatch()
            _ = client.sendUntilBlocked("6\r\nlarge\n\r\n", atMost: 100 << 20)
            client.vanish()
        }
        #expect(await server.waitForFigures { $0.connections == 0 && $0.batches == 0 })
    }

    @Test func `a client that is idle between items receives an error after the idle timeout`() async throws {
        let server = try TestServer { $0.idleTimeout = .seconds(1) }
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("one\n")
        let reader = AnswerReader(client)
        #expect(reader.lines() == ["0:one", "1!requestTimeout"])
        #expect(reader.isWhole && client.isClosed)
        #expect(await server.ends(1) == [.cut])
        #expect(server.server.figures.timedOutRequests == 1)
    }

    @Test func `a client that sends only empty lines is disconnected after the idle timeout`() async throws {
        let server = try TestServer { $0.idleTimeout = .seconds(1) }
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("one\n")
        let reader = AnswerReader(client)
        #expect(reader.line() == "0:one")
        var sent = 0
        while sent < 200, !client.hasBytes(within: 50) {
            client.sendChunk("\n")
            sent += 1
        }
        #expect(sent < 200)
        #expect(reader.lines() == ["1!requestTimeout"])
        #expect(await server.waitForFigures { $0.connections == 0 && $0.timedOutRequests == 1 })
    }

    @Test func `an incomplete item ends the batch after the request timeout`() async throws {
        let server = try TestServer { $0.requestTimeout = .milliseconds(500) }
        let client = try server.client()
        client.beginBatch()
        let reader = AnswerReader(client)
        #expect(reader.readHead())
        var isAnswered = false
        for _ in 0..<200 where !isAnswered {
            client.sendChunk("x")
            isAnswered = client.hasBytes(within: 50)
        }
        #expect(reader.lines() == ["0!requestTimeout"])
        #expect(await server.waitForFigures { $0.connections == 0 })
    }

    @Test func `a client that does not read is disconnected after the idle timeout`() async throws {
        let server = try TestServer { $0.idleTimeout = .seconds(1) }
        let client = try server.client()
        client.beginBatch()
        _ = client.sendUntilBlocked("6\r\nlarge\n\r\n", atMost: 100 << 20)
        #expect(await server.waitForFigures { $0.connections == 0 && $0.batches == 0 })
        #expect(await server.ends(1) == [.cut])
    }

    @Test func `bytes after the last item are not read`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("one\nslow\nlast\nmore\n")
        #expect(await server.responder.gate.waitForArrivals(1))
        client.sendChunk("more\n")
        server.responder.gate.open()
        let reader = AnswerReader(client)
        #expect(reader.lines() == ["0:one", "1:slow", "2:last"])
        #expect(reader.isWhole)
        #expect(await server.waitForFigures { $0.connections == 0 && $0.answers == 1 })
    }

    @Test func `a batch over the limit receives 503 with Retry-After`() async throws {
        let server = try TestServer { $0.maximumBatches = 1 }
        let (first, second) = (try server.client(), try server.client())
        first.beginBatch()
        #expect(AnswerReader(first).readHead())
        let refusal = second.exchange("POST /batch HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na\n")
        #expect(refusal?.status == 503)
        #expect(refusal?.body == "tooManyBatches(retryAfterSeconds: 1)")
        #expect(server.server.figures.refusedBatches == 1)
        first.endBatch()
        #expect(await server.waitForFigures { $0.batches == 0 })
    }

    @Test func `the limit per client includes all loopback addresses`() async throws {
        let server = try TestServer { $0.maximumBatchesPerAddress = 2 }
        let request = "POST /batch HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na\n"
        do {
            let clients = [try server.client(), try server.client(from: "127.0.0.2")]
            for client in clients {
                client.beginBatch()
                #expect(AnswerReader(client).readHead())
            }
            let refusal = try server.client(from: "127.3.2.1").exchange(request)
            #expect(refusal?.status == 429)
            #expect(refusal?.body == "tooManyBatchesFromAddress(retryAfterSeconds: 1)")
            #expect(server.server.figures.refusedBatchesFromAddress == 1)
        }
        #expect(await server.waitForFigures { $0.batches == 0 })
        let client = try server.client()
        client.send(request)
        #expect(AnswerReader(client).lines() == ["0:a"])
    }

    @Test func `HTTP/1.0 responses are not chunked`() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("POST /batch HTTP/1.0\r\nContent-Length: 4\r\n\r\na\nb\n")
        let reader = AnswerReader(client)
        #expect(reader.readHead())
        #expect(!reader.head.contains("Transfer-Encoding"))
        #expect(reader.unread() == "0:a\n1:b\n")
    }
}

@Suite struct `Batches answered as a whole` {
    @Test func `a short response has Content-Length and keeps the connection open`() async throws {
        let server = try TestServer()
        let client = try server.client()
        for _ in 0..<3 {
            let request = "POST /batch/late HTTP/1.1\r\nHost: h\r\nContent-Length: 7\r\n\r\none\ntwo"
            let reply = client.exchange(request)
            #expect(reply?.status == 200)
            #expect(reply?.body == "<0:one|1:two>")
            #expect(reply?.header("Content-Type") == "text/plain")
        }
        #expect(await server.waitForFigures { $0.answers == 3 && $0.batches == 0 && $0.connections == 1 })
    }

    @Test func `no item is answered before the body is complete`() throws {
        let server = try TestServer { $0.workers = 1 }
        let client = try server.client()
        client.beginBatch("/batch/late")
        client.sendChunk("one\n")
        // The only worker and the only thread of the pool read and answer other batches meanwhile.
        for _ in 0..<20 {
            let other = try server.client()
            #expect(
                other.exchange("POST /batch/late HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\ntwo")?.body
                    == "<0:two>"
            )
        }
        #expect(!server.responder.answered.withLock { $0.contains("one") })
        #expect(!client.hasBytes(within: 0))
        client.endBatch()
        #expect(client.reply()?.body == "<0:one>")
    }

    @Test func `a long response is chunked and closes the connection`() throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch("/batch/late")
        client.sendChunk(String(repeating: "large\n", count: 100))
        client.endBatch()
        let reader = AnswerReader(client)
        #expect(reader.readHead())
        #expect(reader.head.contains("Transfer-Encoding: chunked"))
        let body = reader.text()
        #expect(reader.isWhole)
        #expect(body.hasPrefix("<0:lll") && body.hasSuffix("l>") && body.utf8.count > 10_000_000)
        #expect(client.isClosed)
    }

    @Test func `a batch without items is answered with the brackets`() throws {
        let server = try TestServer()
        #expect(try server.client().exchange("POST /batch/late HTTP/1.1\r\nHost: h\r\n\r\n")?.body == "<>")
    }

    @Test func `a body over the limit is rejected by its declared or actual length`() async throws {
        let server = try TestServer()
        let client = try server.client()
        let reply = client.exchange("POST /batch/late HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n")
        #expect(reply?.status == 413)
        let chunked = try server.client()
        chunked.beginBatch("/batch/late")
        chunked.sendChunk(String(repeating: "x", count: 1001))
        #expect(chunked.reply()?.body == "bodyTooLarge(limit: 1000)")
        #expect(await server.ends(2) == [.refused, .refused])
    }

    @Test func `a batch can be rejected within its body`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch("/batch/late")
        client.sendChunk("one\nrefuse\n")
        client.sendChunk("more\n")
        let reply = client.reply()
        #expect(reply?.status == 400 && reply?.body == "refused")
        #expect(await server.waitForFigures { $0.connections == 0 && $0.batches == 0 })
    }

    @Test func `a body that is not received in time receives 408`() async throws {
        let server = try TestServer { $0.requestTimeout = .milliseconds(500) }
        let client = try server.client()
        client.beginBatch("/batch/late")
        client.sendChunk("one\n")
        #expect(client.reply()?.status == 408)
        #expect(await server.waitForFigures { $0.connections == 0 && $0.timedOutRequests == 1 })
    }
}

@Suite struct `Batches while the server drains` {
    private func drain(_ server: TestServer, deadline: Duration = Patience.duration) -> BlockingWork<DrainResult> {
        let server = server.server
        return BlockingWork { server.drain(deadline: deadline) }
    }

    private func waitUntilRefusing(_ server: TestServer) async -> Bool {
        await Patience.wait { (try? server.client()) == nil }
    }

    @Test func `a batch in progress continues with further items`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("one\n")
        let reader = AnswerReader(client)
        #expect(reader.line() == "0:one")
        let draining = drain(server)
        #expect(await waitUntilRefusing(server))
        client.sendChunk("two\n")
        #expect(reader.line() == "1:two")
        client.endBatch()
        #expect(reader.lines() == [] && reader.isWhole)
        #expect(await draining.value == DrainResult(finished: 1, cut: 0))
    }

    @Test func `an error replaces the remaining answers at the deadline`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        client.sendChunk("one\nslow\ntwo\n")
        let reader = AnswerReader(client)
        #expect(reader.line() == "0:one")
        #expect(await server.responder.gate.waitForArrivals(1))
        let draining = drain(server, deadline: .milliseconds(300))
        #expect(reader.lines() == ["1!serverEnding"])
        #expect(reader.isWhole && client.isClosed)
        #expect(await draining.value == DrainResult(finished: 0, cut: 1))
        #expect(await server.ends(1) == [.cut])
        server.responder.gate.open()
    }

    @Test func `a client that continues sending also receives the error`() async throws {
        let server = try TestServer()
        let address = server.addresses[0]
        let lines = BlockingWork<[String]> {
            guard let client = try? TestClient(address) else { return [] }
            client.beginBatch()
            let reader = AnswerReader(client)
            while client.sendChunk("one\n") { while client.hasBytes(within: 1), reader.line() != nil {} }
            return reader.lines() + (reader.isWhole ? [reader.last] : ["not whole"])
        }
        #expect(await server.waitForFigures { $0.batches == 1 })
        #expect(await drain(server, deadline: .milliseconds(300)).value?.cut == 1)
        #expect(await lines.value?.last?.hasSuffix("!serverEnding") == true)
    }

    @Test func `a response that has not begun becomes 503`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch("/batch/late")
        client.sendChunk("slow\n")
        client.endBatch()
        #expect(await server.responder.gate.waitForArrivals(1))
        let draining = drain(server, deadline: .milliseconds(300))
        #expect(client.reply()?.status == 503)
        #expect(await draining.value == DrainResult(finished: 0, cut: 1))
        server.responder.gate.open()
    }

    @Test func `a server released during a batch stops cleanly`() async throws {
        let server = try TestServer()
        let client = try server.client()
        client.beginBatch()
        _ = client.sendUntilBlocked("6\r\nlarge\n\r\n", atMost: 100 << 20)
        #expect(await drain(server, deadline: .zero).value?.cut == 1)
        #expect(client.isClosedEventually)
    }
}
