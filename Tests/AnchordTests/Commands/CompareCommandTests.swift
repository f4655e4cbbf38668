import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord compare` {
    private let directory: TemporaryDirectory
    private let issuing: TestAuthority
    private let old: String

    init() throws {
        directory = try TemporaryDirectory()
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        issuing = try root.issueAuthority("Issuing", key: .shared(.ecdsaP256, "intermediate"))
        let leaf = try issuing.issueLeaf("www.example.com", key: .shared(.ecdsaP256, "leaf"))
        old = try directory.write("old.pem", leaf.pem + issuing.certificate.pem)
    }

    private func compare(_ arguments: String..., input: String = "") throws -> AnchordProgram.Result {
        try AnchordProgram.run(["compare"] + arguments, input: input)
    }

    private func chain(
        _ host: String = "www.example.com",
        key: String = "leaf",
        by authority: TestAuthority? = nil,
        names: [TestGeneralName]? = nil
    ) throws -> String {
        let authority = authority ?? issuing
        let leaf = try authority.issueLeaf(host, key: .shared(.ecdsaP256, key)) {
            if let names { $0.subjectAlternativeNames = names }
        }
        return try directory.write("new.pem", leaf.pem + authority.certificate.pem)
    }

    private func pin(_ key: String) throws -> String {
        let certificate = try TestAuthority.root("Any", key: .shared(.ecdsaP256, key)).certificate
        return "sha256/" + TestPEM.base64(try certificate.keyPin())
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `exits with 0 if keys and names are kept`() throws {
        let result = try compare(old, try chain())
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("old  CN=www.example.com, valid 2025-12-02T00:00:00Z to 2026-03-02T00:00:00Z"))
        let facts = ["leaf key: same", "issuing CA key: same", "pins kept: 2", "pins lost: 0", "names kept: 1"]
        #expect(facts.allSatisfy(lines.contains), "\(result.output)")
        #expect(lines.last == "nothing was lost")
    }

    @Test func `exits with 1 for a lost key, unless the pins in use are kept`() throws {
        let new = try chain(key: "stranger")
        let result = try compare(old, new)
        #expect(result.status == 1)
        #expect(result.output.contains("leaf key: changed\nissuing CA key: same\n"))
        #expect(try result.output.contains("pins lost: 1\n  \(pin("leaf"))  CN=www.example.com\npins gained: 1\n"))
        #expect(result.output.hasSuffix("lost: a name, or a key that may be pinned\n"))
        #expect(try compare(old, new, "--pin", pin("intermediate")).status == 0)
        let missing = try compare(old, new, "--pin", pin("intermediate"), "--pin", pin("leaf"))
        #expect(missing.status == 1)
        #expect(try missing.output.contains("\nrequired pin missing: \(pin("leaf"))\n"))
    }

    @Test func `exits with 1 for a lost name, which a wildcard can cover`() throws {
        #expect(try compare(old, try chain("*.example.com")).status == 0)
        #expect(try compare(old, try chain("WWW.example.com")).status == 0)
        for host in ["*.www.example.com", "*.com", "example.com"] {
            let result = try compare(old, try chain(host))
            #expect(result.status == 1, "\(host)")
            #expect(result.output.contains("names lost: 1\n  DNS name \"www.example.com\"\nnames gained: 1\n"))
        }
    }

    @Test func `prints an object with --json`() throws {
        let other = try TestAuthority.root("Other", key: .shared(.ecdsaP256, "stranger"))
        let result = try compare(old, try chain(by: other, names: [.dns("api.example.com")]), "--json")
        #expect(result.status == 1)
        let object = try object(result.output)
        #expect(object["keepsAll"] as? Bool == false)
        #expect(object["leafKey"] as? String == "same" && object["issuerKey"] as? String == "changed")
        let pins = try #require(object["pins"] as? [String: [String]])
        #expect(try pins == ["kept": [pin("leaf")], "lost": [pin("intermediate")], "gained": [pin("stranger")]])
        let names = try #require(object["names"] as? [String: [String]])
        #expect(names["lost"] == [#"DNS name "www.example.com""#] && names["kept"] == [])
        #expect((object["new"] as? [String: Any])?["notAfter"] != nil)
        #expect(object["missingPins"] as? [String] == [])
    }

    @Test func `compares a file with a server, and reports a missing issuer as unknown`() throws {
        let served = try ServedChain()
        let server = try TLSTestServer(served.arguments(omitsIntermediate: true))
        let result = try compare(old, "127.0.0.1:\(server.port)")
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains("leaf key: same\nissuing CA key: unknown, because a chain has no issuing CA\n"))
    }

    @Test func `prints no control characters, and no forged lines, from names`() throws {
        let hostile = "\u{1B}[2J\nnothing was lost\u{202E}"
        let new = try chain(names: [.dns(hostile), .email(hostile)])
        let result = try compare(old, new)
        #expect(result.status == 1)
        #expect(!result.output.contains("\nnothing was lost"))
        #expect(try compare(old, new, "--json").status == 1)
    }

    @Test(arguments: [
        ["compare"], ["compare", "a.pem"], ["compare", "-", "-"], ["compare", "a.pem", "b.pem"],
        ["compare", "a.pem", "b.pem", "--pin", "sha256/AAAA"], ["compare", "/dev/null", "/dev/null"],
    ])
    func `exits with 2 for an invalid command line or file`(arguments: [String]) throws {
        let result = try AnchordProgram.run(arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
    }
}
