import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

extension DecisionFacts {
    /// All facts as text, for comparison.
    fileprivate var line: String {
        let floor = floor.map { "\($0.set ?? "-")/\($0.name ?? "-")" } ?? "-"
        let codes = reasons.map { "\($0.severity.rawValue) \($0.code.name) \($0.depth.map(String.init) ?? "-")" }
        let policy = "\(policy.set ?? "-")/\(policy.name ?? "-") \(policy.rule ?? "-") \(policy.revision ?? "-")"
        return [
            policy, floor, mode.rawValue, "\(host)", chain.map(\.hex).joined(separator: " "), outcome.rawValue,
            action.rawValue, codes.joined(separator: ", "), matchedPin?.pin ?? "-", principal?.value ?? "-",
            validUntil?.description ?? "-",
        ].joined(separator: "|")
    }
}

@Suite struct `The record of a decision` {
    private static let documents = [
        "own.yaml": """
        otherwise: default
        hosts: {"*.example.com": watched}
        policies:
          default: {evaluator: default, anchors: [ROOT]}
          watched: {evaluator: default, anchors: [ROOT], mode: report}
        """,
        "floor.yaml": """
        otherwise: default
        policies: {default: {evaluator: default, anchors: [ROOT]}}
        """,
    ]

    private let list: DecisionList
    private let api: APIFixture

    init() throws {
        let list = DecisionList()
        self.list = list
        api = try APIFixture(
            documents: Self.documents,
            caches: CacheSizes(verdicts: 100),
            floors: "floor",
            adjust: { context in
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 2),
                    cache: DecisionCache(entries: 100, bytes: 1 << 20),
                    recorder: list,
                    stopwatch: { 7 }
                )
                context.clients = ClientDirectory([
                    APIClient(name: "edge", credential: .user(33), rights: []),
                    APIClient(name: "anyone", credential: .anonymous, rights: [.evaluate, .read]),
                ]) { SHA256.fingerprint(of: $0[...]) }
                context.authorization.proxies[UTF8Text("edge")] = TrustedProxy(
                    client: "edge",
                    format: .escapedPEM,
                    policy: PolicyName("own") ?? .system,
                    host: "api.example.com"
                )
            }
        )
    }

    private func members(_ more: [String: Any] = [:]) -> [String: Any] {
        ["chain": api.chain, "host": "api.example.com", "policy": "own"].merging(more) { $1 }
    }

    @Test func `has all facts of the verdict, whether evaluated, remembered or repeated`() throws {
        for members in [members(), members(["chain": api.issuing.certificate.pem]), members(["host": "a..b"])] {
            let answers = try (0..<5).map { _ in try api.evaluate(members) }
            let decisions = list.take()
            #expect(decisions.map(\.source) == [.evaluated, .remembered, .repeated, .repeated, .repeated])
            #expect(decisions.map(\.id.description) == answers.compactMap { $0.object["id"] as? String })
            #expect(Set(decisions.map(\.facts?.line)).count == 1)
            let (facts, answer) = (try #require(decisions.first?.facts), try #require(answers.first).object)
            let policy = try #require(answer["policy"] as? [String: String])
            #expect([facts.policy.set, facts.policy.name] == [policy["set"], policy["name"]])
            #expect([facts.policy.rule, facts.policy.revision] == [policy["rule"], policy["revision"]])
            #expect(facts.floor?.set == (answer["floor"] as? [String: String])?["set"] && facts.floor != nil)
            #expect(facts.mode.rawValue == answer["mode"] as? String)
            #expect(facts.outcome.rawValue == answer["verdict"] as? String)
            #expect(facts.action.rawValue == answer["action"] as? String)
            #expect(facts.reasons.map(\.code.name) == answers[0].reasonCodes)
            let severities = answers[0].reasons.compactMap { $0["severity"] as? String }
            #expect(facts.reasons.map(\.severity.rawValue) == severities)
            #expect(facts.reasons.map(\.depth) == answers[0].reasons.map { $0["depth"] as? Int })
            #expect(facts.validUntil?.description == answer["validUntil"] as? String)
        }
        #expect(list.observedCount == 3)
    }

    @Test func `has the certificates as sent, the host, the client and the time`() throws {
        let twin = try api.issuing.reissued().certificate
        _ = try api.evaluate(members(["chain": api.chain + twin.pem]))
        let decision = try #require(list.take().first)
        let sent = [api.leaf.der, api.issuing.certificate.der, twin.der].map { SHA256.fingerprint(of: $0[...]) }
        #expect(decision.facts?.chain == sent)
        #expect(decision.facts?.host == .name(.dns("api.example.com")))
        #expect(decision.place.share == .connection(0) && decision.nanoseconds == 0)
        #expect(decision.time.instant == APIFixture.now)
    }

    @Test func `is one for each answer in each form, with the same facts`() throws {
        let json = try APIFixture.json(members())
        #expect(api.post("/v1/evaluations", json).status == 200)
        let query = "/v1/evaluations?host=api.example.com&policy=own"
        let pem = [("Content-Type", "application/x-pem-file")]
        #expect(api.send("POST", query, headers: pem, body: Array(api.chain.utf8)).status == 200)
        let text = pem + [("Accept", "text/plain")]
        #expect(api.send("POST", query, headers: text, body: Array(api.chain.utf8)).status == 200)
        #expect(api.post("/v1/evaluations/batch", "[\(json),\(json)]").status == 200)
        let challenge = try APIFixture.json(members(["authenticationMethod": "serverTrust"]))
        #expect(api.post("/v1/challenges", challenge).status == 200)
        let forms = list.take()
        #expect(forms.count == 6 && Set(forms.map(\.facts?.line)).count == 1)
        #expect(Set(forms.map(\.id)).count == 6)
        let escaped = try #require(api.chain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for source in [Decision.Source.evaluated, .remembered, .repeated] {
            let headers = [("X-Client-Cert", escaped)]
            let check = api.send("GET", "/v1/check/edge", headers: headers, peer: .unix(uid: 33, groups: []))
            let decision = try #require(list.take().first)
            #expect(check.response.headers["Anchord-Decision"] == decision.id.description)
            // The deadline of the proxy is part of its question.
            #expect(decision.source == source && decision.place.share == .client("edge"))
            #expect(decision.facts?.line == forms[0].facts?.line)
            #expect(decision.place.route == .check && decision.place.proxy == "edge")
            #expect(decision.place.clients == ["edge", "anyone"] && decision.place.peer == .user(33))
        }
        let routes: [DecisionPlace.Route] = [.evaluations, .evaluations, .evaluations, .batch, .batch, .challenges]
        #expect(forms.map(\.place.route) == routes)
        #expect(Set(forms.map(\.place.peer)) == [.address("127.0.0.1")])
    }

    @Test func `has the trace of its request`() throws {
        let json = Array(try APIFixture.json(members()).utf8)
        let head = HTTPRequestHead(
            method: "POST",
            target: "/v1/evaluations",
            path: "/v1/evaluations",
            headers: ["Content-Type": "application/json", "Host": "localhost"]
        )
        let admission = api.responder.admit(head)
        let traces = ["1", "2", "3", "2"].map { String(repeating: $0, count: 32) }
        for trace in traces {
            _ = admission.answer(to: json, TraceContext("00-\(trace)-00f067aa0ba902b7-01".utf8))
        }
        _ = admission.answer(to: json)
        let decisions = list.take()
        #expect(decisions.map { $0.trace?.description } == traces + [nil])
        #expect(Set(decisions.map { ObjectIdentifier($0.place) }).count == 1)
    }

    @Test func `is absent for a request without a verdict`() throws {
        #expect(try api.evaluate(members(["policy": "absent"])).status == 404)
        #expect(try api.evaluate(members(["chain": "x"])).status != 200)
        #expect(list.take().isEmpty)
    }
}
