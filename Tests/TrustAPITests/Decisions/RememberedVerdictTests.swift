import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI

/// Verdicts that are remembered by their questions.
@Suite struct `A remembered verdict` {
    private static let documents = [
        "own.yaml": """
        otherwise: default
        hosts: {"denied.example.com": deny}
        policies:
          default: {evaluator: default, anchors: [ROOT]}
          report: {evaluator: default, anchors: [ROOT], mode: report}
          revocation: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf}}
          stamped: {evaluator: default, transparency: {preset: chrome}}
        """
    ]

    private let api: APIFixture
    /// The same service, which remembers nothing.
    private let forgetful: APIFixture
    private let openssl: OpenSSLProgram
    private let logs: [TestLog]
    private let logList: String

    init() throws {
        func adjust(_ context: inout APIContext) {
            context.clients = ClientDirectory([
                APIClient(name: "edge", credential: .user(33), rights: []),
                APIClient(name: "anyone", credential: .anonymous, rights: [.evaluate, .read]),
            ]) { SHA256.fingerprint(of: $0[...]) }
            for (name, policy) in [("edge", "own/default"), ("other", "own/report")] {
                context.authorization.proxies[UTF8Text(name)] = TrustedProxy(
                    client: "edge",
                    format: .escapedPEM,
                    policy: PolicyName(policy) ?? .system,
                    host: name == "edge" ? "api.example.com" : "other.example.com"
                )
            }
        }
        logs = [try TestLog("Alpha", operator: "Alpha"), try TestLog("Beta", operator: "Beta")]
        logList = try TestLog.list(logs)
        api = try APIFixture(
            documents: Self.documents,
            caches: CacheSizes(verdicts: 100),
            logList: logList,
            adjust: adjust
        )
        forgetful = try APIFixture(documents: Self.documents, like: api, logList: logList, adjust: adjust)
        openssl = try OpenSSLProgram()
    }

    /// The numbers of verdicts that were remembered, and of those that were not.
    private var figures: (hits: Int, misses: Int) { figures(of: api) }

    private func figures(of api: APIFixture) -> (hits: Int, misses: Int) {
        let caches = api.send("GET", "/v1/status").object["caches"] as? [String: [String: Int]]
        return (caches?["verdicts"]?["hits"] ?? -1, caches?["verdicts"]?["misses"] ?? -1)
    }

    private var members: [String: Any] {
        ["chain": api.chain, "host": "api.example.com", "policy": "own/default"]
    }

    /// Removes the members that differ between two evaluations, and between two directories of policies.
    private func comparable(_ answer: Answer) -> NSDictionary {
        var object = answer.object
        for name in ["id", "evaluatedAt"] { object[name] = nil }
        if var policy = object["policy"] as? [String: Any] {
            policy["revision"] = nil
            object["policy"] = policy
        }
        return object as NSDictionary
    }

    private func inline(_ more: [String: Any] = [:]) -> [String: Any] {
        let policy: [String: Any] = ["evaluator": "default", "anchors": [api.root.certificate.pem]]
        return policy.merging(more) { $1 }
    }

    /// Pairs of a request with one that differs from it in one member alone.
    private func pairs() throws -> [String: ([String: Any], [String: Any])] {
        let other = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "pair leaf"))
        let twin = try api.issuing.reissued()
        let (leaf, issuing) = (api.leaf.pem, api.issuing.certificate.pem)
        let gone = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -1), reason: .keyCompromise)
        let responses = try [TestOCSPCertificateStatus.good, gone].map {
            Data(try api.issuing.ocspResponse(for: api.leaf, status: $0).der).base64EncodedString()
        }
        let empty = try api.issuing.revocationList { _ in }
        let full = try api.issuing.revocationList { $0.revoke(serialNumber: api.leaf.template.serialNumber) }
        let blocked = try openssl.trusted(api.issuing.certificate, "-addreject serverAuth")
        func pair(_ one: [String: Any], _ two: [String: Any]) -> ([String: Any], [String: Any]) {
            (members.merging(one) { $1 }, members.merging(two) { $1 })
        }
        let revocation: [String: Any] = ["policy": "own/revocation"]
        let timestamps = try logs.map { Data(try $0.timestamp(for: api.leaf)).base64EncodedString() }
        return [
            "leaf": pair([:], ["chain": other.pem + issuing]),
            "order": pair(
                ["chain": leaf + issuing + twin.certificate.pem],
                ["chain": leaf + twin.certificate.pem + issuing]
            ),
            "length": pair([:], ["chain": leaf]),
            "first": pair([:], ["chain": issuing + leaf]),
            "trust settings": pair([:], ["chain": leaf + blocked]),
            "host": pair([:], ["host": "other.example.com"]),
            "no host": pair(
                ["policy": inline(["validateHost": false])],
                ["policy": inline(["validateHost": false]), "host": NSNull()]
            ),
            "invalid host": pair(["host": "a..b"], ["host": "a...b"]),
            "policy": pair([:], ["policy": "own/report"]),
            "set": pair([:], ["policy": "own"]),
            "inline policy": pair(["policy": inline()], ["policy": inline(["mode": "report"])]),
            "at": pair(["at": "2026-01-01T00:00:00Z"], ["at": "2036-01-01T00:00:00Z"]),
            "the present": pair([:], ["at": "2036-01-01T00:00:00Z"]),
            "ocsp": pair(
                revocation.merging(["ocsp": responses[0]]) { $1 },
                revocation.merging(["ocsp": responses[1]]) { $1 }
            ),
            "no ocsp": pair(revocation, revocation.merging(["ocsp": responses[1]]) { $1 }),
            "crls": pair(revocation.merging(["crls": empty.pem]) { $1 }, revocation.merging(["crls": full.pem]) { $1 }),
            "scts": pair(["policy": "own/stamped"], ["policy": "own/stamped", "scts": timestamps]),
            "one of the scts": pair(
                ["policy": "own/stamped", "scts": [timestamps[0]]],
                ["policy": "own/stamped", "scts": timestamps]
            ),
            "deadline": pair([:], ["deadline": "10ms"]),
            "explain": pair([:], ["explain": true]),
            "include": pair([:], ["include": ["certificates"]]),
        ]
    }

    @Test func `is that of its question, which every member of a request belongs to`() throws {
        for (name, (one, two)) in try pairs() {
            // Before and after the other request, each has its own verdict, also where responses are cached.
            for members in [one, two, one, two, two, one, one, two] {
                let expected = comparable(try forgetful.evaluate(members))
                #expect(comparable(try api.evaluate(members)) == expected, "\(name)")
            }
        }
    }

    @Test func `is evaluated once for all spellings of a request, and for no other question`() throws {
        for (name, (one, two)) in try pairs() where name != "include" {
            let fresh = try APIFixture(
                documents: Self.documents,
                caches: CacheSizes(verdicts: 100),
                like: api,
                logList: logList
            )
            func misses() -> Int { figures(of: fresh).misses }
            guard try fresh.evaluate(one).status == 200 else { continue }
            _ = try fresh.evaluate(one.merging(["nonce": "n", "include": ["certificates"]]) { $1 })
            #expect(misses() == 1, "\(name)")
            _ = try fresh.evaluate(two)
            #expect(misses() == 2, "\(name)")
        }
    }

    @Test func `is the same for JSON, PEM, text, a form, a batch, a challenge and a proxy`() throws {
        let json = try APIFixture.json(members)
        #expect(api.post("/v1/evaluations", json).trusted == true)
        #expect(figures == (0, 1))
        let query = "/v1/evaluations?host=api.example.com&policy=own/default"
        let pem = [("Content-Type", "application/x-pem-file")]
        #expect(api.send("POST", query, headers: pem, body: Array(api.chain.utf8)).trusted == true)
        let text = api.send("POST", query, headers: pem + [("Accept", "text/plain")], body: Array(api.chain.utf8))
        #expect(text.text.hasPrefix("trusted"), "\(text.text)")
        #expect(figures == (2, 1))
        #expect(api.post("/v1/evaluations/batch", "[\(json),\(json)]").text.matches(of: /"trusted":true/).count == 2)
        #expect(figures == (4, 1))
        let challenge = try APIFixture.json(members.merging(["authenticationMethod": "serverTrust"]) { $1 })
        for _ in 0..<2 {
            #expect(api.post("/v1/challenges", challenge).object["disposition"] as? String == "useCredential")
        }
        #expect(figures == (6, 1))
    }

    @Test func `is given again to a proxy, for each proxy and each client its own`() throws {
        let other = try api.issuing.issueLeaf("other.example.com", key: .shared(.ecdsaP256, "pair leaf"))
        func check(_ proxy: String, _ leaf: TestCertificate, _ api: APIFixture) throws -> [String?] {
            let chain = leaf.pem + api.issuing.certificate.pem
            let escaped = try #require(chain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let headers = [("X-Client-Cert", escaped)]
            let answer = api.send("GET", "/v1/check/\(proxy)", headers: headers, peer: .unix(uid: 33, groups: []))
            return [
                "\(answer.status)", answer.response.headers["Anchord-Verdict"],
                answer.response.headers["Anchord-Reasons"],
            ]
        }
        var expected: Set<[String?]> = []
        for _ in 0..<4 {
            for (proxy, leaf) in [("edge", api.leaf), ("edge", other), ("other", api.leaf), ("other", other)] {
                let answer = try check(proxy, leaf, forgetful)
                #expect(try check(proxy, leaf, api) == answer)
                expected.insert(answer)
            }
        }
        #expect(expected.count > 1)
        #expect(figures == (12, 4))
        // Hits by bytes too end with a reload.
        #expect(try check("edge", other, api).first == "403")
        try api.write("policies: {default: {evaluator: disabled}, report: {evaluator: disabled}}", to: "own.yaml")
        #expect(try check("edge", other, api).first == "200")
    }

    @Test func `is a new decision, with its own identifier and the time of its request`() throws {
        let json = try APIFixture.json(members)
        var ids: Set<String> = []
        for seconds in Int64(0)..<5 {
            api.clock.now = APIFixture.now.adding(seconds: seconds)
            let answer = api.post("/v1/evaluations", json)
            #expect(answer.object["evaluatedAt"] as? String == api.clock.now.description)
            ids.insert(try #require(answer.object["id"] as? String))
        }
        #expect(ids.count == 5)
        #expect(figures == (4, 1))
        #expect(api.send("GET", "/metrics").text.contains("anchord_evaluations_total{verdict=\"trusted\"} 5\n"))
    }
}
