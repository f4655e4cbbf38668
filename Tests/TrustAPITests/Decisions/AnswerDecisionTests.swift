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

/// The decisions of the answers in all forms and on all routes.
@Suite struct `Each answer to a client` {
    private let list = DecisionList()
    private let scene: IdentityScene

    init() throws {
        let list = list
        scene = try IdentityScene(
            [SceneIdentity(name: "partner"), SceneIdentity(name: "old", days: -30...(-1))],
            burst: 6,
            adjust: { context in
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 2),
                    cache: DecisionCache(entries: 100, bytes: 1 << 20),
                    recorder: list
                )
                context.answers = AnswerCache(entries: 100, bytes: 1 << 20, workers: 2) {
                    SHA256.fingerprint(of: $0[...])
                }
                for (name, format) in [("pem", TrustedProxy.Format.escapedPEM), ("rfc", .rfc9440)] {
                    context.authorization.proxies[UTF8Text(name)] = TrustedProxy(
                        client: "payments",
                        format: format,
                        policy: .system,
                        host: "api.example.com"
                    )
                }
            }
        )
    }

    private func json(_ members: [String: Any] = [:]) throws -> String {
        let usual: [String: Any] = ["chain": scene.api.chain, "host": "api.example.com"]
        return try APIFixture.json(usual.merging(members) { $1 })
    }

    /// Returns the identifiers in a response, in its content or in its header fields.
    private func ids(in answer: Answer) -> [String] {
        let value = try? JSONSerialization.jsonObject(with: Data(answer.response.body))
        let objects = value as? [[String: Any]] ?? [value as? [String: Any]].compactMap(\.self)
        let inContent = objects.compactMap { ($0["verdict"] as? [String: Any] ?? $0)["id"] as? String }
        guard let field = answer.response.headers["Anchord-Decision"] else { return inContent }
        #expect(inContent.isEmpty || inContent == [field])
        return [field]
    }

    /// Expects as many decisions as there are identifiers in the response, with the same identifiers.
    private func expectDecisions(
        _ count: Int = 1,
        on route: DecisionPlace.Route,
        for answer: Answer,
        at location: SourceLocation = #_sourceLocation
    ) -> [Decision] {
        let decisions = list.take()
        #expect(decisions.map(\.id.description) == ids(in: answer), "\(answer.text)", sourceLocation: location)
        #expect(decisions.count == count, "\(answer.text)", sourceLocation: location)
        #expect(decisions.allSatisfy { $0.place.route == route }, sourceLocation: location)
        return decisions
    }

    @Test func `with a verdict has its decision`() throws {
        for source in [Decision.Source.evaluated, .remembered, .repeated] {
            let answer = scene.send("POST", "/v1/evaluations", body: try json())
            #expect(expectDecisions(on: .evaluations, for: answer).map(\.source) == [source])
        }
        for members in [[:], ["host": "other.example.com"]] as [[String: Any]] {
            for target in ["/v1/evaluations", "/v1/evaluations?failOnUntrusted=1"] {
                let text = [("Accept", "text/plain")]
                let answer = scene.send("POST", target, headers: text, body: try json(members))
                _ = expectDecisions(on: .evaluations, for: answer)
            }
        }
        let form =
            "--b\r\nContent-Disposition: form-data; name=\"host\"\r\n\r\napi.example.com\r\n--b\r\n"
            + "Content-Disposition: form-data; name=\"file\"; filename=\"c.pem\"\r\n\r\n\(scene.api.chain)\r\n--b--\r\n"
        for _ in 0..<3 {
            let answer = scene.api.send(
                "POST",
                "/v1/evaluations",
                headers: [("Content-Type", "multipart/form-data; boundary=b")],
                body: Array(form.utf8),
                peer: IdentityCaller.payments.peer
            )
            #expect(expectDecisions(on: .evaluations, for: answer).map(\.source) == [.remembered], "\(answer.text)")
        }
        let batch = scene.send("POST", "/v1/evaluations/batch", body: "[\(try json()),{},\(try json())]")
        #expect(expectDecisions(2, on: .batch, for: batch).map(\.source) == [.repeated, .repeated])
    }

    @Test func `to a challenge has its decision`() throws {
        let text = [("Accept", "text/plain")]
        for headers in [[], text] {
            let usual: [String: Any] = ["chain": scene.api.chain, "host": "api.example.com"]
            let trust: [String: Any] = usual.merging(["authenticationMethod": "serverTrust"]) { $1 }
            let answer = try scene.challenge(trust, headers: headers)
            #expect(expectDecisions(on: .challenges, for: answer).first?.facts?.outcome == .trusted)
        }
        let certificate: [String: Any] = ["authenticationMethod": "clientCertificate", "host": "a.partner.example"]
        let rows: [([String: Any], String, String?)] = [
            (["authenticationMethod": "serverTrust", "host": "a.example"], "noServerTrust", nil),
            (["authenticationMethod": "httpBasic", "host": "a..b"], "otherMethod", nil),
            (certificate, "identitySelected", "partner"),
            (certificate.merging(["host": "a.example"]) { $1 }, "noIdentity", nil),
            (certificate.merging(["previousFailureCount": 1]) { $1 }, "previousFailure", nil),
        ]
        for (members, reason, identity) in rows {
            for headers in [[], text] {
                let answer = try scene.challenge(members, headers: headers)
                let decision = try #require(expectDecisions(on: .challenges, for: answer).first)
                guard case .challenge(let facts) = decision.subject else {
                    Issue.record("\(reason) has another subject")
                    continue
                }
                #expect(facts.reason == reason && facts.identity == identity && decision.source == nil)
                #expect(facts.host == scene.api.context.evaluations.requestedHost(members["host"] as? String))
                if headers.isEmpty { #expect(answer.object["disposition"] as? String == facts.disposition.rawValue) }
            }
        }
        let long = try scene.challenge(["authenticationMethod": "x", "host": String(repeating: "a", count: 100_000)])
        guard case .challenge(let facts)? = expectDecisions(on: .challenges, for: long).first?.subject,
            case .invalid(let host, let error) = facts.host
        else {
            Issue.record("the host is not recorded")
            return
        }
        #expect("\(error)".utf8.count < 1000)
        #expect(host.utf8.count < 300)
    }

    @Test func `to a request for a signature has its decision, unless another identity would have the same answer`()
        throws
    {
        let hash = Data(repeating: 7, count: 32).base64EncodedString()
        let valid: [String: Any] = [
            "algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": ["role": "client", "transcriptHash": hash],
        ]
        let forbidden: [String: Any] = ["algorithm": "ecdsaWithSHA256", "digest": hash]
        let rows: [(String, [String: Any], String?)] = [
            ("partner", valid, nil), ("partner", [:], "invalidRequest"), ("old", valid, "identityUnusable"),
        ]
        for (identity, body, refusal) in rows {
            let answer = try scene.sign(identity, body)
            guard case .signature(let facts)? = expectDecisions(on: .signatures, for: answer).first?.subject else {
                Issue.record("\(answer.text) has another subject")
                continue
            }
            #expect(facts.identity == identity && facts.refusal == refusal && answer.code == refusal)
            #expect(
                (facts.algorithm == .ecdsaWithSHA256) == !body.isEmpty && (facts.digest?.count == 64) == !body.isEmpty
            )
        }
        // The first identity does not sign digests, and the second one does not exist.
        let refused = [try scene.sign("partner", forbidden), try scene.sign("absent", forbidden)]
        #expect(Set(refused.map(\.text)).count == 1 && refused.allSatisfy { ids(in: $0).isEmpty })
        let decisions = list.take()
        guard case .signature(let facts)? = decisions.first?.subject else {
            Issue.record("there is no decision")
            return
        }
        #expect(decisions.count == 1 && facts.refusal == "forbidden" && facts.kind == "digest")
        // Only the first of the refusals for the rate is a decision.
        let many = try (0..<20).map { _ in try scene.sign("partner", [:]) }.filter { $0.code == "tooManySignatures" }
        #expect(many.count > 2 && many.map { ids(in: $0).count }.reduce(0, +) == 1)
        let rate = list.take().filter {
            if case .signature(let facts) = $0.subject { facts.refusal == "tooManySignatures" } else { false }
        }
        #expect(rate.map(\.id.description) == many.flatMap { ids(in: $0) })
    }

    @Test func `to a proxy has its decision, also without a certificate`() throws {
        let escaped = try #require(scene.api.chain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for source in [Decision.Source.evaluated, .remembered, .repeated] {
            let answer = scene.send("GET", "/v1/check/pem", headers: [("X-Client-Cert", escaped)])
            #expect(answer.status == 200 || answer.status == 403)
            #expect(expectDecisions(on: .check, for: answer).map(\.source) == [source])
        }
        let rows: [(String, String, Int, String)] = [
            ("X-Client-Cert", "", 401, "noClientCertificate"), ("X-Other", "", 401, "noClientCertificate"),
            ("X-Client-Cert", "x", 403, "invalidClientCertificate"),
        ]
        for (field, value, status, code) in rows {
            for headers in [[], [("Accept", "text/plain")]] {
                let answer = scene.send("GET", "/v1/check/pem", headers: headers + [(field, value)])
                #expect(answer.status == status, "\(answer.text)")
                let decision = try #require(expectDecisions(on: .check, for: answer).first)
                guard case .unreadable(let found) = decision.subject, found == code else {
                    Issue.record("\(decision.subject)")
                    return
                }
                #expect(decision.place.proxy == "pem" && decision.place.clients.first == "payments")
            }
        }
        let repeated = scene.send("GET", "/v1/check/rfc", headers: [("Client-Cert", ":AAAA:")])
        #expect(expectDecisions(on: .check, for: repeated).count == 1)
    }

    @Test func `without a verdict about a client has none`() throws {
        let answers = [
            scene.send("POST", "/v1/evaluations", body: try json(["policy": "absent"])),
            scene.send("POST", "/v1/evaluations", body: "{}"),
            scene.send("POST", "/v1/evaluations/batch", body: "[{}]"),
            scene.send("GET", "/v1/check/pem", as: .signer),
            scene.send("GET", "/v1/check/absent"),
            try scene.challenge(["authenticationMethod": "clientCertificate"]),
            try scene.sign("absent", [:]),
            try scene.sign("partner", [:], as: .anonymous),
            scene.send("GET", "/v1/status"), scene.send("GET", "/metrics"),
        ]
        #expect(answers.map { $0.response.headers["Anchord-Decision"] }.allSatisfy { $0 == nil })
        #expect(list.take().isEmpty)
    }
}
