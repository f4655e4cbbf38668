import Foundation
import Testing
import TrustModel
import TrustTestSupport

/// Tests of verdicts under policies with constraints.
@Suite struct `A policy with constraints` {
    private let scene: ConstraintScene

    init() throws {
        scene = try ConstraintScene()
    }

    private static let rsa = ["key": ["types": ["rsa"]]]
    private static let curve = ["key": ["types": ["ec"]]]

    @Test func `reports each violation separately, in the order of the keys`() throws {
        let answer = try scene.answer([
            "leaf": ["key": ["types": ["rsa"], "minimumBits": 512], "uris": ["none": ["spiffe://a.example/**"]]],
            "anchor": Self.rsa, "allOf": [["issuer": Self.rsa], ["every": Self.rsa]],
        ])
        #expect(
            Set(answer.violations) == [
                "0 leaf/uris/none: no name that matches spiffe://a.example/** → spiffe://a.example/api",
                "0 leaf/key/types: rsa → ec", "0 leaf/key/minimumBits: at least 512 bits → 256 bits",
                "2 anchor/key/types: rsa → ec", "1 allOf/0/issuer/key/types: rsa → ec",
                "0 allOf/1/every/key/types: rsa → ec", "1 allOf/1/every/key/types: rsa → ec",
                "2 allOf/1/every/key/types: rsa → ec",
            ]
        )
        #expect(answer.violations.count == 8 && answer.trusted == false)
    }

    @Test func `limits the number and the length of violations`() throws {
        let matchers = (0..<40).map { number in
            ["leaf": ["subject": ["commonName": String(repeating: "\(number % 10)", count: 128)]]]
        }
        let answer = try scene.answer(["allOf": matchers])
        #expect(answer.violations.count == 32)
        let digits = String(repeating: "0", count: 64)
        #expect(answer.violations.first == "0 allOf/0/leaf/subject/commonName: \"\(digits)…\" → api.example.com")
    }

    @Test func `applies without maximumLifetime to other codes, and with it to time.validityTooLong`() throws {
        let answer = try scene.answer(["maximumLifetime": "90d", "leaf": Self.curve])
        #expect(answer.errorCodes == ["time.validityTooLong"])
        let ignored = try scene.answer(["maximumLifetime": "90d"], ["checks": ["time.validityTooLong": "ignore"]])
        #expect(ignored.trusted == true)
        // In a list, it is a constraint like the others.
        let nested = try scene.answer(
            ["not": ["maximumLifetime": "91d"]],
            ["checks": ["time.validityTooLong": "ignore"]]
        )
        #expect(nested.violations == ["- not: not met → met"])
    }

    @Test func `combines constraints with allOf, anyOf and not, nested eight levels deep`() throws {
        func nested(_ levels: Int, _ inner: [String: Any]) -> [String: Any] {
            (0..<levels).reduce(inner) { inner, _ in ["not": inner] }
        }
        #expect(try scene.answer(nested(8, ["leaf": Self.curve])).trusted == true)
        #expect(try scene.answer(nested(8, ["leaf": Self.rsa])).violations == ["- not: not met → met"])
        #expect(try scene.answer(nested(7, ["leaf": Self.rsa])).trusted == true)
        let pointer = String(repeating: "/not", count: 9)
        #expect(
            try scene.answer(nested(9, ["leaf": Self.curve])).problems
                == ["/policy/constraints\(pointer): constraints are nested more than 8 levels deep"]
        )
        let alternatives: [[String: Any]] = [["leaf": Self.rsa], ["not": ["leaf": Self.rsa]]]
        #expect(try scene.answer(["anyOf": alternatives]).trusted == true)
        #expect(try scene.answer(["not": ["anyOf": alternatives]]).violations == ["- not: not met → met"])
        #expect(
            try scene.answer(["anyOf": [["allOf": alternatives], ["some": Self.rsa]]]).violations
                == ["- anyOf: one of 2 alternatives → none"]
        )
    }

    @Test func `requires an issuer and an anchor only if the path must have them`() throws {
        let alone = try TestAuthority.root("Alone", key: .shared(.ecdsaP256, "constraints alone")) {
            $0.subjectAlternativeNames = [.dns("api.example.com")]
        }
        let anchored: [String: Any] = ["anchors": [alone.certificate.pem]]
        let issuer = try scene.answer(["issuer": Self.curve], anchored, chain: alone.certificate.pem)
        #expect(issuer.violations == ["- issuer: an issuer in the path → a path of one certificate"])
        let opposite = try scene.answer(["not": ["issuer": Self.rsa]], anchored, chain: alone.certificate.pem)
        #expect(opposite.violations == ["- not: not met → uncertain"])
        #expect(try scene.answer(["anchor": Self.curve], anchored, chain: alone.certificate.pem).violations == [])
        let unanchored = try scene.answer(["anchor": Self.curve], chain: alone.certificate.pem)
        #expect(unanchored.violations == ["- anchor: a trust anchor in the path → a path without a trust anchor"])
    }

    @Test func `cannot be relaxed by checks or exceptions`() throws {
        let constraints = ["leaf": Self.rsa]
        let checks = try scene.answer(constraints, ["checks": ["policy.constraintViolated": "warning"]])
        #expect(
            checks.problems == [
                "/policy/checks/policy.constraintViolated: `policy.constraintViolated` has no severity that `checks` can "
                    + "set: remove it"
            ]
        )
        let path = [scene.leaf, scene.api.issuing.certificate, scene.api.root.certificate]
        var exception: [String: Any] = [
            "codes": ["policy.constraintViolated"], "chain": try path.map { Hexadecimal.encode(try $0.fingerprint()) },
            "host": "api.example.com", "until": "2026-01-02",
        ]
        #expect(try scene.answer(constraints, ["exceptions": [exception]]).status == 400)
        exception["codes"] = ["host.mismatch", "time.validityTooLong"]
        let answer = try scene.answer(
            ["leaf": Self.rsa, "maximumLifetime": "1d"],
            ["exceptions": [exception]],
            explain: true
        )
        #expect(answer.errorCodes.sorted() == ["policy.constraintViolated", "time.validityTooLong"])
        #expect(answer.trusted == false && answer.object["exceptionOffer"] == nil)
    }

    @Test func `is allowed in report mode, with the real verdict`() throws {
        let answer = try scene.answer(["leaf": Self.rsa], ["mode": "report"])
        #expect(answer.object["verdict"] as? String == "untrusted" && answer.object["action"] as? String == "allow")
        #expect(answer.violations.count == 1)
    }

    @Test func `is decided by the members of composites, with pointers to their constraints`() throws {
        let anchors = [scene.api.root.certificate.pem]
        let (strict, open): ([String: Any], [String: Any]) = (
            ["evaluator": "default", "anchors": anchors, "constraints": ["leaf": Self.rsa]],
            ["evaluator": "default", "anchors": anchors]
        )
        func answer(_ rule: String) throws -> Answer {
            let policy: [String: Any] = ["evaluator": "composite", rule: [open, strict]]
            return try scene.api.evaluate(["chain": scene.chain, "host": "api.example.com", "policy": policy])
        }
        #expect(try answer("anyOf").trusted == true)
        let denied = try answer("allOf")
        let facts = try #require(denied.reasons.first?["facts"] as? [String: Any])
        #expect(facts["pointer"] as? String == "/policy/allOf/1/constraints/leaf/key/types")
        #expect(facts["members"] as? [String] == ["1"])
    }

    @Test func `of a policy set is reported with pointers into the document, and with values of files`() throws {
        try scene.api.write(Array("# Retired\n0a1b\n".utf8), to: "retired.txt")
        try scene.api.write(
            """
            policies:
              corporate:
                evaluator: default
                constraints:
                  leaf: {key: {minimumBits: 2048}}
                  not: {leaf: {serialNumbers: {file: retired.txt}}}
            """,
            to: "payments.yaml"
        )
        let request = ["chain": scene.chain, "host": "api.example.com", "policy": "payments/corporate"]
        let facts = try scene.api.evaluate(request).reasons.compactMap { $0["facts"] as? [String: String] }
        #expect(
            Set(facts) == [
                [
                    "pointer": "/policies/corporate/constraints/leaf/key/minimumBits", "expected": "at least 2048 bits",
                    "found": "256 bits",
                ],
                ["pointer": "/policies/corporate/constraints/not", "expected": "not met", "found": "met"],
            ]
        )
    }

    @Test func `has a check in explanations`() throws {
        func check(_ constraints: Any) throws -> [String: String]? {
            let checks = try scene.answer(constraints, explain: true).object["checks"] as? [[String: String]]
            return checks?.first { $0["name"] == "constraints" }
        }
        let passed = try check(["leaf": Self.curve])
        #expect(passed?["status"] == "pass" && passed?["why"] == "the path was compared with the policy's constraints")
        let failed = try check(["leaf": Self.rsa])
        #expect(failed?["status"] == "fail")
        #expect(failed?["why"]?.contains("violates the constraint at /policy/constraints/leaf/key/types") == true)
        let skipped = try check(["maximumLifetime": "1d"])
        #expect(
            skipped?["status"] == "skip" && skipped?["why"] == "the policy has no constraints besides maximumLifetime"
        )
    }

    @Test func `has its violations in text answers`() throws {
        let policy: [String: Any] = [
            "evaluator": "default", "anchors": [scene.api.root.certificate.pem], "constraints": ["leaf": Self.rsa],
        ]
        let text = scene.api.post(
            "/v1/evaluations",
            try APIFixture.json(["chain": scene.chain, "host": "api.example.com", "policy": policy]),
            headers: [("Accept", "text/plain")]
        ).text
        #expect(
            text.contains(
                "error policy.constraintViolated: certificate 0: CN=api.example.com,O=Example violates the constraint at "
                    + "/policy/constraints/leaf/key/types: expected rsa, found ec. "
            ),
            "\(text)"
        )
    }

    @Test(arguments: [
        (#"{}"#, "/policy/constraints: the mapping is empty: add a constraint, such as `leaf`"),
        (#"[]"#, "/policy/constraints: expected a mapping, found a list"),
        (#"{"leef": {}}"#, "/policy/constraints/leef: unknown key `leef`; did you mean `leaf`?"),
        (
            #"{"maximumLifetime": "7d", "minimumRemaining": "7d"}"#,
            "/policy/constraints/minimumRemaining: no certificate could be accepted: its remaining validity is less than "
                + "`maximumLifetime`"
        ),
        (
            #"{"leaf": {"dnsNames": {"every": ["*.a.example", "b.example"], "none": ["**.a.example", "b.example"]}}}"#,
            "/policy/constraints/leaf/dnsNames/every: no certificate could match: `none` excludes every name that `every` "
                + "allows"
        ),
        (
            #"{"leaf": {"uris": {"some": ["urn:a:b"], "none": ["urn:a:b"]}}}"#,
            "/policy/constraints/leaf/uris/some: no certificate could match: `none` excludes every name that `some` allows"
        ),
        (
            #"{"leaf": {"key": {"types": ["ec"], "minimumBits": 2048}}}"#,
            "/policy/constraints/leaf/key: no key could match: no type of key meets all of `types`, `minimumBits` and "
                + "`curves`"
        ),
        (
            #"{"leaf": {"key": {"curves": ["P-256"], "minimumBits": 384}}}"#,
            "/policy/constraints/leaf/key: no key could match: no type of key meets all of `types`, `minimumBits` and "
                + "`curves`"
        ),
        (
            #"{"leaf": {"sha256": {"file": "list.txt"}}}"#,
            "/policy/constraints/leaf/sha256/file: file names are allowed only in policy sets"
        ),
        (
            #"{"leaf": {"sha256": {"files": "list.txt", "file": "a"}}}"#,
            "/policy/constraints/leaf/sha256/files: unknown key `files`; did you mean `file`?"
        ),
    ])
    func `is rejected if it is empty or contradictory, or has unknown keys or files`(
        constraints: String,
        problem: String
    ) throws {
        let refused = try scene.answer(ConstraintScene.nest(constraints, at: ""))
        #expect(refused.status == 400)
        #expect(refused.problems.first == problem)
    }

    @Test func `cannot be given to evaluators that build no path`() throws {
        let composite: [String: Any] = ["evaluator": "composite", "allOf": [["evaluator": "disabled"]]]
        for policy in [["evaluator": "disabled"], composite, ["evaluator": "default", "compatibility": "alamofire5"]] {
            let refused = try scene.answer(["leaf": Self.curve], policy.merging(["anchors": NSNull()]) { $1 })
            #expect(
                refused.problems.contains { $0.hasPrefix("/policy/constraints: the key `constraints`") },
                "\(refused.text)"
            )
        }
    }
}
