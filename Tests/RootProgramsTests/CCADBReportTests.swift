import RootPrograms
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@Suite struct `Import of a CCADB report` {
    private static let header =
        "Common Name or Certificate Name,SHA-256 Fingerprint,Trust Bits,Distrust for TLS After Date,"
        + "Distrust for S/MIME After Date,Mozilla Applied Constraints,PEM Info"
    private let root: TestCertificate
    private let digest: String
    private let pin: String

    init() throws {
        root = try RootProgramFiles.root("CCADB Root")
        digest = SHA256.fingerprint(of: root.der[...]).hex.uppercased()
        pin = try RootProgramFiles.pin(root)
    }

    private func row(_ bits: String, _ tls: String = "", _ email: String = "", _ constraints: String = "") -> String {
        "\"A \"\"quoted\"\", name\",\(digest),\(bits),\(tls),\(email),\"\(constraints)\",\"'\(root.pem)'\"\r\n"
    }

    private func result(_ row: String) -> ImportResult { .ccadb(Self.header + "\r\n" + row) }

    private func entry(_ alternatives: [String]) -> [String] {
        ["  # CN=CCADB Root", "  - anchor: \"\(pin)\""]
            + (alternatives.isEmpty ? ["    anyOf: []"] : ["    anyOf:"] + alternatives.map { "      - {\($0)}" })
            + ["    source: \"Test\""]
    }

    @Test func `distrust dates become the last second of a day, and trust bits purposes`() {
        let server = #"leafNotBeforeUntil: "2024-11-30T23:59:59Z", purposes: ["serverAuth"]"#
        let email = #"leafNotBeforeUntil: "2025-01-02T23:59:59Z", purposes: ["emailProtection"]"#
        #expect(result(row("Websites;Email", "2024.11.30", "2025-01-02")).entries == entry([server, email]))
        #expect(result(row("Websites", "2024.11.30")).entries == entry([server]))
        #expect(result(row("Websites;Email")).entries == entry([#"purposes: ["serverAuth", "emailProtection"]"#]))
        #expect(result(row("All Trust Bits Turned Off")).entries == entry([]))
        #expect(result(row("")).entries == entry([]))
    }

    @Test func `applied constraints limit the names of servers, and exclude other purposes with a warning`() {
        let result = result(row("Websites;Email", "", "", "*.tr"))
        #expect(result.entries == entry([#"dnsNames: ["**.tr"], purposes: ["serverAuth"]"#]))
        #expect(
            result.warnings == [
                "2: CN=CCADB Root is trusted for serverAuth only: documents cannot express its constraints on names for other purposes"
            ]
        )
    }

    @Test func `a report without trust bits is for websites and email`() {
        let text = "\u{FEFF}\"PEM\",\"Distrust for TLS After Date\"\n\"'\(root.pem)'\",2024.11.30\n\n"
        #expect(
            ImportResult.ccadb(text).entries
                == entry([
                    #"leafNotBeforeUntil: "2024-11-30T23:59:59Z", purposes: ["serverAuth"]"#,
                    #"purposes: ["emailProtection"]"#,
                ])
        )
    }

    @Test func `errors name the line`() {
        let rows: [(text: String, error: String)] = [
            ("", "1: the file is empty"),
            (
                "Owner,Trust Bits\nA,Websites\n",
                "1: there is no column with certificates (PEM Info): choose a report with PEM, because the keys of the anchors are needed"
            ),
            ("PEM,Owner\n", "1: there is neither a column Distrust for TLS After Date nor a column Trust Bits"),
            ("PEM,PEM Info,Trust Bits\n", "1: the column PEM Info occurs twice"),
            ("PEM,Trust Bits\n\n\"a\nb\"\n", "3: the record has 1 fields; the header has 2"),
            ("PEM,Trust Bits\n\"a", "2: the quoted field has no end"),
            ("PEM,Trust Bits\na\"b,c", "2: a field with a quote must be quoted as a whole"),
            ("PEM,Trust Bits\n\"a\"b,c", "2: expected a comma or the end of the line after the quoted field"),
            ("PEM,Trust Bits\n" + String(repeating: ",", count: 500), "2: the record has more than 500 fields"),
        ]
        for row in rows { #expect(ImportResult.ccadb(row.text).error == row.error, "\(row.text)") }
        #expect(
            ImportResult.ccadb("PEM,Trust Bits\nx,Websites\n").error?.hasPrefix("2: the certificate is unreadable: ")
                == true
        )
        #expect(result(row("Website")).error == "2: unknown trust bit `Website`")
        #expect(
            result(row("Websites", "30.11.2024")).error
                == "2: Distrust for TLS After Date `30.11.2024` is not a day such as 2024.11.30"
        )
        // The written document must be valid, so each name must be a host. An address is not a DNS name.
        for constraint in ["b!", "2024.11.30", "*.2024.11.30", "192.0.2.1", ".", String(repeating: "a", count: 64)] {
            #expect(
                result(row("Websites", "", "", "a \(constraint)")).error
                    == "2: the applied constraint `\(constraint)` is not a DNS name"
            )
        }
        let other = row("Websites").replacing(digest, with: String(repeating: "AB", count: 32))
        #expect(result(other).error == "2: SHA-256 Fingerprint is not that of the certificate")
    }
}
