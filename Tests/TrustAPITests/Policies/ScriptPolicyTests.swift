import Foundation
import MicrohttpdServer
import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI

/// Scripts of policies, from the document to the response.
@Suite struct `A script of a policy` {
    private static func document(_ more: String = "") -> String {
        """
        policies:
          scripted:
            evaluator: custom
            anchors: [ROOT]
            script: rule.lua
            \(more)
        """
    }

    private func api(_ script: String, _ more: String = "", caches: CacheSizes = CacheSizes()) throws -> APIFixture {
        try APIFixture(
            documents: ["house.yaml": Self.document(more), "rule.lua": script],
            caches: caches,
            scripts: true
        )
    }

    private func answer(_ api: APIFixture, _ members: [String: Any] = [:]) throws -> Answer {
        let base: [String: Any] = ["chain": api.chain, "host": "api.example.com", "policy": "house/scripted"]
        return try api.evaluate(base.merging(members) { $1 })
    }

    @Test func `is waived in report mode if it rejects, but not if it fails`() throws {
        for (script, isTrusted) in [
            ("function evaluate() return false end", true), ("function evaluate() error('x') end", false),
            ("function evaluate() while true do end end", false), ("function other() end", false),
        ] {
            let answer = try answer(api(script, "mode: report"))
            #expect(answer.trusted == isTrusted, "\(script): \(answer.text)")
            #expect(answer.reasonCodes.contains("policy.customRejected"))
        }
        let composite = """
            purpose: serverAuth
              both: {evaluator: composite, mode: report, allOf: [scripted, plain]}
              plain: {evaluator: default, anchors: [ROOT]}
            """
        let failing = try api("function evaluate() error('x') end", composite)
        #expect(try answer(failing, ["policy": "house/both"]).trusted == false)
    }

    @Test func `reads the path`() throws {
        let api = try api(
            """
            function evaluate(trust, host)
                local leaf, root = trust.path[1], trust.path[3]
                local names = {}
                for key in pairs(leaf) do names[#names + 1] = key end
                return false, leaf.subject.commonName .. " " .. leaf.keyType .. " " .. leaf.keyBits .. " "
                    .. leaf.signatureAlgorithm, {
                    count = #trust.path, dnsNames = leaf.dnsNames, isCA = leaf.isCA, rootIsAnchor = root.isAnchor,
                    fields = #names, host = host, set = trust.policy.set, days = (leaf.notAfter - leaf.notBefore + 1) // 86400,
                    issuer = leaf.issuer.commonName, critical = root.extensions["2.5.29.19"].critical,
                }
            end
            """
        )
        let answer = try answer(api)
        #expect(answer.errorCodes == ["policy.customRejected"], "\(answer.text)")
        let reason = try #require(answer.reasons.first)
        let facts = try #require(reason["facts"] as? [String: Any])
        #expect(facts["reason"] as? String == "api.example.com ec 256 ecdsaWithSHA256")
        #expect(facts["count"] as? Int == 3)
        #expect(facts["dnsNames"] as? [String] == ["api.example.com"])
        #expect(facts["isCA"] as? Bool == false)
        #expect(facts["rootIsAnchor"] as? Bool == true)
        #expect(facts["fields"] as? Int == 17)
        #expect(facts["host"] as? String == "api.example.com")
        #expect(facts["set"] as? String == "house")
        #expect(facts["issuer"] as? String == "API Test Issuing")
        #expect(facts["critical"] as? Bool == true)
        #expect(facts["script"] as? String == "rule.lua")
    }

    @Test func `is a load error with the line if it is broken, and the previous policies remain`() throws {
        let api = try api("function evaluate() return true end")
        #expect(try answer(api).trusted == true)
        #expect {
            try api.write("function evaluate()\n  return tru e\nend", to: "rule.lua")
        } throws: { error in
            let problems = (error as? PolicyLoadError)?.problems.map(\.description) ?? []
            return problems.count == 1 && problems[0].hasPrefix("house.yaml:5: /policies/scripted/script: ")
                && problems[0].hasSuffix("/rule.lua: line 2: 'end' expected (to close 'function' at line 1) near 'e'")
        }
        #expect(try answer(api).trusted == true)
        let status = api.send("GET", "/v1/status").text
        #expect(status.contains("line 2: 'end' expected"))
        try api.write("function evaluate() return false end", to: "rule.lua")
        #expect(try answer(api).trusted == false)
    }

    @Test func `changes the revision of its set`() throws {
        let api = try api("function evaluate() return true end")
        let before = try #require(api.store.snapshot.policySet(named: "house")?.revision)
        try api.write("function evaluate() return true  end", to: "rule.lua")
        #expect(api.store.snapshot.policySet(named: "house")?.revision != before)
    }

    @Test func `is remembered as long as it allows, also for a requested time`() throws {
        let body = """
            function evaluate(trust)
                return trust.at % 2 == 0, "odd"
            end
            """
        for (span, seconds) in [("", nil), ("cacheFor = 3600\n", 3600)] as [(String, Int?)] {
            let api = try api(span + body, caches: CacheSizes(verdicts: 10, certificates: 10, signatures: 10))
            let at = APIFixture.now.secondsSince1970
            #expect(at % 2 == 0)
            let first = try answer(api)
            #expect(first.trusted == true, "\(first.text)")
            let control = seconds.map { "private, max-age=\($0)" } ?? "no-store"
            #expect(first.response.headers["Cache-Control"] == control)
            api.clock.now = api.clock.now.adding(seconds: 1)
            // With `cacheFor`, the earlier decision may be used.
            #expect(try answer(api).trusted == (seconds != nil))
            api.clock.now = api.clock.now.adding(seconds: 3600)
            #expect(try answer(api).trusted == false)
        }
    }

    @Test func `gives the same verdicts with and without caches`() throws {
        let scripts = [
            "function evaluate() return true end", "cacheFor = 60 function evaluate() return true end",
            "cacheFor = 60 function evaluate() return false, 'no' end", "function evaluate() error('x') end",
            "cacheFor = 60 function evaluate(trust) return #trust.path == 3 end",
        ]
        for script in scripts {
            let plain = try api(script)
            let cached = try APIFixture(
                documents: ["house.yaml": Self.document(), "rule.lua": script],
                caches: CacheSizes(verdicts: 10, certificates: 10, signatures: 10),
                like: plain,
                scripts: true
            )
            for second in 0..<4 {
                for members in [[:], ["host": "other.example"], ["at": "2026-01-02T00:00:00Z"]] as [[String: Any]] {
                    let (left, right) = (try answer(plain, members), try answer(cached, members))
                    #expect(left.reasonCodes == right.reasonCodes, "\(script) \(second)")
                    #expect(left.trusted == right.trusted)
                }
                plain.clock.now = plain.clock.now.adding(seconds: 40)
                cached.clock.now = cached.clock.now.adding(seconds: 40)
            }
        }
    }

    @Test func `is counted if it fails`() throws {
        let api = try api("function evaluate() error('x') end")
        for _ in 1...3 { _ = try answer(api) }
        let metrics = api.send("GET", "/metrics").text
        #expect(metrics.contains("anchord_script_failures_total{policy=\"house/scripted\",failure=\"error\"} 3\n"))
    }

    @Test func `is refused while scripts are disabled, and in requests`() throws {
        #expect {
            try APIFixture(documents: ["house.yaml": Self.document(), "rule.lua": ""])
        } throws: { error in
            let problems = (error as? PolicyLoadError)?.problems.map(\.description) ?? []
            return problems == [
                "house.yaml:5: /policies/scripted/script: scripts are disabled: set `scripts: {enabled: true}` in the "
                    + "configuration"
            ]
        }
        let api = try api("function evaluate() return true end")
        for policy in [
            ["evaluator": "custom", "script": "rule.lua"],
            ["evaluator": "composite", "anyOf": [["evaluator": "custom", "script": "rule.lua"]]],
        ] as [[String: Any]] {
            let answer = try answer(api, ["policy": policy])
            #expect(answer.code == "invalidPolicy")
            #expect(answer.text.contains("scripts are allowed only in policy sets, not in requests"))
        }
    }

    @Test(arguments: [
        (
            "allowedClients: {uris: [\"spiffe://corp.example/**\"]}",
            "anyone could send a certificate with an allowed name"
        ),
        ("profile: spiffe", "anyone could send a certificate with a SPIFFE ID"),
        ("revocation: {requirePositiveResponse: true}", "`requirePositiveResponse` has no effect"),
    ])
    func `alone cannot name clients`(key: String, message: String) throws {
        #expect {
            try api("function evaluate() return true end", "validateCertificateChain: false\n    \(key)")
        } throws: { error in
            "\(error)".contains(message)
        }
    }

    @Test func `is given DNS names in lower case`() throws {
        let api = try api(
            "function evaluate(trust) return not trust.path[1].dnsNames[2]:endswith('.forbidden.example'), 'no' end"
        )
        let leaf = try api.issuing.issueLeaf("api.example.com") {
            $0.subjectAlternativeNames.append(.dns("WWW.Forbidden.EXAMPLE"))
        }
        let answer = try answer(api, ["chain": leaf.pem + api.issuing.certificate.pem])
        #expect(answer.errorCodes == ["policy.customRejected"], "\(answer.text)")
    }

    @Test func `is not remembered longer than it allows`() throws {
        let api = try api(
            "cacheFor = 2 function evaluate(trust) return true end",
            caches: CacheSizes(verdicts: 10, certificates: 10, signatures: 10)
        )
        for members in [[:], ["at": "2026-01-02T00:00:00Z"]] as [[String: Any]] {
            var identifiers: [Int] = []
            for _ in 0..<4 {
                let control = try answer(api, members).response.headers["Cache-Control"] ?? ""
                identifiers.append(Int(control.split(separator: "=").last ?? "") ?? -1)
                api.clock.now = api.clock.now.adding(seconds: 1)
            }
            // The script is asked again after two seconds, and clients may not add to this time.
            #expect(identifiers == [2, 1, 2, 1], "\(members)")
        }
    }

    @Test func `is bounded in number`() throws {
        let members = (1...9).map { _ in "{evaluator: custom, script: rule.lua}" }.joined(separator: ", ")
        #expect {
            try APIFixture(
                documents: [
                    "house.yaml": "policies:\n  many: {evaluator: composite, allOf: [\(members)]}\n",
                    "rule.lua": "function evaluate() return true end",
                ],
                scripts: true
            )
        } throws: { error in
            "\(error)".contains("the policy has 9 scripts in total; at most 8 are allowed")
        }
    }

    @Test func `alone decides only if the document says so, with a warning at load`() throws {
        let api = try api("function evaluate(trust) return true end", "validateCertificateChain: false")
        let stranger = try TestAuthority.root("Stranger").certificate.pem
        let answer = try answer(api, ["chain": stranger, "host": "other.example"])
        #expect(answer.trusted == true, "\(answer.text)")
        #expect(answer.reasonCodes.contains("hazard.scriptOnly"))
        let warnings = api.store.snapshot.policySet(named: "house")?.warnings.map(\.description) ?? []
        #expect(warnings.contains { $0.contains("hazard.scriptOnly") })
    }
}
