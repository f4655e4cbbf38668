import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel

@testable import TrustService

/// Counts what is forwarded.
private final class ForwardedCalls: DecisionRecorder {
    let decisions = Atomic(0)
    let verdicts = Atomic(0)

    func observe(_ verdict: Verdict) { verdicts.add(1, ordering: .relaxed) }
    func counter(of policy: PolicyIdentity) -> Int { 7 }
    func record(_ decision: Decision, worker: Int) { decisions.add(1, ordering: .relaxed) }
}

@Suite struct `The memory of decisions`: Sendable {
    private static let place = place("client")
    private static let verdict = verdict(reasons: 0)
    private let ids = DecisionIDSource(workers: 16)
    private let calls = ForwardedCalls()

    private static func place(_ client: String) -> DecisionPlace {
        DecisionPlace(.evaluations, clients: [client], peer: .address("192.0.2.1"), share: .connection(1))
    }

    private static func verdict(reasons: Int) -> Verdict {
        let finding = Finding(ReasonCode.all[0], message: "x")
        return Verdict(
            .refused(Array(repeating: finding, count: reasons)),
            policy: PolicyIdentity(set: "own", name: "p", rule: nil, revision: nil),
            evaluatedAt: Instant(secondsSince1970: 0),
            reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0), seconds: nil)
        )
    }

    private static let digest = Fingerprint([UInt8](repeating: 1, count: 32))
    private static let chain = [digest].compactMap(\.self)
    private static let longChain = Array(repeating: digest, count: 4096).compactMap(\.self)

    private static func facts(
        _ verdict: Verdict = verdict,
        host: String = "a",
        chain: [Fingerprint] = chain
    ) -> DecisionFacts {
        DecisionFacts(verdict, host: .name(.dns(host)), chain: chain, counter: 0)
    }

    private func decision(
        _ subject: DecisionSubject,
        at place: DecisionPlace = place,
        milliseconds: UInt64 = 0
    ) -> Decision {
        Decision(
            id: ids.next(milliseconds: milliseconds, worker: 0),
            time: WallTime(milliseconds: milliseconds),
            place: place,
            trace: nil,
            subject: subject,
            source: nil,
            nanoseconds: 0
        )
    }

    private func memory(_ bytes: Int, workers: Int = 1) -> DecisionMemory {
        DecisionMemory(bytes: bytes, workers: workers, then: calls)
    }

    /// Returns all decisions with their numbers, the newest first.
    private func all(in memory: DecisionMemory, before number: UInt64? = nil) -> [DecisionReader.Numbered] {
        var reader = memory.reader(before: number)
        var found: [DecisionReader.Numbered] = []
        while case let part = reader.next(), !part.isEmpty { found += part }
        return found
    }

    @Test func `has each decision as soon as it is recorded, by any worker`() async {
        let memory = memory(64 << 20, workers: 16)
        let facts = Self.facts()
        for worker in [0, 1, 15, 16, 1_000_003] {
            let decision = decision(.verdict(facts))
            memory.record(decision, worker: worker)
            #expect(await memory.decision(decision.id)?.id == decision.id)
            #expect(all(in: memory).first?.decision.id == decision.id)
        }
        #expect(await memory.decision(ids.next(milliseconds: 0, worker: 1)) == nil)
        #expect(calls.decisions.load(ordering: .relaxed) == 5)
    }

    @Test func `forwards decisions and verdicts`() {
        let memory = memory(1 << 20)
        memory.observe(Self.verdict)
        memory.record(decision(.unreadable(code: "noClientCertificate")), worker: 3)
        #expect(calls.decisions.load(ordering: .relaxed) == 1 && calls.verdicts.load(ordering: .relaxed) == 1)
        #expect(memory.counter(of: .inline) == 7)
    }

    /// The kinds of decisions with which a client can fill the memory.
    private enum Load: CaseIterable {
        case repeated, ownPlaces, manyReasons, longChains, longHosts, signatures, challenges, unreadable
    }

    private func decision(_ load: Load, _ number: Int) -> Decision {
        let long = String(repeating: "a", count: 5000 + number % 7)
        return switch load {
        case .repeated: decision(.verdict(Self.sharedFacts))
        case .ownPlaces: decision(.verdict(Self.sharedFacts), at: Self.place("client"))
        case .manyReasons: decision(.verdict(Self.facts(Self.manyReasons)))
        case .longChains: decision(.verdict(Self.facts(chain: Self.longChain)))
        case .longHosts: decision(.verdict(Self.facts(host: long)))
        case .signatures:
            decision(
                .signature(
                    SignatureFacts(identity: long, kind: long, algorithm: nil, digest: long, refusal: "invalidRequest")
                )
            )
        case .challenges:
            decision(
                .challenge(
                    ChallengeFacts(
                        host: .invalid(text: long, HostNameError(long)),
                        disposition: .performDefaultHandling,
                        reason: "otherMethod",
                        identity: long
                    )
                )
            )
        case .unreadable: decision(.unreadable(code: "noClientCertificate"))
        }
    }

    private static let sharedFacts = facts()
    private static let manyReasons = verdict(reasons: 1000)

    @Test func `is bounded in bytes for every kind of decision, after every other kind`() async {
        let limit = 1 << 19
        for first in Load.allCases {
            for second in Load.allCases {
                let memory = memory(limit)
                var last: Decision?
                for (load, count) in [(first, 1250), (second, 200)] {
                    for number in 0..<count {
                        let decision = decision(load, number)
                        memory.record(decision, worker: number)
                        last = decision
                        guard memory.bytes <= limit else {
                            Issue.record("\(first), \(second): \(memory.bytes) bytes")
                            return
                        }
                    }
                }
                #expect(all(in: memory).first?.decision.id == last?.id, "\(first), \(second)")
                // At least half of the memory has decisions, and not free slots.
                let subjects = all(in: memory).reduce(0) { $0 + size($1.decision) }
                #expect(memory.bytes < limit * 3 / 4 || subjects > limit / 4, "\(first), \(second)")
            }
        }
    }

    private func size(_ decision: Decision) -> Int {
        let subject =
            switch decision.subject {
            case .verdict(let facts): facts.memory
            case .challenge(let facts): facts.memory
            case .signature(let facts): facts.memory
            case .unreadable: 0
            }
        return subject + MemoryLayout<DecisionRing.Entry?>.stride
    }

    @Test func `charges the facts of repeated responses once, so that thousands fit into a mebibyte`() {
        let memory = memory(1 << 20)
        for _ in 0..<20_000 { memory.record(decision(.verdict(Self.sharedFacts)), worker: 0) }
        #expect(all(in: memory).count > 8000)
    }

    @Test func `returns the last questions with their decisions, and counts those without`() async {
        let memory = memory(4 << 20, workers: 2)
        let part = DecisionInputs.Part(.certificate, [1], digest: Self.chain[0])
        let inputs = DecisionInputs([], digest: Self.chain[0], parts: [part])
        func facts(_ host: String, _ inputs: DecisionInputs?) -> DecisionFacts {
            DecisionFacts(Self.verdict, host: .name(.dns(host)), chain: [], counter: 0, inputs: inputs)
        }
        let (known, unknown, other) = (facts("a", inputs), facts("a", nil), facts("b", inputs))
        for (number, facts) in [known, other, unknown, known, other].enumerated() {
            memory.record(decision(.verdict(facts)), worker: number)
        }
        memory.record(decision(.unreadable(code: "noClientCertificate")), worker: 0)
        func found(_ limit: Int) async -> [Int] {
            let found = await memory.lastQuestions(ofAtMost: limit) { $0.host == .name(.dns("a")) }
            #expect(found.decisions.allSatisfy { $0.inputs === inputs && $0.facts === known })
            return [found.decisions.count, found.withoutInputs]
        }
        #expect(await found(100) == [2, 1])
        #expect(await found(2) == [1, 1])
        #expect(await found(1) == [1, 0])
    }

    @Test func `charges inputs to the facts that have them`() {
        let memory = memory(1 << 20)
        let part = DecisionInputs.Part(.certificate, [UInt8](repeating: 0, count: 4096), digest: Self.chain[0])
        for number in 0..<1000 {
            let inputs = DecisionInputs([], digest: Self.chain[0], parts: [part])
            let facts = DecisionFacts(Self.verdict, host: .none, chain: [], counter: 0, inputs: inputs)
            memory.record(decision(.verdict(facts)), worker: number)
            #expect(memory.bytes <= 1 << 20)
        }
        #expect((150..<250).contains(all(in: memory).count))
    }

    @Test func `destroys the decisions that it removes`() {
        let memory = memory(1 << 20)
        weak var removed: DecisionPlace?
        do {
            let place = Self.place("first")
            removed = place
            memory.record(decision(.verdict(Self.sharedFacts), at: place), worker: 0)
        }
        #expect(removed != nil)
        for _ in 0..<20_000 { memory.record(decision(.verdict(Self.sharedFacts)), worker: 0) }
        #expect(removed == nil)
    }

    @Test func `finds each decision that it has, and none that it has removed`() async {
        let memory = memory(2 << 20, workers: 2)
        let decisions = (0..<40_000).map { _ in decision(.verdict(Self.sharedFacts)) }
        for (number, decision) in decisions.enumerated() { memory.record(decision, worker: number) }
        let kept = Set(all(in: memory).map(\.decision.id))
        #expect(kept.count > 4000 && kept.count < decisions.count)
        let oldest = decisions.count - kept.count
        for (number, decision) in decisions.enumerated() where number % 1999 == 0 || abs(oldest - number) < 3 {
            #expect(await (memory.decision(decision.id) != nil) == kept.contains(decision.id))
        }
    }

    @Test func `reads the newest first, and continues before a number`() {
        let memory = memory(64 << 20, workers: 4)
        // The workers have very different numbers of decisions.
        let decisions = (0..<3000).map { _ in decision(.verdict(Self.sharedFacts)) }
        for (number, decision) in decisions.enumerated() {
            memory.record(decision, worker: number % 100 == 0 ? 1 : number < 1000 ? 2 : 0)
        }
        let found = all(in: memory)
        #expect(found.map(\.decision.id) == decisions.reversed().map(\.id))
        #expect(found.map(\.number) == (1...3000).reversed())
        for number in [UInt64(1), 2, 999, 2999, 3000, 3001, .max] {
            #expect(all(in: memory, before: number).map(\.number) == (1..<min(number, 3001)).reversed().map(\.self))
        }
        #expect(all(in: memory, before: 0).isEmpty)
    }

    @Test func `has no gap for a reader while workers write`() async {
        let memory = memory(1 << 30, workers: 4)
        let decisions = (0..<4).map { _ in (0..<5000).map { _ in decision(.verdict(Self.sharedFacts)) } }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for decision in decisions[worker] { memory.record(decision, worker: worker) }
                }
            }
            group.addTask {
                while calls.decisions.load(ordering: .relaxed) < 20_000 {
                    let numbers = all(in: memory).map(\.number)
                    #expect(numbers == (1...max(1, UInt64(numbers.count))).reversed().suffix(numbers.count))
                    await Task.yield()
                }
            }
        }
        #expect(all(in: memory).count == 20_000)
    }

    @Test func `knows from which time on it has all decisions`() {
        let memory = memory(2 << 20, workers: 2)
        var times: [DecisionID: UInt64] = [:]
        func record(_ number: Int, worker: Int) {
            let decision = decision(.verdict(Self.sharedFacts), milliseconds: UInt64(number))
            times[decision.id] = UInt64(number)
            memory.record(decision, worker: worker)
        }
        for number in 0..<100 { record(number, worker: 1) }
        #expect(memory.completeAfter == nil)
        for number in 100..<20_000 { record(number, worker: 0) }
        let end = memory.completeAfter?.milliseconds ?? 0
        let kept = Set(all(in: memory).map(\.decision.id))
        // The decisions of the other worker are older, and still there.
        #expect(kept.contains { times[$0] == 0 } && end > 100)
        #expect(times.allSatisfy { $0.value <= end || kept.contains($0.key) })
    }
}
