import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord chain` {
    private let chain: ServedChain

    init() throws { chain = try ServedChain() }

    private func chain(_ arguments: String...) throws -> AnchordProgram.Result {
        try AnchordProgram.run(["chain"] + arguments)
    }

    private func comments(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(String.init)
    }

    private func hex(_ certificate: TestCertificate) throws -> String {
        try certificate.fingerprint().map { String(format: "%02x", $0) }.joined()
    }

    @Test(arguments: ["1.2", "1.3"])
    func `writes the certificates that the server sends, each with a comment`(version: String) throws {
        let option = version == "1.2" ? "-tls1_2" : "-tls1_3"
        let server = try TLSTestServer(chain.arguments() + [option])
        let result = try chain("127.0.0.1:\(server.port)", "--server-name", ServedChain.host)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
        let lines = comments(result.output)
        #expect(lines[0].hasPrefix("# Sent by 127.0.0.1:\(server.port) at 2"))
        #expect(lines[0].hasSuffix("Z. Nothing was verified."))
        #expect(
            try lines.dropFirst() == [
                "#   server name: www.example.com",
                "#   protocol: TLSv\(version)",
                "#   stapled OCSP response: none",
                "#   certificate timestamps in the handshake: 0",
                "#   certificates: 2",
                "#",
                "# Certificate 0",
                "#   subject: CN=www.example.com",
                "#   issuer: CN=Issuing",
                "#   validity: 2025-12-02T00:00:00Z to 2026-03-02T00:00:00Z",
                "#   sha256: \(hex(chain.leaf))",
                "#",
                "# Certificate 1",
                "#   subject: CN=Issuing",
                "#   issuer: CN=Root",
                "#   validity: 2024-01-02T00:00:00Z to 2028-12-31T00:00:00Z",
                "#   sha256: \(hex(chain.issuing.certificate))",
            ]
        )
        let blocks = result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0 + "\n" }.joined()
        #expect(blocks == chain.leaf.pem + chain.issuing.certificate.pem)
        #expect(try chain("127.0.0.1:\(server.port)", "--output", "-").output.hasSuffix(blocks.suffix(80)))
    }

    @Test func `writes a file that evaluate and pins read`() throws {
        let server = try TLSTestServer(chain.arguments())
        let file = chain.directory.path + "/out.pem"
        let result = try chain("127.0.0.1:\(server.port)", "--output", file)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "" && result.errors == "")
        let verdict = try AnchordProgram.run([
            "evaluate", file, "--host", ServedChain.host, "--anchors", try chain.anchor(), "--at", ChainFiles.valid,
        ])
        #expect(verdict.status == 0, "\(verdict.output)\(verdict.errors)")
        #expect(try AnchordProgram.run(["pins", file]).status == 0)
        #expect(try chain("127.0.0.1:\(server.port)", "--output", file).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: chain.directory.path).contains("out.pem"))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `shows the stapled OCSP response and the certificate timestamps (RFC 6962 §3.3.1)`(version: String) throws {
        let response = try chain.issuing.ocspResponse(for: chain.leaf)
        // Two timestamps of three bytes and one byte; the context permits the extension in both protocol versions.
        let list: [UInt8] = [0, 8, 0, 3, 1, 2, 3, 0, 1, 4]
        let context: [UInt8] = [0, 0, 0x11, 0x80]
        let info = TestPEM.encode("SERVERINFOV2 FOR timestamps", context + [0, 18, 0, UInt8(list.count)] + list)
        let server = try TLSTestServer(
            chain.arguments() + chain.staple(response)
                + [version, "-serverinfo", try chain.directory.write("serverinfo.pem", info)]
        )
        let lines = comments(try chain("127.0.0.1:\(server.port)").output)
        #expect(lines.contains("#   stapled OCSP response: \(response.der.count) bytes"))
        #expect(lines.contains("#   certificate timestamps in the handshake: 2"))
        #expect(lines.contains("#   server name: none"))
    }

    @Test func `writes the certificates of a server that requires a client certificate`() throws {
        let server = try TLSTestServer(chain.arguments() + ["-tls1_2", "-Verify", "1", "-verify_return_error"])
        let result = try chain("127.0.0.1:\(server.port)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(comments(result.output).contains { $0.hasPrefix("#   The server did not complete the handshake: ") })
        #expect(result.output.contains(chain.leaf.pem))
    }

    @Test func `writes certificates that evaluate cannot read`() throws {
        let leaf = try chain.unreadableLeaf()
        let server = try TLSTestServer(chain.arguments(leaf: leaf))
        let result = try chain("127.0.0.1:\(server.port)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(comments(result.output).contains { $0.hasPrefix("#   unreadable: ") })
        #expect(try comments(result.output).contains("#   sha256: \(hex(leaf))"))
        #expect(result.output.contains(leaf.pem))
    }

    @Test func `writes no control characters and no forged blocks from names`() throws {
        let name = "\u{1B}[2J\n-----BEGIN CERTIFICATE-----\u{202E}"
        let hostile = try chain.issuing.issueLeaf("a.example", key: .shared(.ecdsaP256, "leaf")) {
            $0.subject = .commonName(name)
        }
        let server = try TLSTestServer(chain.arguments(leaf: hostile))
        let result = try chain("127.0.0.1:\(server.port)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.components(separatedBy: "-----BEGIN ").count == 3)
        #expect(result.output.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
        #expect(comments(result.output).contains { $0.hasPrefix("#   subject: CN=") && $0.contains("BEGIN") })
    }

    @Test func `leaves the file alone if the server cannot be asked`() throws {
        let server = try ScriptedTestServer(.reset)
        let file = try chain.directory.write("kept.pem", "kept")
        let result = try chain("127.0.0.1:\(server.port)", "--output", file)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    }

    @Test func `replaces nothing but a regular file, and connects only after this check`() throws {
        let target = try chain.directory.write("target.pem", "kept")
        try chain.directory.link("link.pem", to: target)
        try chain.directory.makeDirectory("directory")
        for (path, reason) in [
            ("link.pem", "is a symbolic link, which is not replaced"),
            ("directory", "exists and is not a regular file"),
            ("missing/chain.pem", "cannot be written: its directory does not exist"),
        ] {
            // A connection to this address would be refused with another message.
            let result = try chain("127.0.0.1:1", "--output", "\(chain.directory.path)/\(path)")
            #expect(result.status == 2)
            #expect(result.errors == "anchord: `\(chain.directory.path)/\(path)` \(reason)\n")
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
    }

    @Test(arguments: [
        (["chain"], "Missing expected argument"),
        (["chain", "a/b"], "`a/b` is not a server, which is written as HOST:PORT, HOST or https://HOST/"),
        (["chain", "a:1", "--timeout", "0s"], "is not a valid timeout"),
        (["chain", "a:1", "--server-name", "[::1]"], "is an IP address"),
        (["chain", "nosuch.invalid:443"], "nosuch.invalid:443 cannot be resolved: "),
    ])
    func `exits with 2 for an invalid command line or an unknown server`(arguments: [String], message: String) throws {
        let result = try AnchordProgram.run(arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
