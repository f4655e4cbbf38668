import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustAPI
@testable import TrustPolicies

@Suite struct `Policy sets, status, health and metrics` {
    let api: APIFixture

    init() throws {
        api = try APIFixture(documents: [
            "payments.yaml": """
            description: Payment hosts
            hosts: {"*.example.com": strict}
            policies:
              strict: {evaluator: default, anchors: [ROOT]}
            """
        ])
    }

    @Test func `policy sets are listed with hosts, policies and revision`() throws {
        let answer = api.send("GET", "/v1/policy-sets")
        let sets = try #require(answer.object["policySets"] as? [[String: Any]])
        #expect(sets.compactMap { $0["name"] as? String } == ["payments", "system"])
        #expect(sets[0]["policies"] as? [String] == ["strict"])
        #expect((sets[0]["hosts"] as? [[String: String]]) == [["pattern": "*.example.com", "policy": "strict"]])
    }

    @Test func `policy sets are listed in pages with links to the next page`() throws {
        let documents = (0..<250).map { ("team-\($0 + 100).yaml", "otherwise: deny") }
        let api = try APIFixture(documents: Dictionary(uniqueKeysWithValues: documents))
        var names: [String] = []
        var next: String? = "/v1/policy-sets"
        var pages = 0
        while let path = next {
            let answer = api.send("GET", path)
            names += (answer.object["policySets"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            next = answer.object["next"] as? String
            #expect(answer.response.headers["Link"] == next.map { "<\($0)>; rel=\"next\"" })
            pages += 1
        }
        #expect(names == (documents.map { String($0.0.dropLast(5)) } + ["system"]).sorted())
        #expect(pages == 3)
        let one = api.send("GET", "/v1/policy-sets?limit=1&after=team-200").object
        #expect((one["policySets"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["team-201"])
        #expect(one["next"] as? String == "/v1/policy-sets?limit=1&after=team-201")
        let gone = api.send("GET", "/v1/policy-sets?limit=1&after=team-2005").object
        #expect((gone["policySets"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["team-201"])
    }

    @Test(arguments: [
        "limit=0", "limit=1001", "limit=", "limit=01", "limit=-1", "after=", "after=..%2F", "after=A", "page=2",
    ])
    func `an invalid page is rejected`(query: String) {
        #expect(api.send("GET", "/v1/policy-sets?\(query)").code == "invalidRequest")
    }

    @Test func `the list shows the first host rules and policies of a set, and their numbers`() throws {
        let hosts = (0..<100).map { "  host\($0).example.com: p\($0 % 20)" }
        let policies = (0..<20).map { "  p\($0): {evaluator: default}" }
        let text = (["hosts:"] + hosts + ["policies:"] + policies).joined(separator: "\n") + "\n"
        let api = try APIFixture(documents: ["large.yaml": text])
        let sets = try #require(api.send("GET", "/v1/policy-sets").object["policySets"] as? [[String: Any]])
        #expect((sets[0]["hosts"] as? [Any])?.count == 16)
        #expect(sets[0]["hostCount"] as? Int == 100)
        #expect((sets[0]["policies"] as? [String])?.last == "p15")
        #expect(sets[0]["policyCount"] as? Int == 20)
        let whole = api.send("GET", "/v1/policy-sets/large").object
        #expect((whole["hosts"] as? [[String: String]])?.last == ["pattern": "host99.example.com", "policy": "p19"])
        #expect((whole["policies"] as? [String])?.count == 20)
    }

    @Test func `a policy set is shown with its document and an ETag`() throws {
        let answer = api.send("GET", "/v1/policy-sets/payments")
        let tag = try #require(answer.response.headers["ETag"])
        #expect(answer.object["description"] as? String == "Payment hosts")
        #expect((answer.object["document"] as? [String: Any])?["description"] as? String == "Payment hosts")
        for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let again = api.send("GET", "/v1/policy-sets/payments", headers: [("If-None-Match", known)])
            #expect(again.status == 304)
            #expect(again.response.body.isEmpty)
            #expect(again.response.headers["ETag"] == tag)
        }
        let source = api.send("GET", "/v1/policy-sets/payments", headers: [("Accept", "application/yaml")])
        #expect(source.text.hasPrefix("description: Payment hosts\n"))
        #expect(tag == (source.response.headers["ETag"].map { $0.dropLast() + "-0-test\"" }))
        #expect(api.send("GET", "/v1/policy-sets/payment").code == "unknownPolicySet")
    }

    @Test func `a policy set is shown with its warnings and the actions of rules without a policy`()
        throws
    {
        let api = try APIFixture(documents: [
            "lab.yml": "hosts:\n  a.example: deny\n  b.example: otherwise\npolicies:\n  open: {evaluator: disabled}\n"
        ])
        let set = api.send("GET", "/v1/policy-sets/lab").object
        let warning = try #require((set["warnings"] as? [[String: Any]])?.first)
        #expect(warning["code"] as? String == "policy.disabled")
        #expect(warning["file"] as? String == "lab.yml")
        #expect(warning["line"] as? Int == 5)
        #expect(warning["pointer"] as? String == "/policies/open/evaluator")
        #expect((warning["detail"] as? String)?.isEmpty == false)
        #expect(
            set["hosts"] as? [[String: String]] == [
                ["pattern": "a.example", "policy": "deny"], ["pattern": "b.example", "policy": "otherwise"],
            ]
        )
        #expect((api.send("GET", "/v1/policy-sets/system").object["warnings"] as? [Any])?.isEmpty == true)
    }

    @Test func `a reload reports an expired intermediate, although no file changed`() throws {
        let document = "policies:\n  p: {evaluator: default, intermediates: [ISSUING]}\n"
        let written = api.issuing.certificate.pem.split(separator: "\n").joined(separator: "\\n")
        try api.write(document.replacing("ISSUING", with: "\"\(written)\\n\""), to: "lab.yaml")
        let before = api.send("GET", "/v1/policy-sets/lab")
        #expect((before.object["warnings"] as? [Any])?.isEmpty == true)
        let tag = try #require(before.response.headers["ETag"])

        func warnings(at instant: Instant) throws -> [String] {
            api.clock.now = instant
            _ = api.store.reload()
            let answer = api.send("GET", "/v1/policy-sets/lab", headers: [("If-None-Match", tag)])
            guard answer.status != 304 else { return [] }
            #expect(answer.object["revision"] as? String == before.object["revision"] as? String)
            #expect(answer.response.headers["ETag"] != tag)
            let warnings = try #require(answer.object["warnings"] as? [[String: Any]])
            return warnings.compactMap { $0["detail"] as? String }
        }
        let end = api.issuing.certificate.template.notAfter.secondsSince1970
        #expect(try warnings(at: Instant(secondsSince1970: end)) == [])
        let reported = try warnings(at: Instant(secondsSince1970: end + 1))
        #expect(reported.count == 1 && reported[0].hasPrefix("CN=API Test Issuing"), "\(reported)")
        #expect(try warnings(at: APIFixture.now) == [], "the clock was set back")
    }

    @Test func `a document that can no longer be parsed is a problem, not an empty response`() throws {
        let set = try brokenSet()
        let head = { (fields: [(String, String)]) in
            HTTPRequestHead(
                method: "GET",
                target: "/v1/policy-sets/broken",
                path: "/v1/policy-sets/broken",
                query: [],
                headers: HTTPHeaders(fields),
                peer: .ip("127.0.0.1")
            )
        }
        let problem = #expect(throws: Problem.self) { try PolicySetHandler.show(set, head([]), version: "1") }
        #expect(problem?.code == .internalFailure)
        #expect(problem?.code.status == 500)
        let known = try PolicySetHandler.show(set, head([("If-None-Match", "W/\"0-0-1\"")]), version: "1")
        #expect(known.status == 304)
    }

    /// A set whose source differs from the parsed document.
    private func brokenSet() throws -> PolicySet {
        let (ports, limits) = (api.documents, CertificateLimits.anchors)
        let document = PolicySetDocument(
            DocumentValue(DocumentNode(.null), issues: DocumentIssues()),
            set: "broken",
            ports: ports,
            systemAnchors: api.store.snapshot.systemAnchors,
            anchors: AnchorReader(reader: ports.certificates, source: .text, limits: limits),
            pins: PinReader(reader: ports.certificates, source: .text, limits: limits),
            evidence: EvidenceReader(reader: ports.evidence, source: .text, limits: EvidenceLimits()) { _ in nil },
            valueFiles: ValueFileReader(source: .text, digest: ports.sha256),
            scripts: ScriptReader(.request, digest: ports.sha256),
            logs: LogListSource(nil, isConfigured: false),
            journal: MaterialJournal(digest: ports.sha256, now: APIFixture.now),
            expirations: ExpirationRecorder(file: "broken.yaml")
        )
        return PolicySet(
            name: "broken",
            revision: "sha256:0",
            contentDigest: "0",
            source: Array("hosts: {".utf8),
            document: document,
            warnings: [],
            warningsDigest: nil,
            days: [],
            file: "broken.yaml",
            materials: [],
            directory: nil,
            isWritten: false,
            hasScripts: false
        )
    }

    @Test func `status lists expiring pins, sorted by expiry`() throws {
        let pins = ["a", "b"].map { "\"sha256/\(String(repeating: $0, count: 42))A=\"" }.joined(separator: ", ")
        let policy = { (expires: String) in "{evaluator: pinPublicKeys, pins: [\(pins)], expires: \(expires)}" }
        let api = try APIFixture(documents: [
            "pinned.yaml": """
            policies:
              later: \(policy("2026-01-30"))
              much-later: \(policy("2026-02-02"))
              over: \(policy("2025-12-01"))
              both: {evaluator: composite, anyOf: [much-later, over]}
            """
        ])
        let listed = try #require(api.send("GET", "/v1/status").object["expiringPins"] as? [[String: String]])
        #expect(listed.map { $0["policy"] } == ["pinned/over", "pinned/both", "pinned/later"])
        #expect(listed.map { $0["expires"]?.prefix(10) } == ["2025-12-01", "2025-12-01", "2026-01-30"])
    }

    /// Returns an exception that ends at a time, as an item of a policy.
    private func exception(until instant: Instant) -> String {
        "{codes: [time.expired], chain: [\(String(repeating: "ab", count: 32))], host: a.example, until: '\(instant)'}"
    }

    private func expirations(_ api: APIFixture) throws -> (soon: Int?, ended: Int?, items: [[String: Any]]) {
        let member = try #require(api.send("GET", "/v1/status").object["expirations"] as? [String: Any])
        return (member["soon"] as? Int, member["ended"] as? Int, member["items"] as? [[String: Any]] ?? [])
    }

    @Test func `status lists at most a hundred expirations, and the numbers of all`() throws {
        let policy = { (end: Instant) in
            let exceptions = (0..<60).map { exception(until: end.adding(seconds: $0)) }.joined(separator: ", ")
            return "{evaluator: default, exceptions: [\(exceptions)]}"
        }
        let (soon, ended) = (APIFixture.now.adding(seconds: 86400), APIFixture.now.adding(seconds: -86400))
        let api = try APIFixture(documents: [
            "p.yaml": "policies:\n  soon: \(policy(soon))\n  ended: \(policy(ended))\n"
        ])
        let listed = try expirations(api)
        #expect(listed.soon == 60 && listed.ended == 60)
        #expect(listed.items.count == 100)
        #expect(listed.items.compactMap { $0["end"] as? String }.first == ended.description)
        #expect(listed.items.compactMap { $0["end"] as? String }.last == soon.adding(seconds: 39).description)
    }

    @Test func `status changes an expiration's state at the exact second, without a reload`() throws {
        let end = APIFixture.now.adding(seconds: 14 * 86400 + 1)
        let api = try APIFixture(documents: [
            "p.yaml": "policies:\n  p: {evaluator: default, exceptions: [\(exception(until: end))]}\n"
        ])
        for (instant, state) in [
            (APIFixture.now, nil), (APIFixture.now.adding(seconds: 1), "soon"), (end, "soon"),
            (end.adding(seconds: 1), "ended"),
        ] as [(Instant, String?)] {
            api.clock.now = instant
            #expect(try expirations(api).items.first?["state"] as? String == state)
        }
    }

    @Test func `inline policies have no expirations`() throws {
        let page = { api.send("GET", "/metrics").text.split(separator: "\n").filter { $0.contains("_expiry_") } }
        let before = page()
        let exception: [String: Any] = [
            "codes": ["time.expired"], "chain": [String(repeating: "ab", count: 32)], "host": "a.example",
            "until": APIFixture.now.adding(seconds: -1).description,
        ]
        let answer = try api.evaluate([
            "chain": api.chain, "host": "api.example.com",
            "policy": ["evaluator": "default", "anchors": [api.root.certificate.pem], "exceptions": [exception]],
        ])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try expirations(api).items.isEmpty)
        #expect(page() == before)
    }

    @Test func `status reports the revision, anchors and reloads`() throws {
        let answer = api.send("GET", "/v1/status")
        #expect((answer.object["systemAnchors"] as? [String: Any])?["count"] as? Int == 1)
        #expect((answer.object["policies"] as? [String: Any])?["sets"] as? Int == 2)
        _ = api.store.reload()
        let reloaded = try #require(api.send("GET", "/v1/status").object["policies"] as? [String: Any])
        #expect((reloaded["lastReload"] as? [String: Any])?["succeeded"] as? Bool == true)
    }

    @Test func `health responses are plain text`() {
        for path in ["/livez", "/healthz", "/readyz"] {
            let answer = api.send("GET", path)
            #expect(answer.status == 200)
            #expect(answer.text == "ok\n")
        }
    }

    @Test(arguments: [("*/*", "application/yaml"), ("text/plain", "text/plain; charset=utf-8")])
    func `the specification is YAML, or text for clients that prefer it`(accept: String, type: String) {
        let answer = api.send("GET", "/openapi.yaml", headers: [("Accept", accept)])
        #expect(answer.text == "openapi: 3.1.0\n")
        #expect(answer.response.headers["Content-Type"] == type)
        #expect(answer.response.headers["Vary"] == "Accept")
    }

    @Test func `the root path shows the version, existing paths and an example with the requested host`() {
        let answer = api.send("GET", "/", headers: [("Host", "trust.example:8778")])
        #expect(answer.status == 200)
        #expect(answer.response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.text.hasPrefix("anchord test "))
        let paths = answer.text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("/") }.map(String.init)
        #expect(paths.contains("/openapi.yaml") && paths.contains("/v1/status") && paths.contains("/metrics"))
        for path in paths { #expect(api.send("GET", path).status == 200, "\(path)") }
        #expect(answer.text.contains("http://trust.example:8778/v1/evaluations\n"))
        let local = api.send("GET", "/", headers: [("Host", "x'; reboot")], peer: .unix(uid: 0))
        #expect(local.text.contains("http://localhost/v1/evaluations\n"))
    }

    @Test func `metrics have a constant number of lines for any variety of requests`() throws {
        func ask(_ number: Int) throws {
            _ = api.send("GET", "/made-up-\(number)")
            _ = api.send("MADE-UP-\(number)", "/livez")
            _ = api.send("OPTIONS", "/v1/policy-sets/made-up-\(number)")
            _ = api.send(
                "GET",
                "/livez",
                headers: [("Host", "made-up-\(number).example")],
                peer: .ip("192.0.2.\(number)")
            )
            _ = api.post("/v1/evaluations?made-up-\(number)=1", "{}")
            _ = api.post("/v1/evaluations", "{\"made-up-\(number)\":\(number)}")
            _ = try api.evaluate([
                "chain": api.chain, "host": "made-up-\(number).example", "policy": "payments", "nonce": "\(number)",
            ])
        }
        try ask(0)
        _ = api.send("GET", "/metrics")
        let lines = api.send("GET", "/metrics").text.split(separator: "\n").count
        for number in 1...200 { try ask(number) }
        #expect(api.send("GET", "/metrics").text.split(separator: "\n").count == lines)
    }

    @Test func `metrics count verdicts, reasons, problems and responses in the Prometheus format`() throws {
        _ = try api.evaluate(["chain": api.chain, "host": "api.example.com"])
        _ = try api.evaluate(["chain": api.chain, "host": "www.example.com"])
        _ = api.post("/v1/evaluations", "{")
        let page = api.send("GET", "/metrics").text
        #expect(page.contains("anchord_evaluations_total{verdict=\"trusted\"} 1\n"))
        #expect(page.contains("anchord_evaluations_total{verdict=\"untrusted\"} 1\n"))
        #expect(page.contains("anchord_reasons_total{code=\"host.mismatch\"} 1\n"))
        #expect(page.contains("anchord_problems_total{code=\"malformedJSON\"} 1\n"))
        #expect(page.contains("anchord_http_requests_total{route=\"/v1/evaluations\",status=\"200\"} 2\n"))
        #expect(page.contains("anchord_evaluation_duration_seconds_count 2\n"))
        for line in page.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(
                line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+/) != nil,
                "\(line)"
            )
        }
    }

    @Test func `metrics name routes, not the requested paths`() {
        for name in ["made-up-1", "made-up-2"] {
            #expect(api.send("OPTIONS", "/v1/policy-sets/\(name)").status == 204)
            #expect(api.send("GET", "/v1/policy-sets/\(name)").status == 404)
        }
        let page = api.send("GET", "/metrics").text
        #expect(!page.contains("made-up"))
        #expect(page.contains("anchord_http_requests_total{route=\"/v1/policy-sets/{name}\",status=\"204\"} 2\n"))
    }

    @Test func `certificates are described with pins, extensions and warnings`() throws {
        let weak = try api.issuing.issueLeaf("weak.example.com", key: TestKey.shared(.rsa(1024), "weak"))
        let answer = api.send(
            "POST",
            "/v1/certificates",
            headers: [("Content-Type", "application/x-pem-file")],
            body: Array((weak.pem + api.issuing.certificate.pem).utf8)
        )
        let certificates = try #require(answer.object["certificates"] as? [[String: Any]])
        #expect(certificates.count == 2)
        #expect((certificates[0]["publicKey"] as? [String: Any])?["bits"] as? Int == 1024)
        #expect(certificates[0]["spkiSha256"] as? String == "sha256/" + TestPEM.base64(try weak.keyPin()))
        let warnings = try #require(certificates[0]["warnings"] as? [[String: Any]])
        #expect(warnings.compactMap { $0["code"] as? String } == ["crypto.keyWeak"])
        #expect(certificates[1]["pathLength"] as? Int == 0)
        #expect(certificates[1]["isAuthority"] as? Bool == true)
    }

    @Test func `certificates are described with a pin plan and its policy`() throws {
        let answer = api.send(
            "POST",
            "/v1/certificates",
            headers: [("Content-Type", "application/x-pem-file")],
            body: Array((api.chain + api.root.certificate.pem).utf8)
        )
        let plan = try #require(answer.object["pinPlan"] as? [String: Any])
        let entries = try #require(plan["certificates"] as? [[String: Any]])
        #expect(entries.compactMap { $0["role"] as? String } == ["leaf", "intermediate", "root"])
        #expect(entries.compactMap { $0["recommendation"] as? String } == ["avoid", "prefer", "backup"])
        let expected = try [api.issuing, api.root].map { "sha256/" + TestPEM.base64(try $0.certificate.keyPin()) }
        #expect(plan["suggestedPins"] as? [String] == expected)
        let policy = try #require(plan["policy"] as? [String: Any])
        #expect(Set(policy.keys) == ["evaluator", "pins", "scope", "expires"])
        #expect(policy["evaluator"] as? String == "pinPublicKeys")
        #expect(policy["pins"] as? [String] == expected)
        let verdict = try api.evaluate(["chain": api.chain, "host": "api.example.com", "policy": policy])
        #expect(verdict.trusted == true, "\(verdict.text)")
        let other = try api.root.issueLeaf("api.example.com", key: TestKey.shared(.ecdsaP256, "api leaf"))
        var narrow = policy
        narrow["pins"] = [expected[0], "sha256/" + TestPEM.base64([UInt8](repeating: 0, count: 32))]
        let refusal = try api.evaluate(["chain": other.pem, "host": "api.example.com", "policy": narrow])
        #expect(refusal.reasonCodes.contains("pin.keyMismatch"), "\(refusal.text)")
    }
}
