import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI
@testable import TrustService

/// Policies that are evaluated beside others.
@Suite struct `A shadow` {
    private let memory: DecisionMemory
    private let clock = SteppingClock()
    private let library = TestLibrary()
    private let api: APIFixture

    private static let document = """
        otherwise: plain
        policies:
          plain: {evaluator: default, anchors: [ROOT], shadow: short}
          alone: {evaluator: default, anchors: [ROOT]}
          short: {evaluator: default, anchors: [ROOT], constraints: {maximumLifetime: 1d}}
          strict: {evaluator: default, anchors: [ROOT], constraints: {maximumLifetime: 1d}, shadow: plain}
          hostless: {evaluator: default, anchors: [ROOT], validateHost: false, shadow: short}
          fetching: {evaluator: default, anchors: [ROOT], shadow: checked}
          checked: {evaluator: revocation, anchors: [ROOT], revocation: {requirePositiveResponse: true, networkAccess: true}}
        """

    init() throws {
        let metrics = Metrics()
        let memory = DecisionMemory(bytes: 16 << 20, workers: 2, then: metrics)
        let (clock, library) = (clock, library)
        self.memory = memory
        api = try APIFixture(
            documents: ["own.yaml": Self.document, "floor.yaml": "policies: {}\notherwise: performDefaultHandling"],
            network: true,
            adjust: { context in
                context.metrics = metrics
                context.decisionMemory = memory
                context.evaluations.library = library
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 2),
                    cache: DecisionCache(entries: 100, bytes: 1 << 20),
                    recorder: memory,
                    stopwatch: { clock.next() }
                )
            }
        )
    }

    /// Evaluates the chain; returns the response and the recorded shadow.
    private func evaluate(
        _ policy: String,
        _ more: [String: Any] = ["host": "api.example.com"]
    ) throws -> (answer: Answer, shadow: ShadowFacts?) {
        let answer = try api.evaluate(["chain": api.chain, "policy": "own/\(policy)"].merging(more) { $1 })
        var reader = memory.reader()
        return (answer, reader.next().first?.decision.facts?.shadow)
    }

    @Test func `is recorded with the verdict that it would give, and does not change the answer`() throws {
        let (answer, shadow) = try evaluate("plain")
        let (alone, none) = try evaluate("alone")
        #expect(none == nil && answer.object["action"] as? String == "allow")
        #expect(shadow?.policy == "short" && shadow?.outcome?.action == .deny && shadow?.outcome?.verdict == .untrusted)
        #expect(shadow?.outcome?.reasons.contains { $0.code == .timeValidityTooLong && $0.severity == .error } == true)
        // The identifier and the name of the policy are the only differences.
        func masked(_ answer: Answer) -> String {
            answer.text.replacing(answer.object["id"] as? String ?? "-", with: "ID").replacing("alone", with: "plain")
        }
        #expect(masked(answer) == masked(alone) && answer.status == alone.status)
        #expect(answer.response.headers.fields == alone.response.headers.fields)
        #expect(!answer.text.contains("short"))
        let (denied, allowing) = try evaluate("strict")
        #expect(denied.object["action"] as? String == "deny" && allowing?.outcome?.action == .allow)
    }

    @Test func `is repeated with a remembered verdict, and counted`() throws {
        let first = try evaluate("plain").shadow
        let again = try evaluate("plain").shadow
        #expect(first != nil && again === first)
        _ = try evaluate("strict")
        let page = api.send("GET", "/metrics").text
        let name = "anchord_shadow_decisions_total"
        #expect(page.contains("\(name){set=\"own\",policy=\"plain\",action=\"allow\",shadow=\"deny\"} 2\n"), "\(page)")
        #expect(page.contains("\(name){set=\"own\",policy=\"strict\",action=\"deny\",shadow=\"allow\"} 1\n"))
        #expect(page.matches(of: /anchord_shadow_decisions_total\{/).count == 2)
    }

    @Test func `is skipped if no time is left, or if it needs a host that is absent`() throws {
        let hostless = try evaluate("hostless", [:])
        #expect(hostless.answer.object["action"] as? String == "allow")
        #expect(hostless.shadow?.policy == "short" && hostless.shadow?.outcome == nil)
        clock.set(step: 1_000_000_000)
        #expect(try evaluate("plain").shadow?.outcome != nil)
        clock.set(step: 0)
        let (answer, shadow) = try evaluate("plain", ["host": "api.example.com", "at": APIFixture.now.description])
        #expect(answer.object["action"] as? String == "allow" && shadow?.policy == "short" && shadow?.outcome == nil)
        #expect(api.send("GET", "/metrics").text.contains("shadow=\"skipped\"} 1\n"))
    }

    @Test func `is made up for when time is left, and the verdict is not made again before`() throws {
        clock.set(step: 1_000_000_000)
        #expect(try evaluate("plain", ["host": "a.example.com"]).shadow?.outcome != nil)
        clock.set(step: 0)
        let skipped = try evaluate("plain").shadow
        #expect(skipped?.lacksTime == true && skipped?.outcome == nil)
        // The remembered verdict, and then the cached response.
        for _ in 0..<5 { #expect(try evaluate("plain").shadow === skipped) }
        clock.set(step: 60_000_000_000)
        let complete = try evaluate("plain")
        #expect(complete.shadow?.outcome?.action == .deny && complete.answer.object["action"] as? String == "allow")
        // That used the time of more than itself.
        clock.set(step: 0)
        #expect(try evaluate("plain", ["host": "b.example.com"]).shadow?.lacksTime == true)
        for _ in 0..<5 { #expect(try evaluate("plain").shadow === complete.shadow) }
    }

    @Test func `that needs a host is not evaluated again`() throws {
        let first = try evaluate("hostless", [:]).shadow
        #expect(first?.outcome == nil && first?.lacksTime == false)
        for _ in 0..<5 { #expect(try evaluate("hostless", [:]).shadow === first) }
    }

    @Test func `has the blocks of the question`() throws {
        let pin = try api.context.chains.chain(in: Array(api.leaf.pem.utf8), pointer: "")[0].facts.publicKeyFingerprint
        try api.block("[{id: lost, match: {spkiSha256: [\"\(pin.pin)\"]}, reason: x}]")
        let (answer, shadow) = try evaluate("strict")
        #expect(answer.object["action"] as? String == "deny")
        #expect(shadow?.outcome?.action == .deny)
        #expect(shadow?.outcome?.reasons.contains { $0.code == .policyBlocked } == true)
    }

    @Test func `fetches and refreshes nothing`() throws {
        library.isRemembered.store(false, ordering: .relaxed)
        let (answer, shadow) = try evaluate("fetching")
        #expect(answer.object["action"] as? String == "allow" && shadow?.outcome?.action == .deny)
        #expect(library.waits.load(ordering: .relaxed) == 0)
        library.response.withLock { $0 = nil }
        #expect(library.refreshed.withLock { $0 }.isEmpty)
    }

    @Test func `is in the record as JSON`() throws {
        let encoder = DecisionEncoder(showsIdentity: { _ in true }, mask: .none)
        _ = try evaluate("plain")
        var reader = memory.reader()
        let decision = try #require(reader.next().first?.decision)
        let text = String(decoding: encoder.members(of: decision.subject).bytes, as: UTF8.self)
        #expect(text.contains(#""shadow":{"policy":"short","verdict":"untrusted","action":"deny","reasons":[{"code":"#))
        clock.set(step: 1_000_000_000)
        _ = try evaluate("plain", ["host": "a.example.com"])
        clock.set(step: 0)
        _ = try evaluate("plain", ["host": "b.example.com"])
        var later = memory.reader()
        let skipped = try #require(later.next().first?.decision)
        let second = String(decoding: encoder.members(of: skipped.subject).bytes, as: UTF8.self)
        #expect(second.contains(#""shadow":{"policy":"short","skipped":true}"#), "\(second)")
    }

    private func problems(_ policies: String) throws -> [String] {
        do {
            _ = try APIFixture(documents: ["own.yaml": policies], like: api)
            return []
        } catch let error as PolicyLoadError {
            return error.problems.map(\.detail)
        }
    }

    @Test func `is another policy of the set, and not part of a circle, a composite or a request`() throws {
        #expect(try problems("policies: {a: {evaluator: default, shadow: b}, b: {evaluator: default}}").isEmpty)
        for (policies, message) in [
            ("{a: {evaluator: default, shadow: a}}", "refers to itself"),
            ("{a: {evaluator: default, shadow: b}, b: {evaluator: default, shadow: a}}", "refers to itself"),
            (
                "{a: {evaluator: default, shadow: b}, b: {evaluator: composite, allOf: [a]}}",
                "refers to itself"
            ),
            ("{a: {evaluator: default, shadow: strickt}, strict: {evaluator: default}}", "did you mean `strict`"),
            ("{a: {evaluator: default, shadow: other/a}}", "unknown policy"),
            ("{a: {evaluator: default, shadow: {evaluator: default}}}", "expected text"),
            (
                "{a: {evaluator: composite, allOf: [{evaluator: default, shadow: b}]}, b: {evaluator: default}}",
                "can have a shadow"
            ),
        ] {
            #expect(try problems("policies: \(policies)").first?.contains(message) == true, "\(policies)")
        }
        let inline = try api.evaluate([
            "chain": api.chain, "host": "api.example.com", "policy": ["evaluator": "default", "shadow": "own/short"],
        ])
        #expect(inline.status == 400 && inline.pointers == ["/policy/shadow"])
    }
}
