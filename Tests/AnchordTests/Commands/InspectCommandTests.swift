import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord inspect` {
    private let chain: ServedChain

    init() throws { chain = try ServedChain() }

    private var chainText: String { chain.leaf.pem + chain.issuing.certificate.pem + chain.root.certificate.pem }

    private func inspect(_ arguments: String..., input: String = "") throws -> AnchordProgram.Result {
        try AnchordProgram.run(["inspect"] + arguments, input: input)
    }

    private func hex(_ certificate: TestCertificate) throws -> String {
        try certificate.fingerprint().map { String(format: "%02x", $0) }.joined()
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `prints the contents of each certificate of a file`() throws {
        let result = try inspect(try chain.directory.write("chain.pem", chainText))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
        let blocks = result.output.components(separatedBy: "\n\n")
        #expect(blocks.count == 3)
        let lines = blocks[0].split(separator: "\n").map(String.init)
        #expect(lines.first == "Certificate 0, end entity: CN=www.example.com")
        for line in [
            "  issuer      CN=Issuing", "  key         ellipticCurve P-256",
            "  names       DNS name \"www.example.com\"", "  sha256      \(try hex(chain.leaf))",
            "  pin         sha256/" + TestPEM.base64(try chain.leaf.keyPin()),
        ] {
            #expect(lines.contains(line), "\(line): \(blocks[0])")
        }
        #expect(lines.contains { $0.hasPrefix("  valid       2025-12-02T00:00:00Z to 2026-03-02T00:00:00Z (expired ") })
        #expect(blocks[1].hasPrefix("Certificate 1, CA"))
        #expect(blocks[2].hasPrefix("Certificate 2, root"))
    }

    @Test func `prints the JSON of the API`() throws {
        let result = try inspect("-", "--json", input: chainText)
        #expect(result.status == 0, "\(result.errors)")
        let certificates = try object(result.output)["certificates"] as? [[String: Any]] ?? []
        let expected = try [chain.leaf, chain.issuing.certificate, chain.root.certificate].map(hex)
        #expect(certificates.compactMap { $0["sha256"] as? String } == expected)
        #expect(try object(result.output)["pinPlan"] != nil)
    }

    @Test func `shows the certificates of a server, named by host and port or by a URL`() throws {
        let server = try TLSTestServer(chain.arguments())
        for name in ["127.0.0.1:\(server.port)", "https://127.0.0.1:\(server.port)/path"] {
            let result = try inspect(name)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.hasPrefix("Certificate 0, end entity: CN=www.example.com\n"))
            #expect(try result.output.contains(hex(chain.issuing.certificate)))
        }
    }

    @Test func `prints no control characters, and no forged lines, from names`() throws {
        let hostile = "\u{1B}[2J\nCertificate 1, root: CN=x\u{202E}"
        let leaf = try chain.issuing.issueLeaf("a.example", key: .shared(.ecdsaP256, "leaf")) {
            $0.subject = .commonName(hostile)
            $0.subjectAlternativeNames = [.dns(hostile), .email(hostile)]
        }
        let result = try inspect("-", input: leaf.pem)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
        #expect(!result.output.contains("\nCertificate 1"))
        #expect(try inspect("-", "--json", input: leaf.pem).status == 0)
    }

    @Test(arguments: [
        (["inspect"], "Missing expected argument"),
        (["inspect", "chian.pem"], "`chian.pem` is neither a file nor a server"),
        (["inspect", "127.0.0.1:1"], "refused the connection"),
        (["inspect", "a:1", "--timeout", "0s"], "valid timeout"),
        (["inspect", "/dev/null"], "/dev/null: "),
    ])
    func `exits with 2 for an invalid command line, file or server`(arguments: [String], message: String) throws {
        let result = try AnchordProgram.run(arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
