import Testing

@testable import MicrohttpdServer

@Suite struct `An event stream` {
    private let server: TestServer

    init() throws {
        server = try TestServer { $0.workers = 1 }
    }

    private func send(_ text: String, to stream: HTTPEventStream) -> Bool { stream.send(Array("\(text)\n".utf8)) }

    @Test func `sends events until the responder ends it, and occupies no connection of libmicrohttpd`() async throws {
        let reader = try await server.eventReaders()[0]
        #expect(reader.head.contains("Transfer-Encoding: chunked"))
        #expect(reader.head.contains("Content-Type: text/event-stream"))
        #expect(await server.waitForFigures { $0.connections == 0 && $0.eventStreams == 1 && $0.answers == 1 })
        let stream = server.eventStreams[0]
        #expect(send("second", to: stream))
        #expect(reader.line() == "second")
        #expect(!stream.send(Array("outdated\n".utf8), if: { false }))
        stream.end(with: Array("end\n".utf8))
        #expect(reader.line() == "end")
        #expect(reader.line() == nil)
        #expect(reader.isWhole)
        #expect(await server.eventEnds(1) == [.answered])
        // An ended stream ignores events.
        #expect(send("late", to: stream) && !stream.isOpen)
        #expect(server.server.figures.eventStreams == 0)
    }

    @Test func `ends with the connection for a client that speaks HTTP/1.0`() async throws {
        let client = try server.client()
        client.send("GET /events HTTP/1.0\r\n\r\n")
        #expect(await Patience.wait { server.eventStreams.count == 1 })
        server.eventStreams[0].end(with: Array("end\n".utf8))
        let reply = client.reply()
        #expect(reply?.status == 200 && reply?.header("Transfer-Encoding") == nil)
        #expect(client.reads(through: "first\nend\n") && client.isClosedEventually)
    }

    @Test func `ends when the client disconnects`() async throws {
        for _ in 0..<2 {
            let client = try server.client()
            client.send("GET /events HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(await Patience.wait { server.server.figures.eventStreams == 1 })
            client.vanish()
            #expect(await Patience.wait { server.server.figures.eventStreams == 0 })
        }
        #expect(await server.eventEnds(2) == [.disconnect, .disconnect])
    }

    @Test func `is pinged, and lets the responder look for changes`() async throws {
        let reader = try await server.eventReaders()[0]
        let before = server.responder.events.checks.withLock { $0 }
        #expect(send("event", to: server.eventStreams[0]))
        #expect(reader.line() == "event")
        for _ in 0..<2 {
            #expect(await server.clock.advance(by: .milliseconds(15_001)))
            #expect(reader.line() == "ping")
        }
        #expect(server.responder.events.checks.withLock { $0 } >= before + 2)
    }

    @Test func `sends a first event whole that its socket does not accept at once`() async throws {
        let client = try server.client()
        client.send("GET /events/large HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await Patience.wait { server.server.figures.bufferedBytes > 0 })
        #expect(client.reads(through: "xwhole\n\r\n"))
        #expect(await Patience.wait { server.server.figures.bufferedBytes == 0 })
        #expect(server.eventStreams[0].isOpen)
    }

    @Test func `ends if its client does not read, and neither blocks others nor keeps memory`() async throws {
        let readers = try await server.eventReaders(2)
        let (stalled, other) = (server.eventStreams[0], server.eventStreams[1])
        for _ in 0..<HTTPEventStream.maximumUnsent { #expect(stalled.send(EventStreams.large)) }
        #expect(stalled.isOpen && server.server.figures.bufferedBytes > 0)
        #expect(server.isAnswering)
        #expect(stalled.send(EventStreams.large) && !stalled.isOpen)
        #expect(send("event", to: other))
        #expect(readers[1].line() == "event")
        #expect(await server.eventEnds(1) == [.behind])
        #expect(server.server.figures.bufferedBytes == 0)
    }

    @Test func `ends if its client does not read for the time between two pings`() async throws {
        let readers = try await server.eventReaders()
        #expect(server.eventStreams[0].send(EventStreams.large))
        while server.eventStreams[0].isOpen { #expect(await server.clock.advance(by: .milliseconds(15_001))) }
        #expect(await server.eventEnds(1) == [.behind])
        withExtendedLifetime(readers) {}
    }

    @Test func `continues when its client reads again`() async throws {
        let client = try server.client()
        client.send("GET /events HTTP/1.0\r\n\r\n")
        #expect(await Patience.wait { server.eventStreams.count == 1 })
        #expect(server.eventStreams[0].send(EventStreams.large + Array("after\n".utf8)))
        #expect(client.reads(through: "after\n"))
        #expect(await server.waitForFigures { $0.bufferedBytes == 0 })
    }

    @Test func `ends if the memory for buffers is exhausted`() async throws {
        let small = try TestServer {
            $0.workers = 1
            $0.maximumBufferedBytes = 1 << 20
        }
        let readers = try await small.eventReaders()
        #expect(small.eventStreams[0].send(EventStreams.large))
        #expect(await small.eventEnds(1) == [.memory])
        withExtendedLifetime(readers) {}
    }

    @Test func `is one of many, which need no more workers, and all end with last words in a drain`() async throws {
        let readers = try await server.eventReaders(300)
        #expect(await server.waitForFigures { $0.connections == 0 && $0.eventStreams == 300 })
        #expect(server.server.drain(deadline: .seconds(Patience.seconds)).cut == 0)
        #expect(readers.allSatisfy { $0.line() == "last words" && $0.line() == nil && $0.isWhole })
        #expect(await server.eventEnds(300) == Array(repeating: .shutdown, count: 300))
    }

    @Test func `runs tasks that wait, and cancels them when it ends`() async throws {
        let readers = try await server.eventReaders()
        let stream = server.eventStreams[0]
        let promises = server.responder.promises
        let outcome = Locked<HTTPFailure?>(nil)
        let isRunning = stream.run { waiting in
            do throws(HTTPFailure) {
                try await waiting.wait(HTTPWait(share: .client("a"))) {}
                _ = try await promises.answer(waiting, HTTPWait(share: .client("a")))
            } catch {
                outcome.withLock { $0 = error }
            }
        }
        #expect(isRunning)
        #expect(await server.hasPromises(1))
        stream.end(with: [])
        #expect(await server.hasAbandoned(1))
        #expect(await Patience.wait { outcome.withLock { $0 } == .stoppedSuspension })
        #expect(!stream.run { _ in })
        withExtendedLifetime(readers) {}
    }
}
