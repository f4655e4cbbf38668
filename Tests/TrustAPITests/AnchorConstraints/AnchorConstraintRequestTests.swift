import Foundation
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustAPI

/// The key `anchorConstraints` of policies, from outside.
@Suite struct `Anchor constraints of a policy` {
    private let api: APIFixture
    private let key: String

    init() throws {
        api = try APIFixture(
            caches: CacheSizes(verdicts: 10, certificates: 10, signatures: 10),
            anchorConstraints: "anchorConstraints: [{anchor: \"KEY\", anyOf: [{purposes: [any]}]}]"
        )
        key = api.rootKey
    }

    private func answer(
        _ constraints: Any,
        _ keys: [String: Any] = [:],
        _ members: [String: Any] = [:]
    ) throws -> Answer {
        let policy: [String: Any] = [
            "evaluator": "default", "anchors": [api.root.certificate.pem], "anchorConstraints": constraints,
        ]
        let base: [String: Any] = [
            "chain": api.chain, "host": "api.example.com", "policy": policy.merging(keys) { $1 },
        ]
        return try api.evaluate(base.merging(members) { $1 })
    }

    private func constraint(_ alternatives: [[String: Any]]) -> [[String: Any]] {
        [["anchor": key, "anyOf": alternatives, "source": "NSS 3.110", "asOf": "2026-10-01"]]
    }

    @Test func `a day means its last second`() throws {
        // The leaf's notBefore is 2025-12-02T00:00:00Z.
        for (day, isAllowed) in [
            ("2025-12-01", false), ("2025-12-02", true), ("2025-12-01T23:59:59Z", false),
            ("2025-12-02T00:00:00Z", true),
        ] {
            let answer = try answer(constraint([["leafNotBeforeUntil": day]]))
            #expect(answer.trusted == isAllowed, "\(day): \(answer.text)")
            #expect(answer.errorCodes == (isAllowed ? [] : ["chain.anchorConstrained"]), "\(day)")
        }
        for (at, isAllowed) in [("2026-01-01T23:59:59Z", true), ("2026-01-02T00:00:00Z", false)] {
            #expect(try answer(constraint([["until": "2026-01-01"]]), [:], ["at": at]).trusted == isAllowed, "\(at)")
        }
    }

    @Test func `a verdict names the anchor, the failed conditions, the source and its date`() throws {
        let answer = try answer(constraint([["leafNotBeforeUntil": "2024-11-30"], ["sctNotAfter": "2024-11-12"]]))
        #expect(answer.status == 200)
        let reason = try #require(answer.reasons.first)
        #expect(reason["code"] as? String == "chain.anchorConstrained")
        #expect(reason["severity"] as? String == "error" && reason["depth"] as? Int == 2)
        #expect(answer.object["result"] as? String == "recoverableTrustFailure")
        let facts = try #require(reason["facts"] as? [String: Any])
        #expect(facts["anchor"] as? String == key)
        #expect(facts["source"] as? String == "NSS 3.110" && facts["asOf"] as? String == "2026-10-01")
        #expect(
            facts["alternatives"] as? [String] == [
                "leafNotBeforeUntil: notBefore of the leaf is 2025-12-02T00:00:00Z, after 2024-11-30T23:59:59Z",
                "sctNotAfter: an SCT not after 2024-11-12T23:59:59Z is required, but no log list is configured "
                    + "(evidence.logList)",
            ]
        )
    }

    @Test func `checks can downgrade the code, and an exception can accept it`() throws {
        let distrusted = constraint([])
        let warned = try answer(distrusted, ["checks": ["chain.anchorConstrained": "warning"]])
        #expect(warned.trusted == true && warned.reasonCodes.contains("chain.anchorConstrained"), "\(warned.text)")
        let path = try (answer(distrusted).object["path"] as? [[String: Any]] ?? []).compactMap {
            $0["sha256"] as? String
        }
        let exception: [String: Any] = [
            "codes": ["chain.anchorConstrained"], "chain": path, "host": "api.example.com", "until": "2027-01-01",
        ]
        let excepted = try answer(distrusted, ["exceptions": [exception]])
        #expect(excepted.trusted == true && excepted.reasonCodes.contains("notice.exception"), "\(excepted.text)")
    }

    @Test func `members of a composite have constraints of their own`() throws {
        let free: [String: Any] = ["evaluator": "default", "anchors": [api.root.certificate.pem]]
        let bound = free.merging(["anchorConstraints": constraint([])]) { $1 }
        for (kind, isAllowed) in [("anyOf", true), ("allOf", false)] {
            let policy: [String: Any] = ["evaluator": "composite", kind: [bound, free]]
            let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "policy": policy])
            #expect(answer.trusted == isAllowed, "\(kind): \(answer.text)")
        }
    }

    @Test func `a cached answer ends with the condition until`() throws {
        let end = APIFixture.now.adding(seconds: 5)
        let constraints = constraint([["until": end.description]])
        #expect(try answer(constraints).object["validUntil"] as? String == end.description)
        #expect(try answer(constraints).trusted == true)
        api.clock.now = end
        #expect(try answer(constraints).trusted == true)
        api.clock.now = end.adding(seconds: 1)
        #expect(try answer(constraints).errorCodes == ["chain.anchorConstrained"])
    }

    @Test func `an anchor can be given as its certificate`() throws {
        let pem = api.root.certificate.pem
        let other = try TestAuthority.root("Other").certificate.pem
        #expect(try answer([["anchor": pem, "anyOf": [Any]()]]).errorCodes == ["chain.anchorConstrained"])
        #expect(try answer([["anchor": other, "anyOf": [Any]()]]).trusted == true)
    }

    /// Invalid values of the key, and the errors in order.
    static let invalid: [(json: String, problems: [String])] = [
        ("[]", [": the list is empty: add an item or omit the key"]),
        ("{}", [": expected a list, found a mapping"]),
        (
            "[{}]",
            [
                "/0: the key `anchor` is missing: expected `sha256/` and the base64 of a public key's SHA-256, or a file",
                "/0: the key `anyOf` is missing: expected a list of alternatives, empty for full distrust",
            ]
        ),
        (
            #"[{"anchor": "KEY", "anyOf": [{}]}]"#,
            ["/0/anyOf/0: the alternative has no condition, so that it allows every path: add one, such as `purposes`"]
        ),
        (
            #"[{"anchor": "KEY", "anyOf": [{"leafNotBeforeUntill": "2024-01-01"}], "sources": "x"}]"#,
            [
                "/0/sources: unknown key `sources`; did you mean `source`?",
                "/0/anyOf/0/leafNotBeforeUntill: unknown key `leafNotBeforeUntill`; did you mean `leafNotBeforeUntil`?",
            ]
        ),
        (
            #"[{"anchor": "KEY", "anyOf": [{"until": "2024-02-30"}]}]"#,
            [
                "/0/anyOf/0/until: expected a time such as 2026-11-20T00:00:00Z or a day such as 2026-11-20, found `2024-02-30`"
            ]
        ),
        (
            #"[{"anchor": "KEY", "anyOf": [{"purposes": ["server"], "dnsNames": []}]}]"#,
            [
                "/0/anyOf/0/dnsNames: the list is empty: add an item or omit the key",
                "/0/anyOf/0/purposes/0: expected serverAuth, clientAuth, emailProtection, codeSigning, any or an object "
                    + "identifier, found `server`",
            ]
        ),
        (
            #"[{"anchor": "KEY", "anyOf": [{"dnsNames": ["10.0.0.1"]}]}]"#,
            ["/0/anyOf/0/dnsNames/0: expected a DNS name such as *.example.com, found the IP address `10.0.0.1`"]
        ),
        (
            #"[{"anchor": "sha256/AAAA", "anyOf": []}]"#,
            ["/0/anchor: expected the base64 of 32 bytes after `sha256/`, found 3 bytes in `sha256/AAAA`"]
        ),
        (
            #"[{"anchor": "root.pem", "anyOf": []}]"#,
            [
                "/0/anchor: the text is neither PEM nor base64 DER (file names are allowed only in policy sets): it has the form "
                    + "of a file name; give the contents of the file"
            ]
        ),
        (
            #"[{"anchor": "KEY", "anyOf": [], "source": "a\nb"}]"#,
            [#"/0/source: expected at most 256 bytes without control characters, found `a\nb`"#]
        ),
    ]

    @Test(arguments: invalid.indices) func `reports each invalid value exactly`(index: Int) throws {
        let (json, problems) = Self.invalid[index]
        let text = json.replacing("KEY", with: key)
        let constraints = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let answer = try answer(constraints)
        #expect([400, 422].contains(answer.status), "\(answer.text)")
        #expect(answer.problems.sorted() == problems.map { "/policy/anchorConstraints" + $0 }.sorted())
    }

    @Test func `bounds the constraints of a request`() throws {
        let alternative = ["until": "2030-01-01"]
        #expect(try answer(constraint(Array(repeating: alternative, count: 17))).status == 400)
        let many = Array(repeating: constraint([alternative])[0], count: 51)
        let answer = try answer(many)
        #expect(answer.status == 400)
        #expect(
            answer.text.contains("anchor constraints and alternatives in total; at most 100 are allowed"),
            "\(answer.text)"
        )
        #expect(try self.answer(Array(many.dropLast())).trusted == true)
    }
}
