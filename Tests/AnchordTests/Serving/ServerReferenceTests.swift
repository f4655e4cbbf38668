import Dispatch
import MicrohttpdServer
import Synchronization
import Testing

@testable import anchord

@Suite struct `A reference to the server` {
    /// Counts requests, of which one can be stopped.
    private final class Counting: HTTPResponder {
        let count = Atomic(0)
        let isStopped = Atomic(false)
        let gate = DispatchSemaphore(value: 0)

        func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
            .whole(
                { [self] _, _ in
                    count.add(1, ordering: .relaxed)
                    if isStopped.exchange(false, ordering: .relaxed) { gate.wait() }
                    return .now(HTTPResponse(status: 200))
                },
                remembersHead: false
            )
        }

        func response(to failure: HTTPFailure, accept: [String]) -> HTTPResponse { HTTPResponse(status: 500) }
    }

    @Test func `waits for earlier responses once for each list of blocks, until it succeeds`() throws {
        let responder = Counting()
        var configuration = ServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)])
        configuration.workers = 2
        let server = HTTPServer(configuration: configuration, responder: responder)
        let reference = ServerReference()
        #expect(reference.settle(blocks: 1), "there is no server yet")
        reference.set(server, blocks: 1)
        _ = try server.start()
        defer { _ = server.drain(deadline: .zero) }
        var count: Int { responder.count.load(ordering: .relaxed) }
        #expect(reference.settle(blocks: 1) && count == 0)
        #expect(reference.settle(blocks: 2, within: .seconds(600)) && count == 4)
        #expect(reference.settle(blocks: 2) && count == 4)
        responder.isStopped.store(true, ordering: .relaxed)
        #expect(!reference.settle(blocks: 3, within: .milliseconds(200)))
        responder.gate.signal()
        let stopped = count
        #expect(reference.settle(blocks: 3, within: .seconds(600)) && count >= stopped + 4)
        #expect(reference.settle(blocks: 3, within: .seconds(600)) && count >= stopped + 4)
    }
}
