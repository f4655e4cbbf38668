import Foundation
import MicrohttpdServer
import Testing
import TrustAPI
import TrustTestSupport

@Suite struct `POST /v1/evaluations` {
    let api: APIFixture

    init() throws {
        api = try APIFixture(documents: [
            "payments.yaml": """
            hosts:
              api.example.com: pinned
            policies:
              pinned:
                evaluator: default
                anchors: [ROOT]
            """,
            "lenient.yaml": """
            otherwise: performDefaultHandling
            policies: {off: {evaluator: disabled}}
            """,
        ])
    }

    @Test func `a valid chain is trusted, and the verdict names its trust anchor`() throws {
        let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com"])
        #expect(answer.status == 200)
        #expect(answer.trusted == true)
        #expect(answer.object["verdict"] as? String == "trusted")
        #expect(answer.object["action"] as? String == "allow")
        #expect(answer.object["disposition"] as? String == "useCredential")
        #expect(answer.object["result"] as? String == "unspecified")
        #expect(answer.reasonCodes == ["notice.anchor"])
        let path = try #require(answer.object["path"] as? [[String: Any]])
        #expect(path.compactMap { $0["origin"] as? String } == ["request", "request", "anchor"])
        #expect(answer.response.headers["Cache-Control"] == "private, max-age=3600")
    }

    @Test func `clients may reuse a trusted verdict for the configured time, also a repeated one`() throws {
        let api = try APIFixture(adjust: { $0.longestReuse = 120 })
        for _ in 1...3 {
            let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com"])
            #expect(answer.response.headers["Cache-Control"] == "private, max-age=120")
        }
    }

    @Test func `two simultaneous errors are both reported with their positions`() throws {
        let answer = try api.evaluate([
            "chain": api.chain, "host": "www.example.com", "at": "2027-01-01T00:00:00Z",
        ])
        #expect(answer.trusted == false)
        #expect(answer.reasonCodes == ["time.expired", "host.mismatch"])
        #expect(answer.reasons.compactMap { $0["depth"] as? Int } == [0, 0])
        #expect(answer.object["result"] as? String == "recoverableTrustFailure")
        #expect(answer.response.headers["Cache-Control"] == "no-store")
    }

    @Test func `every reason has a message, a remedy and a reference`() throws {
        let answer = try api.evaluate(["chain": [api.leaf.pem], "host": "www.example.com"])
        #expect(Set(answer.reasonCodes) == ["chain.issuerNotFound", "host.mismatch"])
        for reason in answer.reasons {
            for member in ["message", "remedy", "reference", "severity"] {
                #expect((reason[member] as? String)?.isEmpty == false, "\(member) of \(reason)")
            }
        }
    }

    @Test func `PEM text, an array of PEM and base64 DER are the same chain`() throws {
        let der = TestPEM.base64(api.leaf.der)
        let forms: [Any] = [
            api.chain, [api.leaf.pem, api.issuing.certificate.pem], [der, api.issuing.certificate.pem],
            api.chain.replacing("\n", with: "\r\n"), "Subject: x\n\n" + api.chain + "\ntrailing text",
        ]
        for form in forms {
            let answer = try api.evaluate(["chain": form, "host": "api.example.com"])
            #expect(answer.trusted == true, "\(form)")
        }
    }

    @Test func `the order of the certificates after the leaf does not matter`() throws {
        let others = [api.issuing.certificate.pem, api.root.certificate.pem, api.leaf.pem]
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
            let chain = [api.leaf.pem] + order.map { others[$0] }
            let answer = try api.evaluate(["chain": chain, "host": "api.example.com"])
            #expect(answer.trusted == true)
            #expect((answer.object["path"] as? [Any])?.count == 3)
        }
    }

    @Test func `explain lists all checks with explanations`() throws {
        let plain = try api.evaluate(["chain": api.chain, "host": "api.example.com"])
        #expect(plain.object["checks"] == nil)
        let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "explain": true])
        let checks = try #require(answer.object["checks"] as? [[String: Any]])
        #expect(checks.count > 10)
        #expect(checks.allSatisfy { ($0["why"] as? String)?.isEmpty == false })
        #expect(answer.object["rejectedPaths"] is [Any])
    }

    @Test func `a nonce is copied to the verdict, which is not cached`() throws {
        let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "nonce": "n-1"])
        #expect(answer.object["nonce"] as? String == "n-1")
        #expect(answer.response.headers["Cache-Control"] == "no-store")
    }

    @Test func `a nonce has at most 64 characters in JSON and in a query`() throws {
        for (length, status) in [(64, 200), (65, 400)] {
            let nonce = String(repeating: "n", count: length)
            #expect(try api.evaluate(["chain": api.chain, "host": "api.example.com", "nonce": nonce]).status == status)
            let answer = api.send(
                "POST",
                "/v1/evaluations?host=api.example.com&nonce=\(nonce)",
                headers: [("Content-Type", "application/x-pem-file")],
                body: Array(api.chain.utf8)
            )
            #expect(answer.status == status)
        }
    }

    @Test func `text responses escape control characters from certificates`() throws {
        let root = try TestAuthority.root("Root")
        let leaf = try root.issueLeaf("api.example.com") {
            $0.subjectAlternativeNames = [.dns("a\u{1B}[2Jb\u{7}.example")]
        }
        let answer = api.send(
            "POST",
            "/v1/evaluations?host=api.example.com",
            headers: [("Content-Type", "application/x-pem-file"), ("Accept", "text/plain")],
            body: Array(leaf.pem.utf8)
        )
        #expect(answer.text.contains("host.mismatch"))
        #expect(answer.text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    }

    @Test func `decision identifiers are unique version 7 UUIDs`() throws {
        let ids = try (0..<50).map { _ in
            try #require(api.evaluate(["chain": api.chain, "host": "api.example.com"]).object["id"] as? String)
        }
        #expect(Set(ids).count == 50)
        #expect(
            ids.allSatisfy {
                $0.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
            }
        )
    }

    @Test func `a host rule selects the policy and is reported`() throws {
        let answer = try api.evaluate(["chain": api.chain, "host": "API.example.com.", "policy": "payments"])
        let policy = try #require(answer.object["policy"] as? [String: Any])
        #expect(answer.trusted == true)
        #expect(policy["set"] as? String == "payments")
        #expect(policy["name"] as? String == "pinned")
        #expect(policy["rule"] as? String == "api.example.com")
    }

    @Test func `a verdict names the matching host rule, or otherwise if none matched`() throws {
        let api = try APIFixture(documents: [
            "rules.yaml": """
            hosts: {a.example: deny, b.example: performDefaultHandling, c.example: otherwise, "*.example": open}
            policies: {open: {evaluator: disabled}}
            """
        ])
        let expected = [
            ("a.example", "deny", "a.example"), ("b.example", "default", "b.example"),
            ("c.example", "deny", "otherwise"), ("d.example", "allow", "*.example"),
            ("example.org", "deny", "otherwise"),
        ]
        for (host, action, rule) in expected {
            let answer = try api.evaluate(["chain": api.chain, "host": host, "policy": "rules"])
            #expect(answer.object["action"] as? String == action)
            #expect((answer.object["policy"] as? [String: Any])?["rule"] as? String == rule)
        }
        let named = try api.evaluate(["chain": api.chain, "policy": "rules/open"])
        #expect((named.object["policy"] as? [String: Any])?["rule"] == nil)
    }

    @Test func `a host without a policy is denied (Alamofire allHostsMustBeEvaluated)`() throws {
        let answer = try api.evaluate(["chain": api.chain, "host": "other.example.com", "policy": "payments"])
        #expect(answer.trusted == false)
        #expect(answer.reasonCodes == ["policy.noMatch"])
        #expect(answer.object["result"] as? String == "deny")
        #expect(answer.object["action"] as? String == "deny")
    }

    @Test func `performDefaultHandling defers to the client and is not trusted`() throws {
        let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "policy": "lenient"])
        #expect(answer.trusted == false)
        #expect(answer.object["action"] as? String == "default")
        #expect(answer.object["disposition"] as? String == "performDefaultHandling")
        #expect(answer.object["verdict"] as? String == "indeterminate")
    }

    @Test func `disabled accepts everything and warns in every verdict`() throws {
        let answer = try api.evaluate(["chain": [api.leaf.pem], "policy": "lenient/off"])
        #expect(answer.trusted == true)
        #expect(answer.reasonCodes == ["policy.disabled"])
        #expect(answer.reasons.first?["severity"] as? String == "warning")
        #expect(answer.object["result"] as? String == "proceed")
    }

    @Test func `an inline policy contains its own anchors`() throws {
        let stranger = try TestAuthority.root("Stranger Root")
        let good = try api.evaluate([
            "chain": api.chain, "host": "api.example.com",
            "policy": ["evaluator": "default", "anchors": [api.root.certificate.pem]],
        ])
        #expect(good.trusted == true)
        #expect((good.object["policy"] as? [String: Any])?["inline"] as? Bool == true)
        let foreign = try api.evaluate([
            "chain": api.chain + api.root.certificate.pem, "host": "api.example.com",
            "policy": ["evaluator": "default", "anchors": [stranger.certificate.pem]],
        ])
        #expect(foreign.reasonCodes == ["chain.untrustedRoot"])
    }

    @Test func `appleSSL limits lifetimes under system trust anchors, even if the policy lists them`() throws {
        let life: TestAuthority.Edit = { $0.notAfter = $0.notBefore.adding(days: 399) }
        let long = try api.issuing.issueLeaf("api.example.com", edit: life)
        let chain = long.pem + api.issuing.certificate.pem
        let ofSystem = api.root.certificate.pem
        let policies: [[String: Any]] = [
            ["evaluator": "default", "profile": "appleSSL"],
            ["evaluator": "default", "profile": "appleSSL", "anchors": [ofSystem]],
            ["evaluator": "pinCertificates", "compatibility": "alamofire4", "certificates": [ofSystem]],
        ]
        for policy in policies {
            let answer = try api.evaluate(["chain": chain, "host": "api.example.com", "policy": policy])
            #expect(answer.trusted == false)
            #expect(answer.reasonCodes.contains("time.validityTooLong"), "\(answer.text)")
        }
        let own = try TestAuthority.root("Own Root")
        let other = try api.evaluate([
            "chain": try own.issueLeaf("api.example.com", edit: life).pem, "host": "api.example.com.",
            "policy": ["evaluator": "default", "profile": "appleSSL", "anchors": [own.certificate.pem]],
        ])
        #expect(other.reasonCodes == ["notice.anchor"])
    }

    @Test func `null is the same as absent`() throws {
        let answer = try api.evaluate([
            "chain": api.chain, "host": "api.example.com", "policy": NSNull(), "at": NSNull(), "explain": NSNull(),
        ])
        #expect(answer.trusted == true)
    }

    @Test func `an invalid host name does not bypass the host rules of a set`() throws {
        let rules = """
            hosts: {api.example.com: deny}
            otherwise: open
            policies: {open: {evaluator: default, validateHost: false}}
            """
        let api = try APIFixture(documents: [
            "rules.yaml": rules, "left.yaml": "hosts: {api.example.com: deny}\notherwise: performDefaultHandling\n",
            "norules.yaml": "otherwise: open\npolicies: {open: {evaluator: default, validateHost: false}}\n",
        ])
        for host in ["api.example.com..", "api.example.com:443", "https://api.example.com", "10.0.0.256"] {
            for policy in ["rules", "left"] {
                let answer = try api.evaluate(["chain": api.chain, "host": host, "policy": policy])
                #expect(answer.reasonCodes == ["host.invalid"], "\(host)")
                #expect(answer.object["action"] as? String == "deny")
                #expect(answer.object["result"] as? String == "recoverableTrustFailure")
                #expect((answer.object["policy"] as? [String: Any])?["set"] as? String == policy)
            }
            #expect(try api.evaluate(["chain": api.chain, "host": host, "policy": "norules"]).trusted == true)
        }
        #expect(try api.evaluate(["chain": api.chain, "host": "b.example.com", "policy": "rules"]).trusted == true)
    }

    @Test func `an invalid host name results in a verdict, not an error`() throws {
        for host in [".example.com", "https://api.example.com", "api.example.com:443", "*.example.com", "1.2.3.256"] {
            let answer = try api.evaluate(["chain": api.chain, "host": host])
            #expect(answer.status == 200)
            #expect(answer.reasonCodes.first == "host.invalid", "\(host)")
            #expect(answer.trusted == false)
        }
    }
}

@Suite struct `POST /v1/evaluations with a PEM body` {
    let api: APIFixture
    let type = [("Content-Type", "application/x-pem-file")]

    init() throws {
        api = try APIFixture()
    }

    @Test func `host, policy, at and explain are query parameters`() throws {
        let answer = api.send(
            "POST",
            "/v1/evaluations?host=api.example.com&policy=system&at=2026-01-01T00:00:00Z&explain=1",
            headers: type,
            body: Array(api.chain.utf8)
        )
        #expect(answer.trusted == true)
        #expect(answer.object["evaluatedAt"] as? String == "2026-01-01T00:00:00Z")
        #expect(answer.object["checks"] is [Any])
    }

    @Test func `a text response has one line per reason, with indented details`() throws {
        let answer = api.send(
            "POST",
            "/v1/evaluations?host=www.example.com&at=2027-01-01T00:00:00Z",
            headers: type + [("Accept", "text/plain")],
            body: Array(api.chain.utf8)
        )
        let lines = answer.text.split(separator: "\n")
        #expect(lines.count { !$0.hasPrefix("  ") } == 3)
        #expect(lines[0].hasPrefix("untrusted: deny (recoverableTrustFailure, policy system/"))
        #expect(lines[1].hasPrefix("error time.expired: certificate 0: "))
        #expect(lines[2].hasPrefix("  valid from "))
        #expect(lines[3].hasPrefix("error host.mismatch: certificate 0: "))
    }

    @Test func `failOnUntrusted returns status 403 with the verdict, for curl -f`() throws {
        let bad = api.send(
            "POST",
            "/v1/evaluations?host=www.example.com&failOnUntrusted=1",
            headers: type,
            body: Array(api.chain.utf8)
        )
        #expect(bad.status == 403)
        #expect(bad.trusted == false)
        let good = api.send(
            "POST",
            "/v1/evaluations?host=api.example.com&failOnUntrusted=1",
            headers: type,
            body: Array(api.chain.utf8)
        )
        #expect(good.status == 200)
    }

    @Test(arguments: ["application/json", "text/plain"])
    func `header fields state the outcome and the action, which no problem has`(accepted: String) {
        let fields = ["Anchord-Verdict", "Anchord-Action"]
        func values(host: String, failing: Bool = false, origin: [(String, String)] = []) -> [String?] {
            let answer = api.send(
                "POST",
                "/v1/evaluations?host=\(host)" + (failing ? "&failOnUntrusted=1" : ""),
                headers: type + [("Accept", accepted)] + origin,
                body: Array(api.chain.utf8)
            )
            return ["\(answer.status)"] + fields.map { answer.response.headers[$0] }
        }
        for _ in 1...3 {
            #expect(values(host: "api.example.com") == ["200", "trusted", "allow"])
            #expect(values(host: "www.example.com") == ["200", "untrusted", "deny"])
            #expect(values(host: "www.example.com", failing: true) == ["403", "untrusted", "deny"])
        }
        #expect(values(host: "api.example.com", origin: [("Origin", "https://www.example.com")]) == ["403", nil, nil])
    }

    @Test func `a DER body is accepted`() throws {
        let answer = api.send("POST", "/v1/evaluations?host=api.example.com", headers: type, body: api.leaf.der)
        #expect(answer.reasonCodes == ["chain.issuerNotFound"])
    }

    @Test(arguments: ["application/pkix-cert", "application/pem-certificate-chain", "Application/PKIX-Cert; x=y"])
    func `a DER certificate has a media type of its own`(type: String) throws {
        let answer = api.send(
            "POST",
            "/v1/evaluations?host=api.example.com",
            headers: [("Content-Type", type)],
            body: api.leaf.der
        )
        #expect(answer.reasonCodes == ["chain.issuerNotFound"])
        let more = api.send(
            "POST",
            "/v1/evaluations?host=api.example.com",
            headers: [("Content-Type", type)],
            body: api.leaf.der + api.issuing.certificate.der
        )
        #expect(more.code == "malformedCertificate")
    }

    @Test(arguments: ["application/pkcs7-mime", "application/pkcs7-mime; smime-type=certs-only; name=chain.p7c"])
    func `a PKCS #7 bundle has a media type of its own`(type: String) throws {
        let answer = api.send(
            "POST",
            "/v1/evaluations?host=api.example.com",
            headers: [("Content-Type", type)],
            body: TestPKCS7([api.leaf, api.issuing.certificate]).der
        )
        #expect(answer.trusted == true)
    }

    @Test(arguments: ["hosts=a", "host=a&host=b", "explain=maybe", "at=yesterday", "policy=No Such"])
    func `an invalid query is rejected with the parameter name`(query: String) throws {
        let encoded = query.replacing(" ", with: "%20")
        let answer = api.send("POST", "/v1/evaluations?\(encoded)", headers: type, body: Array(api.chain.utf8))
        #expect(answer.status == 400)
        #expect(answer.code == "invalidRequest")
        #expect(answer.pointers == ["/query/\(query.split(separator: "=")[0])"])
    }
}
