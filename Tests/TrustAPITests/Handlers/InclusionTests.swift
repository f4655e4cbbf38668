import Foundation
import MicrohttpdServer
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustService
import TrustTestSupport

@testable import TrustAPI

@Suite struct `include: ["certificates"]` {
    let requests: InlineRequests

    init() throws { requests = try InlineRequests() }

    private var api: APIFixture { requests.api }

    private func path(_ answer: Answer) throws -> [[String: Any]] {
        try #require(answer.object["path"] as? [[String: Any]])
    }

    @Test func `adds the certificates of the path as PEM, and nothing else`() throws {
        let members: [String: Any] = ["chain": api.chain, "host": "api.example.com", "explain": true]
        let plain = try api.evaluate(members)
        let answer = try api.evaluate(members.merging(["include": ["certificates"]]) { $1 })
        let certificates = [api.leaf, api.issuing.certificate, api.root.certificate]
        #expect(try path(answer).map { $0["pem"] as? String } == certificates.map(\.pem))
        #expect(try path(plain).allSatisfy { $0["pem"] == nil })
        // Without these members, the response has the same bytes.
        var text = answer.text
        for certificate in certificates {
            text = text.replacing(",\"pem\":\"\(certificate.pem.replacing("\n", with: "\\n"))\"", with: "")
        }
        #expect(text.dropFirst(45) == plain.text.dropFirst(45))
        #expect(answer.object["matchedKey"] == nil)
    }

    @Test func `adds the key that a pin matched, as OpenSSL writes it`() throws {
        let openssl = try OpenSSLProgram()
        let certificates = [api.leaf, api.issuing.certificate, api.root.certificate]
        let pins = try requests.pins
        for (place, pin) in pins.enumerated() {
            let policy = requests.pinning([pin, "sha256/" + TestPEM.base64([UInt8](repeating: 7, count: 32))])
            #expect(try requests.evaluate(policy).object["matchedKey"] == nil)
            let answer = try requests.evaluate(policy, ["include": ["certificates"]])
            #expect(answer.object["matchedPin"] as? String == pin, "\(place)")
            let file = try openssl.file("certificate.pem", certificates[place].pem)
            let key = try openssl.run(["x509", "-noout", "-pubkey", "-in", file]).text
            #expect(answer.object["matchedKey"] as? String == key)
        }
    }

    @Test func `adds the matched key although another member of a composite determines the path`() throws {
        let pins = try requests.pins
        let stranger = "sha256/" + TestPEM.base64([UInt8](repeating: 7, count: 32))
        let policy: [String: Any] = [
            "evaluator": "composite",
            "allOf": [["evaluator": "default"], requests.pinning([pins[1], stranger])],
        ]
        let answer = try requests.evaluate(policy, ["include": ["certificates"]])
        #expect(answer.object["matchedPin"] as? String == pins[1])
        #expect((answer.object["matchedKey"] as? String)?.hasPrefix("-----BEGIN PUBLIC KEY-----\n") == true)
    }

    @Test(arguments: [
        (#"["keys"]"#, "/include/0", "expected certificates, found `keys`"),
        (#"["certificates", 1]"#, "/include/1", "expected text, found the number 1 (text must be quoted)"),
        (#"["certificate"]"#, "/include/0", "expected certificates, found `certificate`; did you mean `certificates`?"),
        (#""certificates""#, "/include", "expected a list, found text"),
    ])
    func `with another value is rejected with its place and the known values`(
        value: String,
        pointer: String,
        detail: String
    ) throws {
        let chain = try APIFixture.json(["chain": api.chain]).dropLast()
        let answer = api.post("/v1/evaluations", chain + ",\"include\":\(value)}")
        #expect(answer.code == "invalidRequest")
        let errors = try #require(answer.object["errors"] as? [[String: String]])
        #expect(errors == [["pointer": pointer, "detail": detail]])
    }

    @Test func `is a parameter of a query, in which names are separated by commas`() throws {
        func post(_ query: String) -> Answer {
            api.send(
                "POST",
                "/v1/evaluations?host=api.example.com&\(query)",
                headers: [("Content-Type", "application/x-pem-file")],
                body: Array(api.chain.utf8)
            )
        }
        #expect(try path(post("include=certificates")).first?["pem"] as? String == api.leaf.pem)
        for query in ["include=keys", "include=", "include=certificates,", "include=certificates,keys"] {
            let answer = post(query)
            #expect(answer.code == "invalidRequest" && answer.pointers == ["/query/include"], "\(query)")
            #expect(answer.text.contains("expected certificates, found"), "\(answer.text)")
        }
    }

    @Test func `may be null or empty, which adds nothing`() throws {
        let plain = try api.evaluate(["chain": api.chain, "host": "api.example.com"])
        for value in [NSNull(), [String]()] as [Any] {
            let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "include": value])
            #expect(answer.text.dropFirst(45) == plain.text.dropFirst(45))
        }
    }

    @Test func `applies to each item of a batch`() throws {
        let chain = try APIFixture.json(["chain": api.chain, "host": "api.example.com"]).dropLast()
        let body = "[\(chain)},\(chain),\"include\":[\"certificates\"]},\(chain),\"include\":[\"x\"]}]"
        let answer = api.post("/v1/evaluations/batch", body)
        let items = try #require(try JSONSerialization.jsonObject(with: Data(answer.response.body)) as? [[String: Any]])
        let pem = items.map { ($0["path"] as? [[String: Any]])?.first?["pem"] as? String }
        #expect(pem == [nil, api.leaf.pem, nil])
        #expect((items[2]["errors"] as? [[String: Any]])?.first?["pointer"] as? String == "/2/include/0")
    }

    @Test func `is distinguished by the verdict cache in JSON and in queries`() throws {
        let cached = try APIFixture(
            caches: CacheSizes(verdicts: 10000, certificates: 100, signatures: 100),
            like: api
        )
        let members: [String: Any] = ["chain": cached.chain, "host": "api.example.com"]
        let bodies = try [members, members.merging(["include": ["certificates"]]) { $1 }].map(APIFixture.json)
        // Repeat the requests, so that both shared and per-thread caches respond.
        for _ in 0..<5 {
            for (body, isIncluded) in zip(bodies, [false, true]) {
                let element = try path(cached.post("/v1/evaluations", body)).first
                #expect(element?["pem"] as? String == (isIncluded ? cached.leaf.pem : nil))
            }
            for (query, isIncluded) in [("", false), ("&include=certificates", true)] {
                let answer = cached.send(
                    "POST",
                    "/v1/evaluations?host=api.example.com\(query)",
                    headers: [("Content-Type", "application/x-pem-file")],
                    body: Array(cached.chain.utf8)
                )
                #expect(try path(answer).first?["pem"] as? String == (isIncluded ? cached.leaf.pem : nil))
            }
        }
        let caches = try #require(cached.send("GET", "/v1/status").object["caches"] as? [String: [String: Any]])
        #expect(try #require(caches["verdicts"]?["hits"] as? Int) >= 12)
    }

    @Test func `omits certificates beyond the size of a response, and states their number`() throws {
        let verdict = try largeVerdict(certificates: 30, bytes: 60000)
        let bytes = VerdictEncoder.json(
            verdict,
            id: DecisionID(milliseconds: 0),
            nonce: nil,
            including: [.certificates]
        ).bytes
        #expect(bytes.count < AnswerBounds.bytes + 100_000)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let listed = try #require(object["path"] as? [[String: Any]])
        let included = listed.count { $0["pem"] != nil }
        #expect(listed.count == 30 && (5..<30).contains(included))
        #expect(object["unlisted"] as? [String: Int] == ["pem": 30 - included, "matchedKey": 1])
        #expect(object["matchedPin"] is String)
    }

    /// Returns a verdict whose path has certificates of a size.
    private func largeVerdict(certificates count: Int, bytes: Int) throws -> Verdict {
        let bytesOfLeaf = Array(api.leaf.pem.utf8)
        let leaf = try #require(
            try OpenSSLCertificateReader().certificates(in: bytesOfLeaf, limits: CertificateLimits()).first
        )
        let large = Certificate(
            der: [UInt8](repeating: 0x30, count: bytes),
            facts: leaf.facts,
            handle: LargeKey(bytes: bytes)
        )
        var decision = EvaluatorDecision.accepted(.implicitTrust, reasons: [])
        decision.path = Array(repeating: PathElement(certificate: large, origin: .request), count: count)
        decision.matchedCertificate = large
        return Verdict(
            decision,
            policy: .inline,
            evaluatedAt: APIFixture.now,
            reuse: VerdictReuse(stableUntil: APIFixture.now)
        )
    }
}

private final class LargeKey: CertificateHandle {
    let publicKeyInfo: ArraySlice<UInt8>

    init(bytes: Int) { publicKeyInfo = [UInt8](repeating: 0x30, count: bytes)[...] }
}
