import RootPrograms
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@Suite struct `Import of root_store.textproto` {
    private let root: TestCertificate
    private let digest: String
    private let pin: String

    init() throws {
        root = try RootProgramFiles.root("Chrome Root")
        digest = SHA256.fingerprint(of: root.der[...]).hex
        pin = try RootProgramFiles.pin(root)
    }

    private func result(_ fields: String) throws -> ImportResult {
        try .chrome("# Roots\nversion_major: 5\ntrust_anchors {\n  sha256_hex: \"\(digest)\"\n\(fields)\n}\n", [root])
    }

    private func entry(_ alternatives: [String]) -> [String] {
        ["  # CN=Chrome Root", "  - anchor: \"\(pin)\""]
            + (alternatives.isEmpty ? ["    anyOf: []"] : ["    anyOf:"] + alternatives.map { "      - {\($0)}" })
            + ["    source: \"Test\""]
    }

    @Test func `constraint sets become alternatives`() throws {
        let result = try result(
            """
              ev_policy_oids: "2.23.140.1.1"
              constraints: { sct_not_after_sec: 1732967999 permitted_dns_names: ["tr", ".example.com"] }
              constraints < validity_starts_not_after_sec: 1732967999; >
              display_name: "A \\"quoted\\" " 'name'
            """
        )
        #expect(result.error == nil && result.warnings == [])
        #expect(
            result.entries
                == entry([
                    #"sctNotAfter: "2024-11-30T11:59:59Z", dnsNames: ["tr", "**.tr", "**.example.com"]"#,
                    #"leafNotBeforeUntil: "2024-11-30T11:59:59Z""#,
                ])
        )
    }

    @Test func `the newest version is assumed, so that sets of older versions are omitted`() throws {
        let result = try result(
            "constraints { sct_not_after_sec: 1 min_version: \"139\" }\nconstraints { max_version_exclusive: \"139\" }"
        )
        #expect(result.entries == entry([#"sctNotAfter: "1970-01-01T00:00:01Z""#]))
        #expect(
            result.warnings == [
                "5: min_version is ignored: the newest version of Chrome is assumed",
                "6: the constraint set is omitted: only older versions of Chrome use it",
            ]
        )
    }

    @Test(arguments: ["sct_all_after_sec", "validity_starts_after_sec"])
    func `a set that documents cannot express is omitted, and without other sets the anchor is distrusted`(
        field: String
    ) throws {
        let result = try result("constraints {\n\(field): 1 sct_not_after_sec: 5 }")
        #expect(result.entries == entry([]))
        #expect(
            result.warnings == [
                "6: the constraint set is omitted: documents cannot express \(field)",
                "3: CN=Chrome Root is fully distrusted: no constraint set remains",
            ]
        )
    }

    @Test func `an anchor without constraints, or with a set without conditions on certificates, is not constrained`()
        throws
    {
        for fields in [
            "", "constraints { }", "constraints { sct_not_after_sec: 1 } constraints { min_version: \"1\" }",
        ] {
            let result = try result(fields)
            #expect(result.error == nil && result.entries == [], "\(fields): \(result)")
        }
    }

    @Test func `additional certificates count only as trust anchors for TLS`() throws {
        let constrained = "sha256_hex: \"\(digest)\" constraints { sct_not_after_sec: 1 }"
        for (flag, count) in [("", 0), ("tls_trust_anchor: true", 5), ("tls_trust_anchor: false", 0)] {
            let text = "trust_anchors { sha256_hex: \"\(digest)\" }\nadditional_certs { \(constrained) \(flag) }"
            #expect(try ImportResult.chrome(text, [root]).entries.count == count, "\(flag)")
        }
    }

    @Test func `errors name the line`() throws {
        let rows: [(text: String, error: String)] = [
            ("", "1: the file has no trust_anchors: it is not root_store.textproto"),
            ("\nother: 1", "2: the field `other` is unknown here; it may restrict trust"),
            ("trust_anchors { x: 1 }", "1: the field `x` is unknown here; it may restrict trust"),
            ("trust_anchors {\n\n}", "1: the anchor has 0 sha256_hex instead of one"),
            ("trust_anchors {\n", "2: the message has no end"),
            ("trust_anchors { sha256_hex: \"ab\" }", "1: sha256_hex is not 64 hexadecimal digits"),
            ("trust_anchors { sha256_hex: \"a\n\" }", "1: the string has no end"),
            (
                "trust_anchors { sha256_hex: \"\\x00\" }",
                "1: the string has an escape sequence other than a quote or a backslash"
            ),
            ("trust_anchors { constraints: 5 }", "1: constraints has a value of the wrong type"),
            ("trust_anchors \"x\"", "1: expected `:` before the value"),
            ("trust_anchors: [1 2]", "1: expected `,` or `]` in the list of trust_anchors"),
            ("{", "1: expected the name of a field"),
            (String(repeating: "a {", count: 9), "1: messages are nested more than 8 levels deep"),
        ]
        for row in rows { #expect(try ImportResult.chrome(row.text).error == row.error, "\(row.text)") }
        #expect(
            try result("constraints { sct_not_after_sec: -1 }").error
                == "5: sct_not_after_sec is not a number of seconds since 1970"
        )
        #expect(
            try result("constraints { permitted_dns_names: \"a..b\" }").error
                == "5: permitted_dns_names is not a DNS name"
        )
        #expect(
            try result("constraints {\nnew_condition: 1 }").error
                == "6: the field `new_condition` is unknown here; it may restrict trust"
        )
        let missing = "trust_anchors {\n sha256_hex: \"\(digest)\" constraints { sct_not_after_sec: 1 } }"
        #expect(
            try ImportResult.chrome(missing).error
                == "1: the certificate \(digest) is not in the file of certificates, so that its key is unknown"
        )
    }
}
