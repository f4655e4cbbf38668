import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel

@testable import TrustService

@Suite struct `The sample of the log of decisions` {
    private static let place = DecisionPlace(.evaluations, clients: ["a"], peer: .user(7), share: .client("a"))
    private let ids = DecisionIDSource(workers: 1)

    private func facts(
        _ decision: EvaluatorDecision,
        mode: Verdict.Mode = .enforce
    ) -> DecisionFacts {
        let verdict = Verdict(
            decision,
            policy: PolicyIdentity(set: "own", name: "p", rule: nil, revision: nil),
            mode: mode,
            evaluatedAt: Instant(secondsSince1970: 0),
            reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0), seconds: nil)
        )
        return DecisionFacts(verdict, host: .none, chain: [], counter: 0)
    }

    private func decision(_ subject: DecisionSubject) -> Decision {
        Decision(
            id: ids.next(milliseconds: 1_800_000_000_000, worker: 0),
            time: WallTime(milliseconds: 1_800_000_000_000),
            place: Self.place,
            trace: nil,
            subject: subject,
            source: nil,
            nanoseconds: 0
        )
    }

    private func queue(_ rate: String) throws -> DecisionQueue {
        let sample = try #require(DecisionSample(rate))
        return DecisionQueue(bytes: 1 << 28, onFull: .drop, workers: 2, sample: sample, wake: {})
    }

    @Test(arguments: [
        ("0", "0"), ("1", "1"), ("1.0", "1"), ("0.25", "0.25"), ("0.250000", "0.25"), ("0.000001", "0.000001"),
    ])
    func `is a number from 0 to 1`(text: String, shortest: String) throws {
        #expect(try #require(DecisionSample(text)).text == shortest)
    }

    @Test(arguments: [
        "", ".", "2", "1.1", "1.000001", "0.0000001", "-0", "0.", ".5", "1e-3", "0.1.2", "0,5", "00.5", "+1",
    ])
    func `is no other text`(text: String) { #expect(DecisionSample(text) == nil) }

    @Test func `has a part of the allowed verdicts`() throws {
        let queue = try queue("0.25")
        let allowed = facts(.accepted(.implicitTrust, reasons: []))
        for worker in 0..<20_000 { #expect(queue.record(decision(.verdict(allowed)), worker: worker)) }
        // The standard deviation is 61.
        #expect((4500...5500).contains(queue.accepted) && queue.figures.sampledOut == 20_000 - queue.accepted)
        #expect(queue.figures.dropped == 0)
    }

    @Test(arguments: [("0", 0), ("1", 1000)]) func `has none or all`(rate: String, count: Int) throws {
        let queue = try queue(rate)
        let allowed = facts(.accepted(.implicitTrust, reasons: []))
        for worker in 0..<1000 { #expect(queue.record(decision(.verdict(allowed)), worker: worker)) }
        #expect(queue.accepted == count && queue.figures.sampledOut == 1000 - count)
    }

    @Test func `has each denial, each verdict that only a report mode or an exception allows, and all else`() throws {
        let queue = try queue("0")
        let exception = Finding(.noticeException, message: "x")
        let reported = Finding(.hazardReportOnly, severity: .warning, message: "x")
        let subjects: [DecisionSubject] = [
            .verdict(facts(.refused([]))), .verdict(facts(.refused([]), mode: .report)),
            .verdict(facts(.accepted(.explicitTrust, reasons: [exception]))),
            .verdict(facts(.accepted(.implicitTrust, reasons: [reported]))), .unreadable(code: "noClientCertificate"),
            .signature(SignatureFacts(identity: "a", kind: nil, algorithm: nil, digest: nil, refusal: nil)),
            .challenge(
                ChallengeFacts(host: .none, disposition: .useCredential, reason: "identity", identity: "a")
            ),
        ]
        for subject in subjects {
            for _ in 0..<100 { #expect(queue.record(decision(subject), worker: 0)) }
        }
        #expect(queue.accepted == 700 && queue.figures.sampledOut == 0)
    }

    @Test func `is not the same for clients who know the identifiers`() throws {
        let allowed = facts(.accepted(.implicitTrust, reasons: []))
        let known = (0..<64).map { _ in decision(.verdict(allowed)) }
        let sample = try #require(DecisionSample("0.5"))
        let choices = (0..<8).map { secret in
            known.map { sample.includes($0, secret: UInt64(secret) &* 0x9E37_79B9_7F4A_7C15) }
        }
        #expect(Set(choices).count == 8)
        // The same secret selects the same decisions.
        #expect(known.map { sample.includes($0, secret: 0) } == choices[0])
    }
}
