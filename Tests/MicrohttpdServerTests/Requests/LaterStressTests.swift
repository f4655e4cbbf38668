import Foundation
import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `Later responses with random timing` {
    private static let seconds = 4.0

    /// Sends requests until the end and leaves some responses unread; returns the number of wrong responses.
    private static func ask(_ server: TestServer, until end: Date) -> Int {
        var wrong = 0
        while Date() < end {
            guard let client = try? server.client() else { return wrong + 1 }
            for _ in 0..<Int.random(in: 1...5) {
                let path = ["/later", "/later/step", "/later/now", "/other"].randomElement() ?? "/later"
                client.send("POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
                if Int.random(in: 0..<8) == 0 {
                    usleep(UInt32.random(in: 0...2000))
                    if Bool.random() { client.vanish() }
                    break
                }
                let expected = path.hasPrefix("/later") && path != "/later/now" ? "late" : "POST \(path) 2"
                let reply = client.reply()
                if reply?.body != expected { wrong += 1 }
            }
        }
        return wrong
    }

    /// Fulfills promises in random order, twice.
    private static func fulfill(_ server: TestServer, while isRunning: Locked<Bool>) {
        while isRunning.withLock({ $0 }) {
            for promise in server.takePromises().shuffled() {
                if Int.random(in: 0..<4) == 0 { usleep(UInt32.random(in: 0...1000)) }
                switch Int.random(in: 0..<10) {
                case 0...4: promise.fulfill(HTTPResponse(text: "late"))
                case 5: promise.fulfill(waitingAgain: HTTPWait())
                default: promise.fulfill(HTTPResponse(text: "late"))
                }
                promise.fulfill(HTTPResponse(text: "again"))
            }
            usleep(200)
        }
    }

    @Test func `are each sent once, and leave nothing behind`() async throws {
        let server = try TestServer { $0.workers = 2 }
        let isRunning = Locked(true)
        let end = Date().addingTimeInterval(Self.seconds)
        let clients = (0..<16).map { _ in BlockingWork { [server] in Self.ask(server, until: end) } }
        let responders = (0..<2).map { _ in BlockingWork { [server] in Self.fulfill(server, while: isRunning) } }
        for client in clients { #expect(await client.value == 0) }
        #expect(await server.waitForFigures { $0.connections == 0 && $0.suspended == 0 && $0.bufferedBytes == 0 })
        isRunning.withLock { $0 = false }
        for responder in responders { _ = await responder.value }
        #expect(server.isAnswering)
        let figures = server.server.figures
        #expect(figures.resumedByAnswer > 100)
        #expect(figures.resumedByTimeLimit == 0 && figures.resumedByStop == 0)
    }
}
