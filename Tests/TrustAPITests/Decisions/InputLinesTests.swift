import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI
@testable import TrustService

@Suite struct `The inputs in the log of decisions` {
    private let api: APIFixture
    private let queue = DecisionQueue(bytes: 1 << 26, onFull: .drop, workers: 1, wake: {})
    private let log: TestLog

    init() throws {
        let queue = queue
        log = try TestLog("Alpha", operator: "Alpha")
        api = try APIFixture(
            documents: ["own.yaml": "otherwise: a\npolicies: {a: {evaluator: revocation, anchors: [ROOT]}}"],
            caches: CacheSizes(verdicts: 100),
            logList: TestLog.list([log]),
            adjust: { context in
                let sha256: @Sendable ([UInt8]) -> Fingerprint = { SHA256.fingerprint(of: $0[...]) }
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 1),
                    cache: DecisionCache(entries: 100, bytes: 1 << 24),
                    log: queue,
                    answer: { DecisionAnswer(of: $0, sha256: sha256) },
                    inputs: { DecisionInputs($0, under: $1, sha256: sha256) }
                )
            }
        )
    }

    private func members(_ more: [String: Any] = [:]) -> [String: Any] {
        ["chain": api.chain, "host": "api.example.com", "policy": "own"].merging(more) { $1 }
    }

    private func decisions(_ intake: inout DecisionIntake) -> [Decision] {
        intake.take()
        var found: [Decision] = []
        while let decision = intake.next() { found.append(decision) }
        return found
    }

    /// Encodes decisions; returns the lines as text and as objects.
    private func lines(
        _ decisions: [Decision],
        _ encoder: inout DecisionLines
    ) throws -> [(text: String, object: [String: Any])] {
        var bytes: [UInt8] = []
        for decision in decisions { encoder.append(.decision(decision), to: &bytes) }
        return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            if let defect = StrictJSON.defect(of: Array(line)) { Issue.record("\(defect)") }
            let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            return (String(decoding: line, as: UTF8.self), try #require(object))
        }
    }

    /// Returns the request for a question, from the lines of a file alone.
    private func request(_ question: [String: Any], _ lines: [[String: Any]]) throws -> [String: Any] {
        func part(_ kind: String, _ digest: String) throws -> String {
            try #require(lines.first { $0[kind] as? String == digest && $0["der"] != nil }?["der"] as? String)
        }
        var request: [String: Any] = [:]
        request["chain"] = try (question["chain"] as? [String] ?? []).map { try part("certificate", $0) }
        for (name, kind) in [("ocsp", "ocsp"), ("crls", "crl")] {
            request[name] = try (question[name] as? [String])?.map { try part(kind, $0) }
        }
        for name in ["host", "at", "explain", "scts", "policy"] { request[name] = question[name] }
        if let digest = question["inline"] as? String {
            request["policy"] = lines.first { $0["policy"] as? String == digest && $0["document"] != nil }?["document"]
        }
        return request
    }

    @Test func `suffice to ask the same question again`() throws {
        var (encoder, intake) = (DecisionLines(.inputs), DecisionIntake(of: queue))
        let timestamp = try log.timestamp(for: api.leaf, at: TestInstant.reference.adding(days: -30))
        let response = try api.issuing.ocspResponse(for: api.leaf, status: .good).der
        let inline: [String: Any] = ["evaluator": "default", "anchors": [api.root.certificate.pem]]
        for more in [
            [:], ["explain": true], ["host": "other.example.net"], ["chain": api.issuing.certificate.pem],
            ["at": APIFixture.now.adding(seconds: -3600).description], ["policy": "own/a"], ["policy": inline],
            ["ocsp": TestPEM.base64(response)], ["crls": try api.issuing.revocationList(revoking: [api.leaf]).pem],
            ["scts": [TestPEM.base64(timestamp)]], ["policy": NSNull()],
        ] as [[String: Any]] {
            let first = try api.evaluate(members(more).filter { !($0.value is NSNull) })
            let decided = try #require(decisions(&intake).first)
            #expect(decided.source == .evaluated)
            // A new file has all that the decision refers to.
            var bytes: [UInt8] = []
            encoder.append(.run(DecisionRun(version: "1", at: WallTime(milliseconds: 0))), to: &bytes)
            let lines = try lines([decided], &encoder)
            let reference = try #require(lines.last?.object["inputs"] as? String)
            let found = try #require(lines.first { $0.object["inputs"] as? String == reference })
            let question = try #require(found.object["question"] as? [String: Any])
            #expect(question["unrecorded"] == nil)
            let again = try api.evaluate(try request(question, lines.map(\.object)))
            #expect(again.object["verdict"] as? String == first.object["verdict"] as? String)
            // The verdict is remembered by everything that determines it.
            #expect(decisions(&intake).first?.source == .remembered, "\(more.keys)")
        }
    }

    @Test func `have the digests of their texts`() throws {
        var (encoder, intake) = (DecisionLines(.inputs), DecisionIntake(of: queue))
        _ = try api.evaluate(members(["policy": ["evaluator": "default", "anchors": [api.root.certificate.pem]]]))
        for line in try lines(decisions(&intake), &encoder) {
            if let der = line.object["der"] as? String, let digest = line.object["certificate"] as? String {
                let bytes = try #require(Data(base64Encoded: der))
                #expect(SHA256.fingerprint(of: Array(bytes)[...]).hex == digest)
            }
            for (name, value) in [("inputs", "question"), ("policy", "document"), ("answer", "verdict")] {
                guard line.object[value] is [String: Any], let digest = line.object[name] as? String else { continue }
                let start = "{\"\(name)\":\"\(digest)\",\"\(value)\":"
                #expect(line.text.hasPrefix(start))
                let text = Array(line.text.dropFirst(start.count).dropLast().utf8)
                #expect(SHA256.fingerprint(of: text[...]).hex == digest)
            }
        }
    }

    @Test func `are stored once in each file, also if different questions share them`() throws {
        var (encoder, intake, bytes) = (DecisionLines(.inputs), DecisionIntake(of: queue), [UInt8]())
        for host in ["api.example.com", "api.example.com", "b.example.com"] {
            _ = try api.evaluate(members(["host": host]))
        }
        let decisions = decisions(&intake)
        #expect(decisions.count == 3)
        for _ in 0..<2 {
            encoder.append(.run(DecisionRun(version: "1", at: WallTime(milliseconds: 0))), to: &bytes)
            let kinds = try lines(decisions + decisions, &encoder).map { String($0.text.prefix(9)) }
            let first = ["{\"answer\"", "{\"certifi", "{\"certifi", "{\"inputs\"", "{\"number\"", "{\"number\""]
            let second = ["{\"answer\"", "{\"inputs\"", "{\"number\""]
            #expect(kinds == first + second + ["{\"number\"", "{\"number\"", "{\"number\""])
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""record":"inputs""#) && encoder.omittedInputs == 0)
    }

    @Test func `are not in a log of verdicts`() throws {
        var (encoder, intake) = (DecisionLines(), DecisionIntake(of: queue))
        _ = try api.evaluate(members())
        let lines = try lines(decisions(&intake), &encoder)
        #expect(lines.count == 2 && lines.allSatisfy { $0.object["inputs"] == nil && $0.object["der"] == nil })
    }

    @Test func `count evidence that is too long`() throws {
        var (encoder, intake) = (DecisionLines(.inputs), DecisionIntake(of: queue))
        let long = try api.issuing.revocationList(revoking: (0..<3000).map { _ in api.leaf })
        let list = long.pem
        #expect(list.utf8.count > DecisionInputs.maximumPart * 4 / 3)
        _ = try api.evaluate(members(["crls": list]))
        let lines = try lines(decisions(&intake), &encoder)
        let question = lines.compactMap { $0.object["question"] as? [String: Any] }.first
        #expect(question?["unrecorded"] as? Int == 1 && question?["crls"] == nil)
        #expect(lines.allSatisfy { $0.object["crl"] == nil } && encoder.omittedInputs == 0)
    }

    @Test func `of many denials are omitted, and those of other clients are not`() throws {
        var encoder = DecisionLines(.inputs)
        func decision(_ number: Int, by client: String) throws -> Decision {
            let digest = (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 7))) }
            let fingerprint = try #require(Fingerprint(digest))
            let part = DecisionInputs.Part(.certificate, [UInt8](repeating: 0x30, count: 32 << 10), digest: fingerprint)
            let inputs = DecisionInputs(Array("{\"chain\":[\"\(number)\"]}".utf8), digest: fingerprint, parts: [part])
            let verdict = Verdict(
                .refused([]),
                policy: PolicyIdentity(set: "own", name: "a", rule: nil, revision: nil),
                evaluatedAt: Instant(secondsSince1970: 0),
                reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0), seconds: nil)
            )
            let facts = DecisionFacts(verdict, host: .none, chain: [], counter: 0, inputs: inputs)
            return Decision(
                id: DecisionID(milliseconds: 0),
                time: WallTime(milliseconds: 1_800_000_000_000),
                place: DecisionPlace(.evaluations, clients: [client], peer: .user(7), share: .client(client)),
                trace: nil,
                subject: .verdict(facts),
                source: .evaluated,
                nanoseconds: 0
            )
        }
        func stored(_ decisions: [Decision]) throws -> Int {
            try lines(decisions, &encoder).count {
                $0.object["number"] != nil && $0.object["inputs"] as? String != "omitted"
            }
        }
        #expect(try stored(try (0..<100).map { try decision($0, by: "flood") }) == 29)
        #expect(encoder.omittedInputs == 71)
        #expect(try stored(try (100..<110).map { try decision($0, by: "other") }) == 10)
    }

    @Test func `are nil if the policy is too long`() throws {
        let chain = try api.context.chains.chain(in: Array(api.chain.utf8), pointer: "")
        func inputs(_ length: Int) -> DecisionInputs? {
            let question = TrustQuestion(chain: chain, host: .none, instant: Instant(secondsSince1970: 0))
            let policy = DocumentNode(.string(String(repeating: "x", count: length)))
            return DecisionInputs(question, under: .inline(policy)) { SHA256.fingerprint(of: $0[...]) }
        }
        #expect(inputs(65_000) != nil && inputs(66_000) == nil)
    }
}
