import Dispatch
import Foundation
import MicrohttpdServer
import StructuredDocuments
import Synchronization
import Testing
import TrustOpenSSL
import TrustPolicies

@testable import TrustAPI

/// Verdicts that a completion provides later, from another thread.
@Suite struct `A later verdict` {
    /// The number of waits before the verdict is final.
    private static let rounds = 2
    /// The time that the rounds after the first one claim to have taken.
    private static let roundsTook = Duration.seconds(3)

    private let waits = Waits()
    private let later: APIFixture
    private let now: APIFixture

    private final class Waits: Sendable {
        let count = Atomic(0)

        /// Waits for a number of rounds, each resumed by another thread, and returns the first result.
        func complete(
            _ first: EvaluationRound,
            _ waiting: any HTTPWaiting
        ) async throws(HTTPFailure) -> EvaluationService.Outcome {
            for _ in 0..<`A later verdict`.rounds {
                count.add(1, ordering: .relaxed)
                try await waiting.wait(HTTPWait()) {
                    await withCheckedContinuation { continuation in
                        DispatchQueue.global().async { continuation.resume() }
                    }
                }
            }
            return .success((first.evaluated, `A later verdict`.roundsTook))
        }
    }

    init() throws {
        let sizes = CacheSizes(verdicts: 16)
        now = try APIFixture(caches: sizes, adjust: Self.addProxy)
        later = try APIFixture(
            caches: sizes,
            like: now,
            adjust: { [waits] context in
                Self.addProxy(&context)
                context.service.completion = { round, waiting async throws(HTTPFailure) in
                    try await waits.complete(round, waiting)
                }
            }
        )
    }

    private static func addProxy(_ context: inout APIContext) {
        context.clients = ClientDirectory([
            APIClient(name: "edge", credential: .user(33), rights: []),
            APIClient(name: "anyone", credential: .anonymous, rights: [.evaluate, .read]),
        ]) { SHA256.fingerprint(of: $0[...]) }
        context.authorization.proxies = [
            "edge": TrustedProxy(client: "edge", format: .escapedPEM, policy: .system, host: "api.example.com")
        ]
    }

    private var waitCount: Int { waits.count.load(ordering: .relaxed) }

    /// Removes the members that differ between two evaluations.
    private func comparable(_ answer: Answer) -> NSDictionary {
        var object = answer.object
        object["id"] = nil
        if var verdict = object["verdict"] as? [String: Any] {
            verdict["id"] = nil
            object["verdict"] = verdict
        }
        return object as NSDictionary
    }

    @Test func `of an evaluation equals that of an immediate one, and is cached`() throws {
        for host in ["api.example.com", "other.example.com"] {
            let members: [String: Any] = ["chain": now.chain, "host": host]
            let expected = comparable(try now.evaluate(members))
            let before = waitCount
            for _ in 0..<2 { #expect(comparable(try later.evaluate(members)) == expected) }
            #expect(waitCount == before + Self.rounds)
        }
    }

    @Test func `as text equals that of an immediate one`() throws {
        let path = "/v1/evaluations?host=api.example.com"
        let fields = [("Content-Type", "application/x-pem-file"), ("Accept", "text/plain")]
        let body = Array(now.chain.utf8)
        let answer = later.send("POST", path, headers: fields, body: body)
        #expect(answer.text == now.send("POST", path, headers: fields, body: body).text)
        #expect(waitCount == Self.rounds)
    }

    @Test func `of a challenge equals that of an immediate one`() throws {
        let members: [String: Any] = [
            "authenticationMethod": "serverTrust", "host": "api.example.com", "realm": "r", "chain": now.chain,
        ]
        let json = try APIFixture.json(members)
        #expect(comparable(later.post("/v1/challenges", json)) == comparable(now.post("/v1/challenges", json)))
        #expect(waitCount == Self.rounds)
    }

    @Test func `of a check by a proxy equals that of an immediate one`() throws {
        let escaped = try #require(now.chain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let answers = [later, now].map {
            $0.send("GET", "/v1/check/edge", headers: [("X-Client-Cert", escaped)], peer: .unix(uid: 33, groups: []))
        }
        #expect(answers[0].response.headers["Anchord-Verdict"] != nil, "\(answers[0].text)")
        for name in ["Anchord-Verdict", "Anchord-Reasons"] {
            #expect(answers[0].response.headers[name] == answers[1].response.headers[name])
        }
        #expect(answers[0].status == answers[1].status)
        #expect(waitCount == Self.rounds)
    }

    @Test func `of the items of a batch keeps their order`() throws {
        let hosts = ["api.example.com", "other.example.com", "third.example.com"]
        let items = try hosts.map { try APIFixture.json(["chain": now.chain, "host": $0, "nonce": $0]) }
        let text = later.post("/v1/evaluations/batch", "[\(items.joined(separator: ","))]").text
        let verdicts = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(verdicts.map { $0["nonce"] as? String } == hosts)
        #expect(waitCount == Self.rounds * hosts.count)
    }

    @Test func `counts the time of all its rounds, without waiting`() throws {
        _ = try later.evaluate(["chain": now.chain, "host": "api.example.com"])
        // The buckets up to 0.25 s do not contain the evaluation.
        let page = later.send("GET", "/metrics").text
        #expect(page.contains("anchord_evaluation_duration_seconds_bucket{le=\"0.25\"} 0\n"))
        #expect(page.contains("anchord_evaluation_duration_seconds_sum 3."))
    }

    @Test func `is not awaited by an invalid request`() throws {
        let answer = try later.evaluate(["chain": now.chain, "policy": "nobody", "host": "api.example.com"])
        #expect(answer.code == "unknownPolicySet")
        #expect(waitCount == 0)
    }

    @Test func `is sent over a connection that was suspended`() throws {
        let service = try LiveService(later)
        let members: [String: Any] = ["chain": now.chain, "host": "api.example.com"]
        #expect(comparable(try service.evaluate(members)) == comparable(try now.evaluate(members)))
        #expect(waitCount == Self.rounds)
    }
}
