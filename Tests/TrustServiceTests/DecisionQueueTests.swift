import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel

@testable import TrustService

/// A number that closures on several threads increase.
private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
    func add() { count.add(1, ordering: .releasing) }
}

@Suite struct `The queue of the log of decisions`: Sendable {
    private let place = DecisionPlace(.check, clients: ["a"], peer: .user(7), share: .client("a"))

    private func decision() -> Decision {
        Decision(
            id: DecisionID(milliseconds: 0),
            time: WallTime(milliseconds: 0),
            place: place,
            trace: nil,
            subject: .unreadable(code: "noClientCertificate"),
            source: nil,
            nanoseconds: 0
        )
    }

    private static func facts() -> DecisionFacts {
        let verdict = Verdict(
            .refused([]),
            policy: .inline,
            evaluatedAt: Instant(secondsSince1970: 0),
            reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0), seconds: nil)
        )
        return DecisionFacts(verdict, host: .none, chain: [], counter: 3)
    }

    private func queue(
        _ bytes: Int = 1 << 20,
        onFull: DecisionQueue.Overflow = .drop,
        workers: Int = 4,
        wake: @escaping @Sendable () -> Void = {},
        lost: @escaping @Sendable (DecisionQueue.Figures) -> Void = { _ in }
    ) -> DecisionQueue {
        DecisionQueue(bytes: bytes, onFull: onFull, workers: workers, wake: wake, lost: lost)
    }

    /// Takes the decisions that wait; returns their numbers.
    private func take(_ intake: inout DecisionIntake, from queue: DecisionQueue) -> [UInt64] {
        intake.take()
        var numbers: [UInt64] = []
        while let decision = intake.next() {
            queue.release(bytes: DecisionQueue.leave(decision))
            numbers.append(decision.number)
        }
        return numbers
    }

    @Test func `gives decisions of all workers in the order of their numbers, each once`() {
        let queue = queue()
        var intake = DecisionIntake(of: queue)
        #expect(take(&intake, from: queue) == [] && intake.end == 1 && intake.isEmpty)
        for worker in [3, 1, 1, 0, 2, 7] { #expect(queue.record(decision(), worker: worker)) }
        #expect(take(&intake, from: queue) == Array(1...6) && intake.end == 7 && intake.isEmpty)
        #expect(queue.record(decision(), worker: 0))
        #expect(take(&intake, from: queue) == [7] && queue.figures == DecisionQueue.Figures())
    }

    @Test func `keeps what was taken and not returned`() {
        let queue = queue()
        var intake = DecisionIntake(of: queue)
        for worker in 0..<4 { _ = queue.record(decision(), worker: worker) }
        intake.take()
        #expect(intake.next()?.number == 1)
        for worker in 0..<4 { _ = queue.record(decision(), worker: worker) }
        intake.take()
        #expect((2...8).allSatisfy { intake.next()?.number == $0 } && intake.next() == nil)
    }

    @Test func `charges what decisions share once, until the last one leaves`() {
        let queue = queue()
        var intake = DecisionIntake(of: queue)
        let facts = Self.facts()
        func record() {
            let decision = Decision(
                id: DecisionID(milliseconds: 0),
                time: WallTime(milliseconds: 0),
                place: place,
                trace: nil,
                subject: .verdict(facts),
                source: .repeated,
                nanoseconds: 0
            )
            #expect(queue.record(decision, worker: 0))
        }
        record()
        let first = queue.figures.bytes
        record()
        let second = queue.figures.bytes - first
        #expect(first == second + facts.memory + place.memory)
        #expect(take(&intake, from: queue) == [1, 2] && queue.figures.bytes == 0)
        record()
        #expect(queue.figures.bytes == first)
    }

    @Test func `uses a number for each decision that it drops, by policy`() {
        let losses = Counter()
        let queue = queue(1000, lost: { _ in losses.add() })
        var intake = DecisionIntake(of: queue)
        var accepted = 0
        while queue.figures.dropped == 0 { accepted += queue.record(decision(), worker: 0) ? 1 : 0 }
        #expect(queue.record(decision(), worker: 1) && queue.droppedByCounter == [0: 2])
        #expect(take(&intake, from: queue) == Array(1..<UInt64(accepted)) && intake.end == UInt64(accepted) + 2)
        #expect(queue.accepted == accepted - 1 && losses.value == 2)
    }

    @Test func `uses no number for a decision that it refuses`() {
        let queue = queue(1000, onFull: .refuse)
        var intake = DecisionIntake(of: queue)
        var accepted: UInt64 = 0
        while queue.record(decision(), worker: 0) { accepted += 1 }
        #expect(queue.figures.refused == 1 && queue.figures.dropped == 0 && queue.droppedByCounter.isEmpty)
        #expect(take(&intake, from: queue) == Array(1...accepted) && intake.end == accepted + 1)
        #expect(queue.record(decision(), worker: 0))
    }

    @Test func `wakes its thread once after it fell asleep, and when it is half full`() {
        let wakes = Counter()
        let queue = queue(4000, wake: { wakes.add() })
        _ = queue.record(decision(), worker: 0)
        // A decision waits, so that the thread must not sleep.
        #expect(!queue.fallAsleep() && wakes.value == 0)
        var intake = DecisionIntake(of: queue)
        _ = take(&intake, from: queue)
        #expect(queue.fallAsleep())
        for worker in 0..<3 { _ = queue.record(decision(), worker: worker) }
        #expect(wakes.value == 1)
        while queue.figures.bytes <= 2000 { _ = queue.record(decision(), worker: 0) }
        #expect(wakes.value == 2)
    }

    /// Takes decisions until others have recorded all of theirs; returns their numbers.
    private func takeAll(from queue: DecisionQueue, until isDone: Counter) async -> [UInt64] {
        var intake = DecisionIntake(of: queue)
        var numbers: [UInt64] = []
        var isLast = false
        while !isLast {
            isLast = isDone.value > 0
            numbers += take(&intake, from: queue)
            await Task.yield()
        }
        return numbers
    }

    @Test func `accounts for each number of several threads while it overflows`() async {
        let (queue, isDone) = (queue(4000), Counter())
        async let taking = takeAll(from: queue, until: isDone)
        await withTaskGroup(of: Void.self) { workers in
            for worker in 0..<4 {
                workers.addTask { [self] in
                    for _ in 0..<5000 { _ = queue.record(decision(), worker: worker) }
                }
            }
        }
        isDone.add()
        let (taken, figures) = (await taking, queue.figures)
        #expect(zip(taken, taken.dropFirst()).allSatisfy { $0 < $1 } && taken.last ?? 0 <= 20_000)
        #expect(taken.count + figures.dropped == 20_000 && figures.bytes == 0 && figures.refused == 0)
        #expect(queue.droppedByCounter.values.reduce(0, +) == figures.dropped)
    }
}
