import Dispatch
import Foundation
import Glibc
import MicrohttpdServer
import Synchronization
import Testing
import TrustTestSupport

@testable import TrustAPI

/// Requests that take as long as many evaluations, on a server with one worker.
@Suite struct `Long work` {
    /// The number of questions, each with at least two signatures.
    private static let questions = 20

    private static let targets = [
        "POST /v1/policy-sets/pay/check", "POST /v1/policy-sets/pay/check?decisions=1000", "GET /v1/forecast",
    ]

    /// A server whose long work stops at a gate.
    private final class Scene {
        let gate = SignatureGate()
        let candidate: CandidateScene
        let server: HTTPServer
        private let path: String

        init() throws {
            candidate = try CandidateScene { [gate] in GatedChecks(checks: $0, gate: gate) }
            #expect(candidate.put(CandidateScene.plain).status == 201)
            for number in 0..<questions { _ = try candidate.evaluate(host: "h\(number).example.com") }
            path = candidate.api.directory.path + "/s"
            var configuration = ServerConfiguration(listeners: [.unix(path: path)])
            configuration.workers = 1
            (configuration.requestTimeout, configuration.idleTimeout) = (.seconds(600), .seconds(600))
            server = HTTPServer(configuration: configuration, responder: candidate.api.responder)
            _ = try server.start()
        }

        deinit {
            gate.open()
            _ = server.drain(deadline: .zero)
        }

        /// Closes the gate, sends a request, and waits until its work reaches the gate.
        func begin(_ target: String) throws -> UnixClient {
            gate.close()
            var (type, body) = ("application/yaml", CandidateScene.strict)
            if target.hasSuffix("check") {
                let question = candidate.question
                let questions = (0..<questions).map { number in
                    question.merging(["host": "h\(number).example.com"]) { $1 }
                }
                type = "application/json"
                body = try APIFixture.json(["candidate": body, "evaluations": questions])
            }
            if target.hasPrefix("GET") { body = "" }
            let client = try send(target, body, type: type)
            while gate.checks == 0 { sched_yield() }
            return client
        }

        func send(_ target: String, _ body: String = "", type: String = "text/plain") throws -> UnixClient {
            let client = try UnixClient(path)
            client.send(
                "\(target) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer full\r\nContent-Type: \(type)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            return client
        }

        /// Whether neither a check nor a forecast runs.
        var isIdle: Bool {
            let (places, place) = (candidate.api.context.candidatePlaces, candidate.api.context.forecasts.place)
            guard places.enter("full") else { return false }
            places.leave("full")
            guard place.take() else { return false }
            place.leave()
            return true
        }
    }

    @Test(arguments: targets) func `does not delay other requests of its worker`(target: String) throws {
        let scene = try Scene()
        let busy = try scene.begin(target)
        for _ in 0..<3 {
            let other = try scene.send("GET /livez")
            #expect(other.receive { !$0.ends(of: "\r\n\r\n").isEmpty })
        }
        #expect(scene.gate.isClosed && busy.receiveArrived() == 0)
        scene.gate.open()
        #expect(busy.receive { !$0.ends(of: "\"isComplete\":true").isEmpty })
        #expect(scene.gate.checks >= 2 * Self.questions && scene.isIdle)
    }

    @Test(arguments: targets) func `ends if its client is gone`(target: String) throws {
        let scene = try Scene()
        var busy: UnixClient? = try scene.begin(target)
        #expect(busy != nil)
        busy = nil
        while scene.server.figures.suspended > 0 { sched_yield() }
        scene.gate.open()
        while !scene.isIdle { sched_yield() }
        #expect(scene.gate.checks < Self.questions, "more was evaluated than the first question")
    }

    @Test(arguments: targets) func `ends if the server stops`(target: String) throws {
        let scene = try Scene()
        let busy = try scene.begin(target)
        let drained = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [server = scene.server] in
            _ = server.drain(deadline: .zero)
            drained.signal()
        }
        _ = busy.receive { !$0.ends(of: "\r\n\r\n").isEmpty }
        scene.gate.open()
        #expect(drained.wait(timeout: .now() + .seconds(600)) == .success)
        while !scene.isIdle { sched_yield() }
        #expect(scene.gate.checks < Self.questions, "more was evaluated than the first question")
    }

    /// Runs jobs on a queue, and counts them.
    private final class CountingQueue: TaskExecutor {
        let jobs = Atomic(0)
        private let queue = DispatchQueue(label: "work")

        func enqueue(_ job: consuming ExecutorJob) {
            jobs.add(1, ordering: .relaxed)
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private struct Waiting: HTTPWaiting {
        let workExecutor: (any TaskExecutor)?

        func beginWait(_ wait: HTTPWait) throws(HTTPFailure) {}
        func endWait() throws(HTTPFailure) {}
    }

    @Test(arguments: ["/v1/decisions", "/v1/decisions/x", "/v1/forecast"])
    func `includes searches of the memory of decisions`(path: String) throws {
        let head = HTTPRequestHead(
            method: "GET",
            target: path,
            path: path,
            headers: ["Host": "localhost", "Authorization": "Bearer full"]
        )
        guard case .whole(let answerer, _) = try CandidateScene().api.responder.admit(head),
            case .task(let compute) = answerer([], nil)
        else {
            Issue.record("the request was refused")
            return
        }
        let queue = CountingQueue()
        let status = CallingThread().run { try? await compute(Waiting(workExecutor: queue)).status }
        #expect(status == (path.hasSuffix("x") ? 404 : 200) && queue.jobs.load(ordering: .relaxed) > 0)
    }
}
