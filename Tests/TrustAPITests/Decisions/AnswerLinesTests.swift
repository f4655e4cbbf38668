import Foundation
import MicrohttpdServer
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI
@testable import TrustService

@Suite struct `The answers in the log of decisions` {
    private let api: APIFixture
    private let log = DecisionQueue(bytes: 1 << 24, onFull: .drop, workers: 1, wake: {})

    init() throws {
        let log = log
        api = try APIFixture(
            documents: ["own.yaml": "otherwise: a\npolicies: {a: {evaluator: default, anchors: [ROOT]}}"],
            caches: CacheSizes(verdicts: 100),
            adjust: { context in
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 1),
                    cache: DecisionCache(entries: 100, bytes: 1 << 20),
                    log: log,
                    answer: { DecisionAnswer(of: $0, sha256: { SHA256.fingerprint(of: $0[...]) }) }
                )
            }
        )
    }

    private func evaluate(_ more: [String: Any] = [:]) throws -> Answer {
        let members: [String: Any] = ["chain": api.chain, "host": "api.example.com", "policy": "own"]
        return try api.evaluate(members.merging(more) { $1 }.filter { !($0.value is NSNull) })
    }

    /// Takes all decisions of the queue.
    private func decisions(_ intake: inout DecisionIntake) -> [Decision] {
        intake.take()
        var found: [Decision] = []
        while let decision = intake.next() { found.append(decision) }
        return found
    }

    /// Encodes decisions; returns the objects of the lines.
    private func objects(_ decisions: [Decision], _ lines: inout DecisionLines) throws -> [[String: Any]] {
        var bytes: [UInt8] = []
        for decision in decisions { lines.append(.decision(decision), to: &bytes) }
        return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            if let defect = StrictJSON.defect(of: Array(line)) { Issue.record("\(defect)") }
            return try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        }
    }

    @Test func `have all of a response that does not depend on the request`() throws {
        var (lines, intake) = (DecisionLines(), DecisionIntake(of: log))
        let at = APIFixture.now.adding(seconds: -3600).description
        for more in [
            [:], ["explain": true], ["host": "other.example.net"], ["chain": api.issuing.certificate.pem],
            ["nonce": "n", "include": ["certificates"]], ["at": at], ["policy": NSNull()],
        ] as [[String: Any]] {
            let answers = try (0..<3).map { _ in try evaluate(more).object }
            // A new file has the answer, although the question may be known.
            var bytes: [UInt8] = []
            lines.append(.run(DecisionRun(version: "1", at: WallTime(milliseconds: 0))), to: &bytes)
            let found = try objects(decisions(&intake), &lines)
            let text = try #require(found.first?["verdict"] as? [String: Any])
            #expect(found.count == 4)
            for (decision, answer) in zip(found.dropFirst(), answers) {
                #expect(decision["answer"] as? String == found[0]["answer"] as? String)
                #expect(decision["id"] as? String == answer["id"] as? String)
                #expect(decision["evaluatedAt"] as? String == answer["evaluatedAt"] as? String)
                #expect(decision["result"] as? String == answer["result"] as? String)
                var expected = answer
                for name in ["id", "evaluatedAt", "nonce", "matchedKey"] { expected[name] = nil }
                expected["path"] = (answer["path"] as? [[String: Any]])?.map { element in
                    element.filter { $0.key != "pem" }
                }
                #expect(NSDictionary(dictionary: text) == NSDictionary(dictionary: expected))
            }
        }
    }

    @Test func `have the digest of their text`() throws {
        var (lines, intake, bytes) = (DecisionLines(), DecisionIntake(of: log), [UInt8]())
        _ = try evaluate()
        for decision in decisions(&intake) { lines.append(.decision(decision), to: &bytes) }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let (start, middle) = (#"{"answer":""#, #"","verdict":"#)
        #expect(line.hasPrefix(start) && line.hasSuffix("}"))
        let digest = line.dropFirst(start.count).prefix(64)
        let text = line.dropFirst(start.count + 64 + middle.count).dropLast()
        #expect(SHA256.fingerprint(of: Array(text.utf8)[...]).hex == digest)
    }

    @Test func `are once in each file, before the first decision that refers to them`() throws {
        var (lines, intake, bytes) = (DecisionLines(), DecisionIntake(of: log), [UInt8]())
        for _ in 0..<3 { _ = try evaluate() }
        let decisions = decisions(&intake)
        let run = DecisionLine.run(DecisionRun(version: "1", at: WallTime(milliseconds: 0)))
        for _ in 0..<2 {
            lines.append(run, to: &bytes)
            for decision in decisions + decisions { lines.append(.decision(decision), to: &bytes) }
        }
        let kinds = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0.prefix(5), as: UTF8.self) }
        let file = ["{\"run", "{\"ans"] + Array(repeating: "{\"num", count: 6)
        #expect(kinds == file + file && lines.omittedAnswers == 0)
    }

    // MARK: Limits

    private static let chain = Fingerprint([UInt8](repeating: 7, count: 32)).map { [$0] } ?? []

    /// Returns a decision whose answer has a length and a digest of its own.
    private func decision(
        _ number: Int,
        action: Verdict.Action = .deny,
        bytes: Int? = 32 << 10,
        policy: PolicyIdentity = PolicyIdentity(set: "own", name: "a", rule: nil, revision: nil),
        by client: String = "a",
        seconds: UInt64 = 0
    ) throws -> Decision {
        let verdict = Verdict(
            action == .allow ? .accepted(.implicitTrust, reasons: []) : .refused([]),
            policy: policy,
            evaluatedAt: Instant(secondsSince1970: 0),
            reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0), seconds: nil)
        )
        let digest = (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 7))) }
        let fingerprint = try #require(Fingerprint(digest))
        let answer = bytes.map { count in
            DecisionAnswer(Array("{\"verdict\":\"\(String(repeating: "x", count: count))\"}".utf8), digest: fingerprint)
        }
        let facts = DecisionFacts(verdict, host: .none, chain: Self.chain, counter: 0, answer: answer)
        #expect(facts.action == action)
        return Decision(
            id: DecisionID(milliseconds: 0),
            time: WallTime(milliseconds: 1_800_000_000_000 + seconds * 1000),
            place: DecisionPlace(.evaluations, clients: [client], peer: .user(7), share: .client(client)),
            trace: nil,
            subject: .verdict(facts),
            source: .evaluated,
            nanoseconds: 0
        )
    }

    /// Returns whether each decision has the text of its answer.
    private func stored(_ decisions: [Decision], _ lines: inout DecisionLines) throws -> [Bool] {
        try objects(decisions, &lines).filter { $0["number"] != nil }.map { $0["answer"] as? String != "omitted" }
    }

    @Test func `of denials are limited for each client, and for all`() throws {
        var lines = DecisionLines()
        // One client has 1.25 MiB at once, and 128 KiB each second.
        let flood = try stored(try (0..<100).map { try decision($0) }, &lines)
        #expect(flood.count { $0 } == 39 && lines.omittedAnswers == 61)
        #expect(try stored([decision(200, by: "b")], &lines) == [true])
        let later = try stored(try (300..<400).map { try decision($0, seconds: 1) }, &lines)
        #expect((3...4).contains(later.count { $0 }))
        // Many clients have twice as much.
        let others = try stored(try (400..<500).map { try decision($0, by: "c\($0)", seconds: 1) }, &lines)
        #expect((35...45).contains(others.count { $0 }))
        let rested = try stored(try (500..<600).map { try decision($0, seconds: 100) }, &lines)
        #expect(rested.count { $0 } == 39)
    }

    @Test func `that were stored need no bytes of the limit again`() throws {
        var lines = DecisionLines()
        let known = try decision(1000)
        #expect(try stored([known], &lines) == [true])
        _ = try stored(try (0..<100).map { try decision($0) }, &lines)
        #expect(try stored([known, decision(1001)], &lines) == [true, false])
    }

    @Test func `of trusted chains have a limit of their own, except under policies of clients`() throws {
        var lines = DecisionLines()
        let allowed = try (0..<1000).map { try decision($0, action: .allow) }
        #expect(try stored(allowed[..<100].map(\.self), &lines).allSatisfy(\.self))
        #expect(try stored(allowed, &lines).count { $0 } < 700)
        #expect(try stored([decision(1100, action: .allow, by: "b"), decision(1101)], &lines) == [true, true])
        lines = DecisionLines()
        let inline = try stored(try (200..<300).map { try decision($0, action: .allow, policy: .inline) }, &lines)
        #expect(inline.count { $0 } == 39)
    }

    @Test func `do not return sooner if the clock is set back, or if decisions end out of order`() throws {
        var lines = DecisionLines()
        _ = try stored(try (0..<100).map { try decision($0, seconds: 1000) }, &lines)
        #expect(try stored(try (100..<200).map { try decision($0) }, &lines) == Array(repeating: false, count: 100))
        let mixed = try (200..<300).map { try decision($0, seconds: $0.isMultiple(of: 2) ? 995 : 1000) }
        #expect(try stored(mixed, &lines) == Array(repeating: false, count: 100))
    }

    @Test func `are omitted if they are too long`() throws {
        func answer(_ length: Int) -> DecisionAnswer? {
            let verdict = Verdict(
                .refused(
                    (0..<20).map { _ in Finding(ReasonCode.all[0], message: String(repeating: "x", count: length)) }
                ),
                policy: .inline,
                evaluatedAt: Instant(secondsSince1970: 0),
                reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0), seconds: nil)
            )
            return DecisionAnswer(of: verdict) { SHA256.fingerprint(of: $0[...]) }
        }
        #expect(answer(2500) != nil && answer(4000) == nil)
        var lines = DecisionLines()
        #expect(try stored([decision(1, bytes: nil)], &lines) == [false] && lines.omittedAnswers == 1)
    }

    @Test func `of many clients share what is left`() throws {
        var budget = TextBudget(rate: 256 << 10)
        func spend(_ count: Int, _ user: Int, at time: UInt64) -> Bool {
            budget.spend(count, for: .user(UInt32(user)), at: time)
        }
        for user in 0..<5000 { _ = spend(1, user, at: 0) }
        // The last clients share half.
        #expect(spend(1 << 20, 5000, at: 0) && !spend(1 << 20, 5001, at: 0))
        // Clients that used nothing for a while give their place to others.
        #expect(spend(1 << 20, 5001, at: 60_000))
    }
}
