import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustAPI
import TrustTestSupport

/// Threads ask while policies are read anew; each policy says in its name how often they were.
@Suite struct `Answers while policies are read anew` {
    private static let sizes = [
        CacheSizes(), CacheSizes(verdicts: 1000, certificates: 100, signatures: 100),
        CacheSizes(verdicts: 3, certificates: 2, signatures: 1),
    ]

    private static let reloads = 12

    /// Trusts a host that the leaf is not for where the number is even.
    private static func document(_ number: Int) -> String {
        "otherwise: p\(number)\npolicies:\n  p\(number):\n    evaluator: \(number % 2 == 0 ? "disabled" : "default")\n"
    }

    @Test(arguments: sizes) func `are under the policies in use, whichever thread asks`(sizes: CacheSizes) async throws
    {
        let api = try APIFixture(documents: ["changing.yaml": Self.document(0)], caches: sizes)
        let progress = Progress()
        let bodies = try ["www.example.com", "other.example.com", "third.example.com"].map {
            try APIFixture.json(["chain": api.chain, "host": $0, "policy": "changing"])
        }
        let faults = (0..<4).map { worker in
            let asking = Asking(responder: api.responder, progress: progress, bodies: bodies, worker: worker)
            return asking.onThread()
        }
        for number in 1...Self.reloads {
            progress.isUnderWay.store(number, ordering: .sequentiallyConsistent)
            try api.write(Self.document(number), to: "changing.yaml")
            progress.isDone.store(number, ordering: .sequentiallyConsistent)
            // Everything is asked a few times under each, unless something is wrong already.
            guard await progress.goesOn(by: 48) else { break }
        }
        progress.isOver.store(true, ordering: .sequentiallyConsistent)
        #expect(progress.isDone.load(ordering: .sequentiallyConsistent) == Self.reloads)
        for found in faults { #expect(await found.first { _ in true } == []) }
        if sizes.verdicts > 0 {
            #expect(try ReportedFigures(of: "verdicts", api).hits > 0)
            #expect(try ReportedFigures(of: "verdicts", api).misses >= Self.reloads)
        }
    }
}

/// Which policies are in use, from before they are read until after, and how often somebody was answered.
private final class Progress: Sendable {
    let isUnderWay = Atomic(0)
    let isDone = Atomic(0)
    let answers = Atomic(0)
    let isOver = Atomic(false)

    /// Waits for so many answers more; false where they do not come in two minutes.
    func goesOn(by count: Int) async -> Bool {
        let enough = answers.load(ordering: .relaxed) + count
        for _ in 0..<24000 {
            if answers.load(ordering: .relaxed) >= enough { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}

/// A thread that asks until it is told to end.
private struct Asking: Sendable {
    let responder: APIResponder
    let progress: Progress
    let bodies: [String]
    let worker: Int

    /// What was wrong, told at the end.
    func onThread() -> AsyncStream<[String]> {
        let (faults, continuation) = AsyncStream.makeStream(of: [String].self)
        Thread.detachNewThread {
            continuation.yield(run())
            continuation.finish()
        }
        return faults
    }

    private func run() -> [String] {
        var faults: [String] = []
        while !progress.isOver.load(ordering: .sequentiallyConsistent), faults.isEmpty {
            for body in bodies {
                let earliest = progress.isDone.load(ordering: .sequentiallyConsistent)
                let answer = ask(body)
                let latest = progress.isUnderWay.load(ordering: .sequentiallyConsistent)
                let number = (earliest...latest).first { answer.text.contains("\"p\($0)\"") }
                if number.map({ answer.trusted == ($0 % 2 == 0) }) != true {
                    faults.append("between \(earliest) and \(latest): \(answer.text)")
                }
                progress.answers.add(1, ordering: .relaxed)
            }
        }
        return faults
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
