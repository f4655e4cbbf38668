import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord pins` {
    private let directory: TemporaryDirectory
    private let root: TestAuthority
    private let issuing: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        directory = try TemporaryDirectory()
        root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        issuing = try root.issueAuthority("Issuing", key: .shared(.ecdsaP256, "intermediate"))
        leaf = try issuing.issueLeaf("www.example.com", key: .shared(.ecdsaP256, "leaf"))
    }

    private var chainText: String { leaf.pem + issuing.certificate.pem + root.certificate.pem }

    private func pins(_ arguments: String..., input: String = "") throws -> AnchordProgram.Result {
        try AnchordProgram.run(["pins"] + arguments, input: input)
    }

    private func pin(_ certificate: TestCertificate) throws -> String {
        "sha256/" + TestPEM.base64(try certificate.keyPin())
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// Returns the SHA-256 fingerprints of the described certificates, in order.
    private func fingerprints(_ result: AnchordProgram.Result) throws -> [String] {
        let certificates = try object(result.output)["certificates"] as? [[String: Any]] ?? []
        return certificates.compactMap { $0["sha256"] as? String }
    }

    private func hex(_ certificates: [TestCertificate]) throws -> [String] {
        try certificates.map { try $0.fingerprint().map { String(format: "%02x", $0) }.joined() }
    }

    @Test func `prints the plan for a file as text`() throws {
        let result = try pins(try directory.write("chain.pem", chainText))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("Certificate 0, leaf: CN=www.example.com\n  pin       \(try pin(leaf))\n"))
        let together = "\nPin together\n  \(try pin(issuing.certificate))\n  \(try pin(root.certificate))\n\n"
        #expect(result.output.contains(together))
        #expect(result.output.contains("\nPolicy\n  evaluator: pinPublicKeys\n  pins:\n    - \"sha256/"))
        #expect(result.errors == "")
    }

    @Test func `prints a policy that is valid in a policy set`() throws {
        let text = try pins("-", input: chainText).output
        let policy = try #require(text.firstRange(of: "\nPolicy\n")).upperBound
        let lines = text[policy...].split(separator: "\n").map { "  \($0)" }
        try directory.write("policies/own.yaml", "policies:\n  pinned:\n" + lines.joined(separator: "\n"))
        let anchors = try directory.write("root.pem", root.certificate.pem)
        let check = try AnchordProgram.run(
            ["policies", "check", directory.path + "/policies", "--system-anchors", anchors]
        )
        #expect(check.status == 0, "\(check.errors)")
        #expect(check.output.contains("policy pinned: "))
    }

    @Test func `prints the plan for standard input as the JSON of the API`() throws {
        let result = try pins("-", "--json", input: chainText)
        #expect(result.status == 0, "\(result.errors)")
        let plan = try #require(try object(result.output)["pinPlan"] as? [String: Any])
        #expect(plan["suggestedPins"] as? [String] == [try pin(issuing.certificate), try pin(root.certificate)])
        #expect(try fingerprints(result) == hex([leaf, issuing.certificate, root.certificate]))
    }

    @Test func `prints only the pins of public keys`() throws {
        let file = try directory.write("backup.pub", leaf.key.publicKeyPEM + root.key.publicKeyPEM)
        let result = try pins(file)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "\(try pin(leaf))\n\(try pin(root.certificate))\n")
        let json = try object(try pins(file, "--json").output)
        #expect(json["publicKeys"] as? [String] == [try pin(leaf), try pin(root.certificate)])
        #expect(json["pinPlan"] == nil)
    }

    @Test func `prefers an existing file over a server of the same name`() throws {
        let process = try AnchordProgram.run(["pins", try directory.write("example.com:443", chainText)])
        #expect(process.status == 0, "\(process.errors)")
        #expect(process.output.hasPrefix("Certificate 0, leaf"))
    }

    @Test func `reads the chain of a server and notes that it is not verified`() throws {
        let server = try TLSTestServer(serverArguments())
        let result = try pins("127.0.0.1:\(server.port)")
        #expect(result.status == 0, "\(result.errors)")
        let notice =
            "Certificates from 127.0.0.1:\(server.port), not verified: compare the pins with another source before you "
            + "use them.\n\n"
        #expect(result.output.hasPrefix(notice + "Certificate 0, leaf: CN=www.example.com\n"))
        #expect(try fingerprints(pins("127.0.0.1:\(server.port)", "--json")) == hex([leaf, issuing.certificate]))
    }

    @Test func `sends the server name in the handshake (RFC 6066 §3) and tries each of its addresses`() throws {
        let other = try issuing.issueLeaf("localhost", key: .shared(.ecdsaP256, "leaf"))
        let certificate = try directory.write("other.pem", other.pem)
        let key = try directory.write("other.key", try other.key.privateKeyPEM())
        let server = try TLSTestServer(
            serverArguments() + ["-servername", "localhost", "-cert2", certificate, "-key2", key]
        )
        #expect(try fingerprints(pins("localhost:\(server.port)", "--json")).first == hex([other]).first)
        #expect(try fingerprints(pins("127.0.0.1:\(server.port)", "--json")).first == hex([leaf]).first)
    }

    @Test func `sends the name of --server-name instead of the host`() throws {
        let other = try issuing.issueLeaf("other.example", key: .shared(.ecdsaP256, "leaf"))
        let certificate = try directory.write("other.pem", other.pem)
        let key = try directory.write("other.key", try other.key.privateKeyPEM())
        let server = try TLSTestServer(
            serverArguments() + ["-servername", "other.example", "-cert2", certificate, "-key2", key]
        )
        let result = try pins("127.0.0.1:\(server.port)", "--server-name", "other.example", "--json")
        #expect(try fingerprints(result).first == hex([other]).first)
        let file = try pins(certificate, "--server-name", "other.example")
        #expect(file.status == 2)
        #expect(file.errors.hasPrefix("anchord: --starttls and --server-name require a server, found the file `"))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `reads the certificates of a server that requires a client certificate`(version: String) throws {
        let server = try TLSTestServer(serverArguments() + [version, "-Verify", "1", "-verify_return_error"])
        #expect(try fingerprints(pins("127.0.0.1:\(server.port)", "--json")) == hex([leaf, issuing.certificate]))
    }

    private func serverArguments() throws -> [String] {
        [
            "-cert", try directory.write("leaf.pem", leaf.pem),
            "-key", try directory.write("leaf.key", try leaf.key.privateKeyPEM()),
            "-cert_chain", try directory.write("issuing.pem", issuing.certificate.pem),
        ]
    }

    @Test func `reports how far the handshake with a server came that presents no certificate`() throws {
        func refusal(_ port: Int, _ arguments: String...) throws -> String {
            let result = try AnchordProgram.run(["pins", "127.0.0.1:\(port)"] + arguments)
            #expect(result.status == 2)
            #expect(result.output == "")
            return result.errors.replacing("anchord: 127.0.0.1:\(port) ", with: "")
        }
        var plain: PlainTestServer? = try PlainTestServer(saying: "HTTP/1.1 400 Bad Request\r\n\r\n")
        let port = try #require(plain?.port)
        #expect(try refusal(port) == "did not answer with TLS on this port\n")
        plain = nil
        #expect(try refusal(port) == "refused the connection: no server is listening on the port\n")
        let ending = try PlainTestServer(saying: "")
        #expect(try refusal(ending.port) == "closed the connection before sending a certificate\n")
        let silent = try PlainTestServer()
        #expect(
            try refusal(silent.port, "--timeout", "1s")
                == "accepted the connection, but did not send a certificate in time\n"
        )
        let server = try TLSTestServer(["-nocert", "-psk", "00", "-tls1_2"])
        #expect(try refusal(server.port).hasPrefix("ended the handshake before sending a certificate: "))
    }

    /// A record of TLS 1.2 with a HelloRequest, which a client skips in a handshake (RFC 5246 section 7.4.1.1).
    private static let skipped: [UInt8] = [22, 3, 3, 0, 4, 0, 0, 0, 0]

    @Test func `stops reading from a server that streams records after 1 MiB`() throws {
        let records = [[UInt8]](repeating: Self.skipped, count: 1000).flatMap(\.self)
        let server = try StreamingTestServer(records, atMost: 10_000, pause: 0)
        let result = try pins("127.0.0.1:\(server.port)", "--timeout", "60s")
        #expect(result.status == 2)
        let reason = "sent more than 1048576 bytes without completing the handshake"
        #expect(result.errors == "anchord: 127.0.0.1:\(server.port) \(reason)\n")
        // The socket buffers hold some data beyond the limit.
        #expect(server.sentBytes < 30_000_000)
    }

    @Test func `stops reading from a server that sends without end at the deadline`() throws {
        let server = try StreamingTestServer(Self.skipped, atMost: 100_000, pause: 100)
        let result = try pins("127.0.0.1:\(server.port)", "--timeout", "1s")
        #expect(result.status == 2)
        let reason = "accepted the connection, but did not send a certificate in time"
        #expect(result.errors == "anchord: 127.0.0.1:\(server.port) \(reason)\n")
        #expect(server.sentBytes < 100_000 * Self.skipped.count)
    }

    @Test(arguments: [
        ("nosuch.invalid:443", "nosuch.invalid:443 cannot be resolved: "),
        (
            "/nonexistent/chain.pem",
            "`/nonexistent/chain.pem` is neither a file nor a server: there is no such file, and a server is written as "
                + "HOST:PORT, HOST or https://HOST/\n"
        ),
        ("chian.pem", "`chian.pem` is neither a file nor a server: there is no such file, "),
        ("nosuch.invalid", "there is no file `nosuch.invalid`, and nosuch.invalid:443 cannot be resolved: "),
        ("https://nosuch.invalid/", "nosuch.invalid:443 cannot be resolved: "),
        ("https://a:b@nosuch.invalid/", "the host of `https://a:b@nosuch.invalid/` has credentials before it"),
        ("2001:db8::1:443", "the host of `2001:db8::1:443` has a colon: put an IPv6 address in brackets"),
    ])
    func `exits with 2 if the source is neither a file nor a server`(source: String, message: String) throws {
        let result = try pins(source)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("anchord: " + message), "\(result.errors)")
    }

    @Test func `requires the port of a server with STARTTLS`() throws {
        let result = try pins("mail.example.com", "--starttls", "smtp")
        #expect(result.status == 2)
        #expect(result.errors.hasSuffix("a server is written as HOST:PORT with --starttls\n"), "\(result.errors)")
    }

    @Test func `exits with 2 for a malformed file and never reads a private key`() throws {
        let nothing = try pins("-", input: "nothing")
        #expect(nothing.status == 2)
        #expect(nothing.errors == "anchord: standard input: the input is neither PEM nor DER\n")
        let secret = try pins("-", input: leaf.pem + (try leaf.key.privateKeyPEM()))
        #expect(secret.status == 2)
        #expect(secret.errors.contains("a private key was sent"))
        #expect(secret.output == "")
    }

    @Test(arguments: [["pins"], ["pins", "a:1", "--timeout", "0s"], ["pins", "a:1", "--timeout", "10"]])
    func `exits with 2 for an invalid command line`(arguments: [String]) throws {
        #expect(try AnchordProgram.run(arguments).status == 2)
    }

    @Test func `warns about unverified servers in its help`() throws {
        let help = try pins("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("is not verified"))
    }
}
