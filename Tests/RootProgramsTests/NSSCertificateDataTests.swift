import RootPrograms
import Testing
import TrustTestSupport

@Suite struct `Import of certdata.txt` {
    private typealias Files = RootProgramFiles

    private let root: TestCertificate
    private let pin: String

    init() throws {
        root = try Files.root("NSS Root")
        pin = try Files.pin(root)
    }

    private func entry(_ alternatives: [String], _ pin: String? = nil, _ name: String = "NSS Root") -> [String] {
        ["  # CN=\(name)", "  - anchor: \"\(pin ?? self.pin)\""]
            + (alternatives.isEmpty
                ? ["    anyOf: []"] : ["    anyOf:"] + alternatives.map { "      - {\($0)}" })
            + ["    source: \"Test\""]
    }

    @Test func `a date after which servers are distrusted becomes the last notBefore`() {
        let result = ImportResult.nss([
            Files.certificate(
                root,
                "A",
                Files.date("SERVER", "241130235959Z") + "CKA_NSS_EMAIL_DISTRUST_AFTER CK_BBOOL CK_FALSE\n"
            ),
            Files.trust("A", server: "TRUSTED_DELEGATOR", email: "TRUSTED_DELEGATOR"),
        ])
        #expect(result.error == nil && result.warnings == [])
        #expect(
            result.entries
                == entry([
                    #"leafNotBeforeUntil: "2024-11-30T23:59:59Z", purposes: ["serverAuth"]"#,
                    #"purposes: ["emailProtection"]"#,
                ])
        )
    }

    @Test func `a date in the trust object counts too, and the earlier date applies`() {
        let result = ImportResult.nss([
            // The trust object need not follow its certificate.
            Files.trust(
                "A",
                server: "TRUSTED_DELEGATOR",
                email: "MUST_VERIFY_TRUST",
                Files.date("SERVER", "260415235959Z")
            ),
            Files.certificate(root, "A", Files.date("SERVER", "20270101000000Z")),
        ])
        #expect(
            result.entries == entry([#"leafNotBeforeUntil: "2026-04-15T23:59:59Z", purposes: ["serverAuth"]"#]),
            "\(result)"
        )
    }

    @Test(arguments: ["MUST_VERIFY_TRUST", "NOT_TRUSTED", "TRUSTED", "TRUST_UNKNOWN"])
    func `a root without trust for any purpose is fully distrusted`(value: String) {
        let result = ImportResult.nss([Files.certificate(root, "A"), Files.trust("A", server: value, email: value)])
        #expect(result.entries == entry([]), "\(result)")
    }

    @Test func `a root without a trust object is fully distrusted, with a warning`() {
        let result = ImportResult.nss([
            Files.certificate(root, "A"), Files.trust("B", server: "NOT_TRUSTED", email: "NOT_TRUSTED"),
        ])
        #expect(result.entries == entry([]))
        #expect(result.warnings.count == 2)
        #expect(result.warnings.first?.contains("the trust of \"B\" is not translated") == true, "\(result.warnings)")
        #expect(result.warnings.last?.contains("\"A\" has no trust object: it is fully distrusted") == true)
    }

    @Test func `the document is sorted by key, independently of the order of the file`() throws {
        let other = try Files.root("Another Root")
        let first = [Files.certificate(root, "A"), Files.trust("A", server: "TRUSTED_DELEGATOR", email: "NOT_TRUSTED")]
        let second = [
            Files.certificate(other, "B"), Files.trust("B", server: "TRUSTED_DELEGATOR", email: "NOT_TRUSTED"),
        ]
        let result = ImportResult.nss(first + second)
        #expect(result.entries.count == 10 && result.entries == ImportResult.nss(second + first).entries)
    }

    @Test func `errors name the line`() {
        let prefix = "BEGINDATA\nCKA_CLASS CK_OBJECT_CLASS CKO_NSS_TRUST\n"
        let certificate = Files.object("CKO_CERTIFICATE", "A", "CKA_VALUE MULTILINE_OCTAL\n\\060\nEND")
        let rows: [(text: String, error: String)] = [
            ("", "1: the file has no objects after BEGINDATA"),
            ("hello", "1: expected BEGINDATA: the file is not NSS's certdata.txt"),
            ("# x\nBEGINDATA\nCKA_TOKEN CK_BBOOL CK_TRUE", "3: the first attribute of an object must be CKA_CLASS"),
            (prefix + "CKA_ISSUER", "3: expected an attribute: a name, a type and a value"),
            (prefix + "CKA_ISSUER MULTILINE_OCTAL\n\\400\nEND", "4: expected octets such as \\060 up to \\377, or END"),
            (prefix + "CKA_ISSUER MULTILINE_OCTAL\n\\06\nEND", "4: expected octets such as \\060 up to \\377, or END"),
            (prefix + "CKA_ISSUER MULTILINE_OCTAL\n\\060", "3: the MULTILINE_OCTAL value has no END"),
            (prefix + "CKA_LABEL UTF8 \"a\"\nCKA_LABEL UTF8 \"b\"", "4: the object has CKA_LABEL twice"),
            (prefix, "2: the object has no CKA_ISSUER"),
            ("BEGINDATA\nCKA_CLASS CK_OBJECT_CLASS CKO_NEW", "2: objects of the class `CKO_NEW` are unknown"),
        ]
        for row in rows { #expect(ImportResult.nss(bytes: Array(row.text.utf8)).error == row.error) }
        #expect(
            ImportResult.nss(bytes: Array(("BEGINDATA\n" + certificate).utf8)).error?
                .hasPrefix("2: the certificate of \"A\" is unreadable: ") == true
        )
    }

    @Test func `an unknown trust value and a malformed date are errors`() {
        let unknown = ImportResult.nss([
            Files.certificate(root, "A"), Files.trust("A", server: "SOMEWHAT_TRUSTED", email: "NOT_TRUSTED"),
        ])
        #expect(unknown.error?.hasSuffix(": CKA_TRUST_SERVER_AUTH has an unknown value") == true, "\(unknown)")
        for date in ["241131000000Z", "2411300000Z", "241130235959+", ""] {
            let result = ImportResult.nss([Files.certificate(root, "A", Files.date("SERVER", date))])
            #expect(
                result.error?.hasSuffix(": CKA_NSS_SERVER_DISTRUST_AFTER is not a date of the form YYMMDDHHMMSSZ")
                    == true,
                "\(date): \(result)"
            )
        }
        let flag = ImportResult.nss([Files.certificate(root, "A", "CKA_NSS_SERVER_DISTRUST_AFTER CK_BBOOL CK_TRUE")])
        #expect(flag.error?.hasSuffix("is neither CK_FALSE nor a date") == true, "\(flag)")
    }

    @Test func `values are bounded`() {
        let line = String(repeating: "\\060", count: 64) + "\n"
        let long =
            "BEGINDATA\nCKA_CLASS CK_OBJECT_CLASS CKO_DATA\nCKA_VALUE MULTILINE_OCTAL\n"
            + String(repeating: line, count: 1025) + "END\n"
        #expect(ImportResult.nss(bytes: Array(long.utf8)).error == "1028: the value is longer than 65536 bytes")
        let many = "BEGINDATA\n" + String(repeating: "CKA_CLASS CK_OBJECT_CLASS CKO_DATA\n", count: 10_001)
        #expect(ImportResult.nss(bytes: Array(many.utf8)).error == "10002: the file has more than 10000 objects")
    }
}
