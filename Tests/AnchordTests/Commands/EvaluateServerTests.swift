import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord evaluate with a server` {
    private let chain: ServedChain

    init() throws { chain = try ServedChain() }

    private func evaluate(
        _ server: String,
        _ arguments: String...,
        at time: String = ChainFiles.valid
    ) throws -> AnchordProgram.Result {
        try AnchordProgram.run(
            ["evaluate", server, "--anchors", try chain.anchor(), "--at", time] + arguments
        )
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `evaluates the chain that the server sends like a file`(version: String) throws {
        let server = try TLSTestServer(chain.arguments() + [version])
        let result = try evaluate("127.0.0.1:\(server.port)", "--host", ServedChain.host)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.errors == "")
        let file = try chain.directory.write("chain.pem", chain.leaf.pem + chain.issuing.certificate.pem)
        #expect(try result.output == evaluate(file, "--host", ServedChain.host).output)
        #expect(result.output.hasPrefix("trusted: allow (unspecified, policy inline, at 2026-01-01T00:00:00Z)\n"))
    }

    @Test func `exits with 1 and the reason for an expired, an incomplete and another host's chain`() throws {
        let complete = try TLSTestServer(chain.arguments())
        let server = "127.0.0.1:\(complete.port)"
        let expired = try evaluate(server, "--host", ServedChain.host, at: ChainFiles.late)
        #expect(expired.status == 1)
        #expect(expired.output.contains("\nerror time.expired: certificate 0: "))
        let incomplete = try TLSTestServer(chain.arguments(omitsIntermediate: true))
        let missing = try evaluate("127.0.0.1:\(incomplete.port)", "--host", ServedChain.host)
        #expect(missing.status == 1)
        #expect(missing.output.contains("\nerror chain.issuerNotFound: certificate 0: "))
        // Without --host, the leaf must be valid for the host of the server.
        let elsewhere = try evaluate(server)
        #expect(elsewhere.status == 1)
        #expect(elsewhere.output.contains("\nerror host.ipMismatch: certificate 0: The requested host is 127.0.0.1, "))
    }

    @Test func `prints the JSON of the API, and uses policies of a directory`() throws {
        try chain.directory.write(
            "policies/own.yaml",
            "hosts: {\"*.example.com\": corporate}\notherwise: deny\npolicies:\n"
                + "  corporate: {evaluator: default, anchors: [../root.pem]}\n"
        )
        let anchor = try chain.anchor()
        let server = try TLSTestServer(chain.arguments())
        let result = try AnchordProgram.run([
            "evaluate", "127.0.0.1:\(server.port)", "--server-name", ServedChain.host, "--policy", "own", "--policies",
            chain.directory.path + "/policies", "--system-anchors", anchor, "--at", ChainFiles.valid, "--json",
        ])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let verdict = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(verdict?["action"] as? String == "allow")
        #expect((verdict?["policy"] as? [String: Any])?["rule"] as? String == "*.example.com")
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `uses the stapled OCSP response as evidence`(version: String) throws {
        let good = try TLSTestServer(
            chain.arguments() + chain.staple(chain.issuing.ocspResponse(for: chain.leaf)) + [version]
        )
        let trusted = try evaluate("127.0.0.1:\(good.port)", "--host", ServedChain.host)
        #expect(trusted.status == 0, "\(trusted.output)\(trusted.errors)")
        #expect(trusted.output.contains("\nnotice notice.revocation: certificate 0: "))
        let response = try chain.issuing.ocspResponse(
            for: chain.leaf,
            status: .revoked(at: .reference.adding(days: -2))
        )
        let bad = try TLSTestServer(chain.arguments() + chain.staple(response) + [version])
        let revoked = try evaluate("127.0.0.1:\(bad.port)", "--host", ServedChain.host)
        #expect(revoked.status == 1)
        #expect(revoked.output.contains("\nerror revocation.revoked: certificate 0: "))
    }

    @Test func `notes an unreadable stapled response, which is evidence of nothing`() throws {
        let response = try chain.issuing.ocspResponse(for: chain.leaf) { $0.type = .commonName }
        let server = try TLSTestServer(chain.arguments() + chain.staple(response))
        let result = try evaluate("127.0.0.1:\(server.port)", "--host", ServedChain.host)
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("notice.revocation"))
        let note = "anchord: 127.0.0.1:\(server.port): the stapled OCSP response was not used: "
        #expect(result.errors.hasPrefix(note), "\(result.errors)")
    }

    /// Which names the handshake and the verdict use, by the options given.
    @Test(arguments: [
        (["--host", "other.example.com"], 0),
        (["--server-name", "other.example.com"], 0),
        (["--server-name", "OTHER.example.com.", "--host", "other.example.com"], 0),
        (["--server-name", "other.example.com", "--host", "www.example.com"], 1),
        (["--server-name", "www.example.com", "--host", "other.example.com"], 1),
        (["--server-name", "www.example.com", "--host", "www.example.com"], 0),
    ])
    func `sends and checks one name, unless both are given`(options: [String], status: Int) throws {
        let other = try chain.issuing.issueLeaf("other.example.com", key: .shared(.ecdsaP256, "leaf"))
        // The second certificate has no chain of its own in s_server, so the intermediate is found as an anchor.
        let server = try TLSTestServer(chain.arguments() + chain.arguments(for: "other.example.com", other))
        let anchor = try chain.directory.write("issuing-anchor.pem", chain.issuing.certificate.pem)
        let result = try AnchordProgram.run(
            ["evaluate", "127.0.0.1:\(server.port)", "--anchors", anchor, "--at", ChainFiles.valid] + options
        )
        #expect(result.status == Int32(status), "\(result.output)\(result.errors)")
        #expect(result.output.contains("host.mismatch") == (status == 1))
    }

    @Test func `checks the host of the server by default`() throws {
        let local = try chain.issuing.issueLeaf("localhost", key: .shared(.ecdsaP256, "leaf"))
        let server = try TLSTestServer(chain.arguments(leaf: local))
        #expect(try evaluate("localhost:\(server.port)").status == 0)
    }

    @Test func `evaluates a server that requires a client certificate and proved possession of its key`() throws {
        for version in ["-tls1_2", "-tls1_3"] {
            let server = try TLSTestServer(chain.arguments() + [version, "-Verify", "1", "-verify_return_error"])
            let result = try evaluate("127.0.0.1:\(server.port)", "--host", ServedChain.host)
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            let note =
                "127.0.0.1:\(server.port) proved that it has the private key, but did not complete the handshake: "
            #expect(result.errors.contains(note) == (version == "-tls1_2"), "\(result.errors)")
            for command in ["pins", "chain"] {
                let shown = try AnchordProgram.run([command, "127.0.0.1:\(server.port)"])
                #expect(shown.status == 0 && !shown.output.isEmpty)
                #expect(shown.errors.hasPrefix("anchord: " + note) == (version == "-tls1_2"), "\(shown.errors)")
            }
        }
    }

    /// The handshake of TLS 1.2: ServerHello, Certificate, ServerKeyExchange with a signature, ServerHelloDone.
    @Test func `prints no verdict for a server that only copies a chain`() throws {
        let server = try TLSTestServer(chain.arguments() + ["-tls1_2"])
        let forging = try ScriptedTestServer(
            .relayEditing(server.port) { records in
                var records = records
                records[2][records[2].count - 1] ^= 1
                return records
            }
        )
        let silent = try ScriptedTestServer(.relayEditing(server.port) { Array($0[..<2]) }, .wait)
        for (port, reason) in [
            (forging.port, "did not complete the handshake: "), (silent.port, "closed the connection"),
        ] {
            let result = try evaluate("127.0.0.1:\(port)", "--host", ServedChain.host)
            #expect(result.status == 2)
            #expect(result.output == "")
            let message =
                "anchord: 127.0.0.1:\(port) sent certificates, but did not prove that it has the private key: it "
            #expect(result.errors.hasPrefix(message + reason), "\(result.errors)")
        }
    }

    @Test(arguments: ["pins", "chain"])
    func `pins and chain note that a server only copies a chain`(command: String) throws {
        let server = try TLSTestServer(chain.arguments() + ["-tls1_2"])
        let copying = try ScriptedTestServer(.relayEditing(server.port) { Array($0[..<2]) }, .wait)
        let result = try AnchordProgram.run([command, "127.0.0.1:\(copying.port)"])
        #expect(result.status == 0 && !result.output.isEmpty)
        let message = "sent certificates, but did not prove that it has the private key: it closed the connection"
        #expect(result.errors.hasPrefix("anchord: 127.0.0.1:\(copying.port) \(message)"), "\(result.errors)")
    }

    @Test func `exits with 2 and no verdict for too many and for unreadable certificates`() throws {
        let certificates = [TestCertificate](repeating: chain.issuing.certificate, count: 64)
        let many = try TLSTestServer(
            chain.arguments(omitsIntermediate: true)
                + ["-cert_chain", chain.directory.write("many.pem", TestPEM.chain(certificates))]
        )
        let unreadable = try TLSTestServer(chain.arguments(leaf: chain.unreadableLeaf()))
        for (port, message) in [
            (many.port, "127.0.0.1:\(many.port) sent more than 64 certificates\n"),
            (unreadable.port, "certificate 0 of 127.0.0.1:\(unreadable.port): "),
        ] {
            let result = try evaluate("127.0.0.1:\(port)", "--host", ServedChain.host)
            #expect(result.status == 2)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("anchord: " + message), "\(result.errors)")
        }
    }

    @Test func `exits with 2 and no verdict if the server cannot be asked`() throws {
        func refusal(_ port: Int, _ arguments: String...) throws -> String {
            let result = try AnchordProgram.run(["evaluate", "127.0.0.1:\(port)", "--host", "a.example"] + arguments)
            #expect(result.status == 2)
            #expect(result.output == "")
            return result.errors.replacing("anchord: 127.0.0.1:\(port) ", with: "")
        }
        var plain: PlainTestServer? = try PlainTestServer(saying: "HTTP/1.1 400 Bad Request\r\n\r\n")
        let port = try #require(plain?.port)
        #expect(try refusal(port) == "did not answer with TLS on this port\n")
        plain = nil
        #expect(try refusal(port) == "refused the connection: no server is listening on the port\n")
        let silent = try ScriptedTestServer(.wait)
        let late = "accepted the connection, but did not send a certificate in time\n"
        #expect(try refusal(silent.port, "--timeout", "1s") == late)
        let resetting = try ScriptedTestServer(.read(5), .reset)
        #expect(try refusal(resetting.port) == "reset the connection before sending a certificate\n")
        // Records with a HelloRequest, which a client skips (RFC 5246 section 7.4.1.1).
        let records = String(repeating: "\u{16}\u{3}\u{3}\0\u{4}\0\0\0\0", count: 1000)
        let streaming = try ScriptedTestServer(.stream(records, atMost: 10_000))
        #expect(try refusal(streaming.port) == "sent more than 1048576 bytes without completing the handshake\n")
    }

    @Test(arguments: [
        ["nosuch.invalid:443"], ["example.com"], ["2001:db8::1:443"], ["-", "--starttls", "smtp"],
        ["127.0.0.1:1", "--server-name", "192.0.2.1"], ["127.0.0.1:1", "--server-name", "a..b"],
        ["127.0.0.1:1", "--starttls", "gopher"], ["127.0.0.1:1", "--timeout", "301s"],
    ])
    func `exits with 2 for an unknown server or an invalid option`(arguments: [String]) throws {
        let result = try AnchordProgram.run(["evaluate"] + arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(!result.errors.isEmpty)
    }

    @Test(arguments: [
        (["--policy", "nosuch"], "nosuch"), (["--policy", "system/nosuch"], "nosuch"),
        (["--host", "a b"], "the host `a b` "), (["--host", "example.com:443"], "the host `example.com:443` "),
        (["--host", ""], "the host `` "), (["--host", "a b", "--server-name", "www.example.com"], "the host `a b` "),
    ])
    func `checks the policy and the host before it connects`(arguments: [String], message: String) throws {
        let anchor = try chain.anchor()
        // A connection to this address would be refused with another message.
        let result = try AnchordProgram.run(["evaluate", "127.0.0.1:1", "--system-anchors", anchor] + arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!result.errors.contains("127.0.0.1:1"), "\(result.errors)")
        // A chain in a file gets a verdict about such a host.
        guard arguments.first == "--host" else { return }
        let file = try chain.directory.write("chain.pem", chain.leaf.pem + chain.issuing.certificate.pem)
        let verdict = try AnchordProgram.run(["evaluate", file, "--system-anchors", anchor] + arguments.prefix(2))
        #expect(verdict.status == 1)
        #expect(verdict.output.contains("host.invalid"), "\(verdict.output)")
    }

    @Test func `checks the files of the command line before it connects`() throws {
        let server = try ScriptedTestServer(.wait)
        let result = try AnchordProgram.run(["evaluate", "127.0.0.1:\(server.port)", "--anchors", "/nonexistent"])
        #expect(result.status == 2)
        #expect(result.errors == "anchord: /nonexistent does not exist\n")
    }
}
