import Testing

@testable import MicrohttpdServer

/// A server on a free loopback port whose responses describe the requests.
final class TestServer: Sendable {
    let responder = EchoResponder()
    let clock = TestClock()
    let server: HTTPServer
    let addresses: [ListenAddress]

    init(
        listeners: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 0)],
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = ServerConfiguration(listeners: listeners)
        configuration.workers = 2
        // Tests of timeouts set their own; all others must also pass on a busy machine.
        configuration.requestTimeout = .seconds(600)
        configuration.idleTimeout = .seconds(600)
        configure(&configuration)
        server = HTTPServer(configuration: configuration, responder: responder, clock: clock)
        addresses = try server.start()
    }

    deinit {
        _ = server.drain(deadline: .zero)
        // A promise or a stream that a test has kept refers to the server, which refers to the responder with it.
        _ = takePromises()
        _ = takeItemPromises()
        responder.events.begun.withLock { $0 = [] }
    }

    func client() throws -> TestClient { try TestClient(addresses[0]) }

    /// Connects from an IPv4 address of this machine.
    func client(from source: String) throws -> TestClient { try TestClient(addresses[0], from: source) }

    /// Waits for the ends of a number of batches, and returns them.
    ///
    /// The last bytes of a response are sent before the responder is notified of the end.
    func ends(_ count: Int) async -> [HTTPBatchEnd] {
        _ = await Patience.wait { responder.ends.withLock { $0.count } >= count }
        return responder.ends.withLock { $0 }
    }

    /// Waits until the figures satisfy the condition; returns false if they never do.
    func waitForFigures(_ condition: (ServerFigures) -> Bool) async -> Bool {
        await Patience.wait { condition(server.figures) }
    }
}

/// Responds with a description of the request, or as the path specifies.
final class EchoResponder: HTTPResponder {
    /// The gate at which requests for /slow wait.
    let gate = Gate()
    /// The gate at which requests for /slower wait.
    let secondGate = Gate()
    let answered = Locked<[String]>([])
    let taken = Locked<[String]>([])
    let admissions = Locked(0)
    let ends = Locked<[HTTPBatchEnd]>([])
    /// The revision of the rules for items.
    let revision = Locked<UInt64>(1)
    /// The event streams of the requests for /events.
    let events = EventStreams()
    /// The promises of the requests for /later.
    let promises = AnswerPromises<HTTPResponse>()
    /// The promises of the items of batches that wait.
    let itemPromises = AnswerPromises<[UInt8]>()

    func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
        admissions.withLock { $0 += 1 }
        if head.path == "/refused" {
            return .refused(HTTPResponse(status: 405, headers: ["Allow": "GET"], body: Array("refused".utf8)))
        }
        if head.path.hasPrefix("/later") {
            return .whole({ [self] body, _ in later(head, body) }, remembersHead: true)
        }
        if head.path.hasPrefix("/batch") {
            return .items(
                EchoBatch.make(
                    head,
                    gate: gate,
                    ends: ends,
                    answered: answered,
                    promises: itemPromises,
                    revision: { [self] in revision.withLock { $0 } }
                )
            )
        }
        if head.path.hasPrefix("/events") {
            return .whole({ [self] _, _ in .now(events.response(to: head)) }, remembersHead: false)
        }
        if head.path.hasPrefix("/steps") {
            return .whole({ [self] body, _ in steps(for: head, body) }, remembersHead: true)
        }
        return .whole(
            { [self] body, trace in
                .now(head.path == "/trace" ? HTTPResponse(status: 200, body: text(trace)) : answer(to: head, body))
            },
            remembersHead: head.path != "/asked-each-time"
        )
    }

    private func text(_ trace: TraceContext?) -> [UInt8] { Array((trace?.description ?? "none").utf8) }

    /// Waits for the test to fulfill a promise; under /later/unlimited, without a time limit.
    private func later(_ head: HTTPRequestHead, _ body: [UInt8]) -> HTTPAnswer<HTTPResponse> {
        .task { [self] waiting async throws(HTTPFailure) in
            switch head.path {
            case "/later/now":
                try await waiting.wait(HTTPWait()) {}
                return answer(to: head, body)
            case "/later/work":
                return try await waiting.work(HTTPWait()) { [self] () async throws(HTTPFailure) in
                    gate.pass()
                    await Task.yield()
                    guard !Task.isCancelled else { throw .stoppedSuspension }
                    return answer(to: head, body)
                }
            case "/later/step":
                await Task.yield()
                return try await promises.answer(waiting, HTTPWait())
            case "/later/unlimited": return try await promises.answer(waiting, HTTPWait(hasTimeLimit: false))
            default:
                let held = head.headers["X-Held"].flatMap { Int($0) } ?? 0
                return try await promises.answer(waiting, HTTPWait(share: HTTPShare.test(head), heldBytes: held))
            }
        }
    }

    /// Responds in three parts, and records each with the target.
    private func steps(for head: HTTPRequestHead, _ body: [UInt8]) -> HTTPAnswer<HTTPResponse> {
        .task { [self] _ in
            for left in [3, 2, 1] {
                if left < 3 { await Task.yield() }
                if head.path == "/steps/slow" { gate.pass() }
                if head.path == "/steps/slower" { secondGate.pass() }
                taken.withLock { $0.append("\(left) \(head.target)") }
            }
            return answer(to: head, body)
        }
    }

    private func answer(to head: HTTPRequestHead, _ body: [UInt8]) -> HTTPResponse {
        if head.path == "/slow" { gate.pass() }
        if head.path == "/slower" { secondGate.pass() }
        answered.withLock { $0.append(head.target) }
        switch head.path {
        case "/empty": return HTTPResponse(status: 204)
        case "/large": return HTTPResponse(status: 200, body: [UInt8](repeating: 0x61, count: 8 << 20))
        case "/injected": return HTTPResponse(status: 200, headers: ["X-Bad": "a\r\nX-Worse: b", "X-Good": "c"])
        case "/closing": return HTTPResponse(status: 200, headers: ["Connection": "close"])
        case "/worker": return HTTPResponse(status: 200, body: Array("\(head.worker)".utf8))
        case "/peer": return HTTPResponse(status: 200, body: Array("\(head.peer)".utf8))
        case "/header":
            return HTTPResponse(status: 200, body: Array((head.headers["host"] ?? "none").utf8))
        default:
            let said = "\(head.method) \(head.path) \(body.count)"
            return HTTPResponse(status: 200, headers: ["Content-Type": "text/plain"], body: Array(said.utf8))
        }
    }

    func advanceEvents() { events.checks.withLock { $0 += 1 } }

    func response(to failure: HTTPFailure, accept: [String]) -> HTTPResponse {
        let status =
            switch failure {
            case .malformedRequest: 400
            case .bodyTooLarge: 413
            case .unsupportedTransferEncoding: 501
            case .expectationFailed: 417
            case .requestTimeout: 408
            case .tooManyConnections, .tooManyBatches, .tooManyBufferedBytes, .serverEnding, .tooManySuspended,
                .tooManySuspendedOfClient, .answerTimeout, .outdated, .stoppedWhileSuspended:
                503
            case .tooManyConnectionsFromAddress, .tooManyBatchesFromAddress: 429
            }
        return HTTPResponse(status: status, body: Array("\(failure)".utf8))
    }
}

extension HTTPShare {
    /// Returns the share that a request names in X-Share; nil without the field.
    static func test(_ head: HTTPRequestHead) -> HTTPShare? {
        head.headers["X-Share"].map { $0 == "connection" ? .connection(head.connection) : .client($0) }
    }
}
