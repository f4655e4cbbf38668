import MicrohttpdServer
import Testing
import TrustAPI
import TrustEvaluation
import TrustOpenSSL
import TrustTestSupport

@Suite struct `Problems` {
    let api: APIFixture

    init() throws {
        api = try APIFixture(limits: CertificateLimits(count: 4, bytesEach: 4096))
    }

    @Test func `a truncated request is malformed JSON, never a verdict`() throws {
        let body = Array(#"{"chain":["a\u00e9\n"],"host":"h","explain":true,"policy":{"a":[1.5e3,null,false]}}"#.utf8)
        for end in 0..<body.count {
            let answer = api.post("/v1/evaluations", String(decoding: body[..<end], as: UTF8.self))
            #expect(answer.status == 400)
            #expect(answer.code == "malformedJSON", "cut at \(end): \(answer.text)")
            #expect(answer.trusted == nil)
        }
    }

    @Test(arguments: [
        (#"{"chain":"x","chain":"y"}"#, "malformedJSON", [] as [String]),
        (#"[]"#, "invalidRequest", [""]),
        (#"{}"#, "invalidRequest", [""]),
        (#"{"chain":5}"#, "invalidRequest", ["/chain"]),
        (#"{"chain":[]}"#, "invalidRequest", ["/chain"]),
        (#"{"chain":["x",7]}"#, "invalidRequest", ["/chain/1"]),
        (#"{"chain":"x","hosts":"y"}"#, "invalidRequest", ["/hosts"]),
        (#"{"chain":"x","host":1,"at":"noon","explain":"yes"}"#, "invalidRequest", ["/host", "/at", "/explain"]),
        (#"{"chain":"x","policy":"No Such Name"}"#, "invalidRequest", ["/policy"]),
        (#"{"chain":"x","scts":[1]}"#, "invalidRequest", ["/scts/0"]),
        (#"{"chain":"x","host":"","nonce":null}"#, "invalidRequest", ["/host"]),
    ])
    func `an invalid request lists all invalid parts`(body: String, code: String, pointers: [String]) throws {
        let answer = api.post("/v1/evaluations", body)
        #expect(answer.status == 400)
        #expect(answer.code == code)
        #expect(Set(answer.pointers) == Set(pointers), "\(answer.text)")
        #expect(answer.response.headers["Content-Type"] == "application/problem+json")
    }

    @Test func `an unknown policy set or policy has status 404`() throws {
        for (name, code) in [("sistem", "unknownPolicySet"), ("system/serve", "unknownPolicy")] {
            let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "policy": name])
            #expect(answer.status == 404)
            #expect(answer.code == code)
        }
    }

    @Test(arguments: [
        ("sistem", "There is no policy set `sistem`; did you mean `system`?"),
        ("partner", "There is no policy set `partner`; found `payments`, `system`."),
        ("payments/other", "The policy set `payments` has no policy `other`; found `payments/a`, `payments/b`."),
    ])
    func `an unknown name is answered with a similar one, or else with those that exist`(
        name: String,
        detail: String
    ) throws {
        let text = "policies: {a: {evaluator: default}, b: {evaluator: default}}"
        let api = try APIFixture(documents: ["payments.yaml": text])
        let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "policy": name])
        #expect(answer.object["detail"] as? String == detail)
        guard !name.contains("/") else { return }
        #expect(api.send("GET", "/v1/policy-sets/\(name)").object["detail"] as? String == detail)
    }

    @Test func `only clients with the right to read get the names that exist`() throws {
        let documents = ["payments.yaml": "policies: {a: {evaluator: default}}"]
        func makeClients(_ context: inout APIContext) {
            let clients = [
                APIClient(name: "reader", credential: .user(1001), rights: [.evaluate, .read]),
                APIClient(name: "anyone", credential: .anonymous, rights: [.evaluate]),
            ]
            context.clients = ClientDirectory(clients) { SHA256.fingerprint(of: $0[...]) }
        }
        let api = try APIFixture(documents: documents, adjust: makeClients)
        for name in ["zzzzz", "payment", "payments/b"] {
            let item: [String: Any] = ["chain": api.chain, "host": "api.example.com", "policy": name]
            let challenge = item.merging(["authenticationMethod": "serverTrust"]) { $1 }
            let pem = Array(api.chain.utf8)
            let requests = try [
                ("/v1/evaluations", "application/json", Array(APIFixture.json(item).utf8)),
                ("/v1/evaluations?policy=\(name)", "application/x-pem-file", pem),
                ("/v1/evaluations/batch", "application/json", Array("[\(APIFixture.json(item))]".utf8)),
                ("/v1/challenges", "application/json", Array(APIFixture.json(challenge).utf8)),
            ]
            for (target, type, body) in requests {
                func text(_ peer: HTTPPeer) -> String {
                    api.send("POST", target, headers: [("Content-Type", type)], body: body, peer: peer).text
                }
                let (open, own) = (text(.ip("127.0.0.1")), text(.unix(uid: 1001)))
                #expect(open.contains("unknownPolicy") && own.contains("unknownPolicy"), "\(open)")
                #expect(!open.contains("found") && !open.contains("did you mean") && !open.contains("`payments`;"))
                #expect(!open.contains("system") && !open.contains("payments/a"), "\(open)")
                #expect(own.contains("; found `") || own.contains("; did you mean `"), "\(target): \(own)")
            }
        }
        #expect(api.send("GET", "/v1/policy-sets/zzzzz").status == 401)
    }

    @Test func `only the first of many existing names are in a problem`() throws {
        let documents = (10..<30).map { ("set\($0).yaml", "otherwise: deny") }
        let api = try APIFixture(documents: Dictionary(uniqueKeysWithValues: documents))
        let detail = api.send("GET", "/v1/policy-sets/nobody").object["detail"] as? String
        #expect(detail?.hasSuffix("`set18`, `set19` and 11 more.") == true, "\(detail ?? "")")
    }

    @Test func `a policy that validates the host requires one`() throws {
        let answer = try api.evaluate(["chain": api.chain])
        #expect(answer.status == 400)
        #expect(answer.code == "hostRequired")
        #expect(answer.pointers == ["/host"])
    }

    @Test func `a purpose is the same by its name and by its object identifier`() throws {
        for purpose in ["serverAuth", "1.3.6.1.5.5.7.3.1"] {
            let policy = ["evaluator": "default", "purpose": purpose]
            #expect(try api.evaluate(["chain": api.chain, "policy": policy]).code == "hostRequired")
            #expect(
                try api.evaluate(["chain": api.chain, "policy": policy, "host": "api.example.com"]).trusted == true
            )
        }
    }

    @Test func `an invalid inline policy lists all invalid parts`() throws {
        let answer = try api.evaluate([
            "chain": api.chain, "host": "h",
            "policy": ["evaluator": "default", "profil": "server", "anchors": ["/etc/passwd"]] as [String: Any],
        ])
        #expect(answer.status == 400)
        #expect(answer.code == "invalidPolicy")
        #expect(answer.pointers.contains("/policy/profil"))
        #expect(answer.pointers.contains("/policy/anchors/0"))
    }

    @Test func `an unreadable certificate is reported with its position and byte offset`() throws {
        var broken = api.issuing.certificate.der
        broken[5] = 0x31
        let answer = try api.evaluate([
            "chain": [api.leaf.pem, TestPEM.encode("CERTIFICATE", broken)], "host": "api.example.com",
        ])
        #expect(answer.status == 422)
        #expect(answer.code == "malformedCertificate")
        #expect(answer.pointers == ["/chain/1"])
        #expect(answer.text.contains("certificate 1, byte "))
    }

    @Test func `a private key is rejected and reported as exposed`() throws {
        let answer = try api.evaluate(["chain": api.chain + api.leaf.key.privateKeyPEM(), "host": "api.example.com"])
        #expect(answer.status == 422)
        #expect(answer.code == "privateKey")
    }

    @Test func `too many certificates and oversized certificates are rejected`() throws {
        let many = try api.evaluate(["chain": String(repeating: api.leaf.pem, count: 5), "host": "h"])
        #expect(many.status == 422)
        #expect(many.code == "tooManyCertificates")
        let several = try api.evaluate(["chain": [api.chain, api.chain, api.leaf.pem], "host": "h"])
        #expect(several.code == "tooManyCertificates")
        let padding = [UInt8](repeating: 0x30, count: 5000)
        let large = try api.evaluate(["chain": [TestPEM.encode("CERTIFICATE", padding)], "host": "h"])
        #expect(large.code == "certificateTooLarge")
    }

    @Test func `an exceeded limit is reported with its value and configuration key`() throws {
        func detail(_ chain: Any) throws -> String? {
            try api.evaluate(["chain": chain, "host": "h"]).object["detail"] as? String
        }
        let five = String(repeating: api.leaf.pem, count: 5)
        #expect(try detail(five) == "There are more than 4 certificates (limits.certificates).")
        let padding = TestPEM.encode("CERTIFICATE", [UInt8](repeating: 0x30, count: 5000))
        #expect(
            try detail([padding])
                == "Certificate 0: the certificate has 5000 bytes, more than 4096 (limits.certificateBytes)."
        )
    }

    @Test func `a certificate beyond a fixed bound is not reported as malformed`() throws {
        let long = try api.issuing.issueLeaf("api.example.com") {
            $0.subjectAlternativeNames = (0..<33).map { .directory(.commonName("\($0)")) }
        }
        let answer = try api.evaluate(["chain": [long.pem], "host": "api.example.com"])
        #expect(answer.status == 422)
        #expect(answer.code == "boundExceeded")
        #expect(answer.object["title"] as? String == "A certificate, CRL or OCSP response exceeds a fixed bound.")
        let detail = try #require(answer.object["detail"] as? String)
        #expect(detail.hasPrefix("Certificate 0, byte "))
        #expect(detail.hasSuffix(": there are more than 32 directory names, a fixed bound."))
    }

    @Test func `a body without a certificate is reported`() throws {
        for chain in ["", "hello", "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"] {
            let answer = try api.evaluate(["chain": chain, "host": "h"])
            #expect(answer.status == 422)
            #expect(["noCertificate", "malformedPEM"].contains(answer.code), "\(answer.text)")
        }
    }

    @Test func `unknown paths, methods and media types are rejected before the body is read`() throws {
        #expect(api.send("GET", "/v2").code == "unknownRoute")
        let method = api.send("PUT", "/v1/evaluations")
        #expect(method.status == 405)
        #expect(method.response.headers["Allow"] == "POST, OPTIONS")
        #expect(api.send("POST", "/livez").response.headers["Allow"] == "GET, HEAD, OPTIONS")
        for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
            let answer = api.send("POST", "/v1/evaluations", headers: [("Content-Type", type)])
            #expect(answer.status == 415)
            let accepted =
                "application/json, application/x-pem-file, application/pem-certificate-chain, application/pkix-cert, "
                + "application/pkcs7-mime, multipart/form-data"
            #expect(answer.response.headers["Accept-Post"] == accepted)
        }
        #expect(
            api.send("POST", "/v1/evaluations", headers: [("Content-Type", "Application/JSON; charset=utf-8")]).status
                == 400
        )
    }

    @Test func `OPTIONS returns the methods, and HEAD equals GET`() throws {
        #expect(api.send("OPTIONS", "/v1/status").response.headers["Allow"] == "GET, HEAD, OPTIONS")
        #expect(api.send("HEAD", "/v1/status").status == 200)
    }

    @Test func `control characters are accepted in JSON and returned escaped (RFC 8259 §7)`() throws {
        for control in ["\u{7F}", "\u{80}", "\u{9B}", "\u{2028}", "\u{2029}"] {
            let answer = api.post("/v1/evaluations", #"{"chain":"x","a\#(control)\#u{E9}…":1}"#)
            #expect(answer.code == "invalidRequest")
            #expect(answer.pointers == ["/a\(control)\u{E9}…"])
            #expect(!answer.text.unicodeScalars.contains { "\($0)" == control }, "\(answer.text)")
            #expect(answer.text.contains("\u{E9}…"))
        }
    }

    @Test(arguments: ["2026-11-20T10:20:60Z", "2026-11-30T23:59:60%2B01:00"])
    func `an invalid leap second is rejected with a hint, in JSON and in a query`(
        time: String
    ) throws {
        let json = api.post("/v1/evaluations", #"{"chain":"x","at":"\#(time.replacing("%2B", with: "+"))"}"#)
        let headers = [("Content-Type", "application/x-pem-file")]
        let query = api.send("POST", "/v1/evaluations?at=\(time)", headers: headers, body: Array("x".utf8))
        for answer in [json, query] {
            #expect(answer.status == 400)
            #expect(answer.text.contains("only valid at 23:59:60 UTC on the last day of a month"), "\(answer.text)")
        }
    }

    @Test func `every HTTP failure has a distinct problem`() throws {
        let failures: [(HTTPFailure, Int)] = [
            (.malformedRequest("x"), 400), (.bodyTooLarge(limit: 1), 413), (.unsupportedTransferEncoding("gzip"), 501),
            (.expectationFailed, 417), (.requestTimeout, 408), (.tooManyConnections(retryAfterSeconds: 3), 503),
            (.tooManyConnectionsFromAddress(retryAfterSeconds: 3), 429),
            (.tooManyBatchesFromAddress(retryAfterSeconds: 3), 429), (.tooManyBatches(retryAfterSeconds: 3), 503),
            (.tooManyBufferedBytes(retryAfterSeconds: 3), 503), (.tooManySuspended(retryAfterSeconds: 3), 503),
            (.tooManySuspendedOfClient(retryAfterSeconds: 3), 503),
            (.answerTimeout(retryAfterSeconds: 3), 503), (.outdated(retryAfterSeconds: 3), 503),
            (.stoppedWhileSuspended(retryAfterSeconds: 3), 503),
        ]
        for (failure, status) in failures {
            let answer = Answer(api.responder.response(to: failure))
            #expect(answer.status == status)
            #expect(answer.object["status"] as? Int == status)
            if status == 503 || status == 429 { #expect(answer.response.headers["Retry-After"] == "3") }
        }
    }
}

@Suite struct `Requests from browsers` {
    let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    @Test(arguments: [
        "127.0.0.1:8778", "127.0.0.1", "localhost", "LOCALHOST:8778", "localhost.", "[::1]:8778", "192.0.2.7",
        "trust.example:80",
    ])
    func `are accepted for an address, localhost and configured names`(host: String) {
        #expect(api.send("GET", "/livez", headers: [("Host", host)]).status == 200)
    }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::1", "localhost:x", "",
        "evil.example:8778",
    ])
    func `are rejected for a foreign Host (DNS rebinding)`(host: String) {
        let answer = api.send("GET", "/livez", headers: [("Host", host)])
        #expect(answer.status == 403)
        #expect(answer.code == "foreignHost")
    }

    @Test func `may have any Host over a Unix socket`() {
        #expect(api.send("GET", "/livez", headers: [("Host", "anything")], peer: .unix(uid: 0)).status == 200)
    }

    @Test(arguments: [
        "https://evil.example", "null", "http://127.0.0.1", "http://localhost:8778", "https://127.0.0.1",
        "ftp://127.0.0.1:8778",
    ])
    func `are rejected for a foreign Origin`(origin: String) {
        let answer = api.send("GET", "/livez", headers: [("Origin", origin)])
        #expect(answer.code == "foreignOrigin")
    }

    @Test(arguments: ["http", "https"])
    func `are accepted for the origin of the service, also behind a proxy with TLS`(scheme: String) {
        #expect(api.send("GET", "/livez", headers: [("Origin", "\(scheme)://127.0.0.1:8778")]).status == 200)
    }
}
