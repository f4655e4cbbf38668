import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustAPI
import TrustTestSupport

/// Sends requests on several threads during reloads; the name of each policy contains the number of its reload.
@Suite struct `Responses during reloads` {
    private static let sizes = [
        CacheSizes(), CacheSizes(verdicts: 1000, certificates: 100, signatures: 100),
        CacheSizes(verdicts: 3, certificates: 2, signatures: 1),
    ]

    private static let reloadCount = 12
    private static let clientCount = 4

    /// Returns a policy that accepts hosts missing in the leaf if its number is even.
    private static func document(_ number: Int) -> String {
        "otherwise: p\(number)\npolicies:\n  p\(number):\n    evaluator: \(number % 2 == 0 ? "disabled" : "default")\n"
    }

    @Test(arguments: sizes) func `use current policies on every thread`(sizes: CacheSizes) async throws {
        let api = try APIFixture(documents: ["changing.yaml": Self.document(0)], caches: sizes)
        let reloads = Reloads()
        let bodies = try ["www.example.com", "other.example.com", "third.example.com"].map {
            try APIFixture.json(["chain": api.chain, "host": $0, "policy": "changing"])
        }
        for number in 1...Self.reloadCount {
            let clients = (0..<Self.clientCount).map { worker in
                Client(responder: api.responder, reloads: reloads, bodies: bodies, worker: worker).start()
            }
            reloads.begun.store(number, ordering: .sequentiallyConsistent)
            try api.write(Self.document(number), to: "changing.yaml")
            reloads.completed.store(number, ordering: .sequentiallyConsistent)
            for faults in clients { #expect(await faults.first { _ in true } == []) }
        }
        if sizes.verdicts > 0 {
            #expect(try ReportedFigures(of: "verdicts", api).hits > 0)
            #expect(try ReportedFigures(of: "verdicts", api).misses >= Self.reloadCount)
        }
    }
}

/// The numbers of the last completed and the last started reload, between which policies may be in use.
private final class Reloads: Sendable {
    let begun = Atomic(0)
    let completed = Atomic(0)
}

/// A thread that sends a bounded number of requests while a reload runs.
///
/// An unbounded number of requests would starve other tests on a slow machine.
private struct Client: Sendable {
    private static let rounds = 4

    let responder: APIResponder
    let reloads: Reloads
    let bodies: [String]
    let worker: Int

    /// Starts the thread; the only element of the stream lists the wrong responses.
    func start() -> AsyncStream<[String]> {
        let (faults, continuation) = AsyncStream.makeStream(of: [String].self)
        Thread.detachNewThread {
            continuation.yield((0..<Self.rounds).flatMap { _ in bodies.compactMap(fault) })
            continuation.finish()
        }
        return faults
    }

    /// Returns a description of the response if it matches no policy in use during the request; otherwise nil.
    private func fault(_ body: String) -> String? {
        let earliest = reloads.completed.load(ordering: .sequentiallyConsistent)
        let answer = ask(body)
        let latest = reloads.begun.load(ordering: .sequentiallyConsistent)
        let number = (earliest...latest).first { answer.text.contains("\"p\($0)\"") }
        if number.map({ answer.trusted == ($0 % 2 == 0) }) == true { return nil }
        return "between \(earliest) and \(latest): \(answer.text)"
    }

    private func ask(_ body: String) -> Answer {
        let head = HTTPRequestHead(
            method: "POST",
            target: "/v1/evaluations",
            path: "/v1/evaluations",
            headers: HTTPHeaders([("Host", "127.0.0.1:8778"), ("Content-Type", "application/json")]),
            peer: .ip("127.0.0.1"),
            worker: worker
        )
        return Answer(responder.admit(head).answer(to: Array(body.utf8)))
    }
}
