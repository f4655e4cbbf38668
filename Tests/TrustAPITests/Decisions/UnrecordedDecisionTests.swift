import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

@Suite struct `A decision that cannot be recorded` {
    private let list = DecisionList()

    /// Creates a service whose log has space for some decisions, which nothing takes.
    private func service(bytes: Int, onFull: DecisionQueue.Overflow) throws -> (api: APIFixture, log: DecisionQueue) {
        let log = DecisionQueue(bytes: bytes, onFull: onFull, workers: 1, wake: {})
        let api = try APIFixture(
            documents: ["own.yaml": "otherwise: a\npolicies: {a: {evaluator: default, anchors: [ROOT]}}"],
            caches: CacheSizes(verdicts: 100),
            adjust: { [list] context in
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 1),
                    cache: DecisionCache(entries: 100, bytes: 1 << 20),
                    recorder: list,
                    log: log
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
        return (api, log)
    }

    private func json(_ api: APIFixture, _ more: [String: Any] = [:]) throws -> String {
        let members: [String: Any] = ["chain": api.chain, "host": "api.example.com", "policy": "own"]
        return try APIFixture.json(members.merging(more) { $1 })
    }

    /// Sends one request of each kind; returns the responses by name.
    private func responses(_ api: APIFixture) throws -> [(name: String, response: HTTPResponse)] {
        let json = try json(api)
        let pem = [("Content-Type", "application/x-pem-file")]
        let query = "/v1/evaluations?host=api.example.com&policy=own"
        func check(_ value: String) -> HTTPResponse {
            api.send("GET", "/v1/check/edge", headers: [("X-Client-Cert", value)], peer: .unix(uid: 33, groups: []))
                .response
        }
        let chain = try #require(api.chain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let text = api.send("POST", query, headers: pem + [("Accept", "text/plain")], body: Array(api.chain.utf8))
        let server = try self.json(api, ["authenticationMethod": "serverTrust"])
        return [
            ("JSON", api.post("/v1/evaluations", json).response),
            ("JSON again", api.post("/v1/evaluations", json).response),
            ("JSON repeated", api.post("/v1/evaluations", json).response),
            ("PEM", api.send("POST", query, headers: pem, body: Array(api.chain.utf8)).response),
            ("text", text.response),
            ("server trust", api.post("/v1/challenges", server).response),
            ("challenge", api.post("/v1/challenges", #"{"authenticationMethod": "httpBasic"}"#).response),
            ("no chain", api.post("/v1/challenges", #"{"authenticationMethod": "serverTrust"}"#).response),
            ("check", check(chain)), ("check again", check(chain)), ("check repeated", check(chain)),
            ("no certificate", check("")), ("no readable certificate", check("x")),
        ]
    }

    @Test func `is not given in any form if the configuration refuses that`() throws {
        let (api, log) = try service(bytes: 0, onFull: .refuse)
        let responses = try responses(api)
        for (name, response) in responses {
            let body = String(decoding: response.body, as: UTF8.self)
            #expect(response.status == 503 && response.headers["Retry-After"] == "1", "\(name)")
            #expect(body.contains("decisionNotRecorded") && !body.contains("verdict\""), "\(name): \(body)")
            let isDecided = response.headers.fields.contains { $0.name.hasPrefix("Anchord-") }
            #expect(!isDecided, "\(name)")
        }
        #expect(log.figures.refused == responses.count && log.accepted == 0)
        // Metrics and other records have only what was given.
        #expect(list.take().isEmpty)
    }

    @Test func `is a problem of its item in a batch`() throws {
        let (api, log) = try service(bytes: 0, onFull: .refuse)
        let json = try json(api)
        let response = api.post("/v1/evaluations/batch", "[\(json),\(json)]").response
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self).components(separatedBy: "decisionNotRecorded").count > 2)
        #expect(log.figures.refused == 2)
    }

    @Test func `is given and counted if the configuration permits that`() throws {
        let (api, log) = try service(bytes: 0, onFull: .drop)
        let responses = try responses(api)
        #expect(responses.map(\.response.status).allSatisfy { [200, 401, 403].contains($0) })
        #expect(log.figures.dropped == responses.count && list.take().count == responses.count)
    }

    @Test func `is an exception while there is space`() throws {
        let (api, log) = try service(bytes: 1 << 20, onFull: .refuse)
        let count = try responses(api).count
        #expect(log.figures.refused == 0 && log.accepted == count)
        var intake = DecisionIntake(of: log)
        intake.take()
        var taken: [Decision] = []
        while let decision = intake.next() { taken.append(decision) }
        #expect(taken.map(\.number) == (1...UInt64(count)).map(\.self) && intake.end == UInt64(count) + 1)
        #expect(taken.map(\.id) == list.take().map(\.id))
        for decision in taken { log.release(bytes: DecisionQueue.leave(decision)) }
        #expect(log.figures.bytes == 0)
    }
}
