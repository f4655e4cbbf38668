import Foundation
import Testing
import TrustTestSupport

@testable import anchord

@Suite struct `anchord evaluate with a daemon` {
    private let chain: ServedChain
    private let socket: String
    private let arguments: [String]

    init() throws {
        chain = try ServedChain()
        socket = chain.directory.path + "/anchord.sock"
        let root = try chain.anchor()
        try chain.directory.write(
            "policies/own.yaml",
            "otherwise: trusted\npolicies: {trusted: {evaluator: default, anchors: [../root.pem]}}"
        )
        arguments = [
            "--listen", "127.0.0.1:0", "--listen", "unix:\(socket)", "--policies", chain.directory.path + "/policies",
            "--system-anchors", root,
        ]
    }

    private func evaluate(_ arguments: String...) throws -> AnchordProgram.Result {
        try AnchordProgram.run(["evaluate"] + arguments)
    }

    private func file(_ certificates: TestCertificate...) throws -> String {
        try chain.directory.write("chain.pem", certificates.map(\.pem).joined())
    }

    @Test func `uses the policies of the daemon, over its Unix socket and over HTTP`() throws {
        let daemon = try AnchordDaemon(arguments)
        let file = try file(chain.leaf, chain.issuing.certificate)
        let port = try #require(daemon.addresses.first?.split(separator: ":").last)
        let common = [file, "--policy", "own", "--at", ChainFiles.valid]
        for target in [
            ["--socket", socket], ["--url", "http://127.0.0.1:\(port)"], ["--url", "http://localhost:\(port)/"],
        ] {
            let good = try AnchordProgram.run(["evaluate", "--host", ServedChain.host] + common + target)
            #expect(good.status == 0, "\(good.errors)")
            #expect(
                good.output.hasPrefix("trusted: allow (unspecified, policy own/trusted, at 2026-01-01T00:00:00Z)\n")
            )
            let bad = try AnchordProgram.run(["evaluate", "--host", "x.example", "--json"] + common + target)
            #expect(bad.status == 1, "\(bad.errors)")
            #expect(bad.output.hasPrefix(#"{"id":"#) && bad.output.contains(#""action":"deny""#), "\(bad.output)")
        }
        withExtendedLifetime(daemon) {}
    }

    @Test func `sends the chain of a server, intermediates and evidence`() throws {
        let daemon = try AnchordDaemon(arguments)
        let server = try TLSTestServer(chain.arguments(omitsIntermediate: true))
        let issuing = try chain.directory.write("issuing.pem", chain.issuing.certificate.pem)
        let crl = try chain.directory.write("issuing.crl", try chain.issuing.revocationList(revoking: [chain.leaf]).pem)
        let name = "127.0.0.1:\(server.port)"
        let common = ["--host", ServedChain.host, "--policy", "own", "--socket", socket, "--at", ChainFiles.valid]
        let complete = ["evaluate", name, "--intermediates", issuing] + common
        #expect(try AnchordProgram.run(["evaluate", name] + common).output.contains("chain.issuerNotFound"))
        #expect(try AnchordProgram.run(complete).status == 0)
        let revoked = try AnchordProgram.run(complete + ["--crl", crl, "--explain"])
        #expect(revoked.status == 1)
        #expect(revoked.output.contains("revocation.revoked") && revoked.output.contains("\ncheck "))
        withExtendedLifetime(daemon) {}
    }

    @Test func `sends the token of a client`() throws {
        let token = try chain.directory.write("token", "secret-token")
        let digest = "sha256sum < token | cut -d ' ' -f 1"
        let hash = try ShellCommand.run(digest, in: chain.directory.path).text.prefix(64)
        let configuration = try chain.directory.write(
            "anchord.yaml",
            "clients: [{name: deploy, token: {sha256: \"\(hash)\"}, may: [evaluate]}]\nrootMay: []\n"
        )
        let daemon = try AnchordDaemon(arguments + ["--config", configuration])
        let common = [try file(chain.leaf), "--policy", "own", "--socket", socket, "--host", ServedChain.host]
        let refused = try AnchordProgram.run(["evaluate"] + common)
        #expect(refused.status == 2 && refused.output == "", "\(refused.errors)")
        let allowed = try AnchordProgram.run(["evaluate"] + common + ["--token-file", token, "-q"])
        #expect(allowed.status == 1 && allowed.output == "" && allowed.errors == "", "\(allowed.errors)")
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [
        #"{"action":"allow"}"#, #"{"action":true,"verdict":"trusted"}"#, #"{"verdict":"trusted","action":"allowed"}"#,
        "[]", "",
    ])
    func `takes no other response for a verdict`(body: String) throws {
        let head = "HTTP/1.1 200 OK\\r\\nContent-Length: \(body.utf8.count)\\r\\n\\r\\n"
        let program = """
            import socket
            s = socket.create_server(("127.0.0.1", 0))
            print(s.getsockname()[1], flush=True)
            c, _ = s.accept()
            c.recv(1 << 16)
            c.sendall(b'\(head)\(body)')
            """
        let script = try chain.directory.write("server.py", program)
        let command =
            "\(AnchordProgram.location.path) evaluate \(try file(chain.leaf)) --json --url http://127.0.0.1:$port"
        let result = try ShellCommand.run(
            "python3 \(script) >port & until [ -s port ]; do sleep 0.05; done; port=$(cat port); \(command); echo status $?",
            in: chain.directory.path
        )
        #expect(result.text.contains("is not that of a daemon\nstatus 2\n"), "\(result.text)")
    }

    @Test func `checks everything before it asks the server`() throws {
        for options in [["--token-file", "/nonexistent"], ["--host", "b ad"], ["--crl", "/nonexistent"]] {
            let result = try AnchordProgram.run(["evaluate", "127.0.0.1:1", "--socket", socket] + options)
            #expect(result.status == 2)
            #expect(!result.errors.contains("refused the connection"), "\(result.errors)")
        }
    }

    @Test func `exits with 2 for a problem, or without a daemon`() throws {
        let file = try file(chain.leaf)
        let missing = try evaluate(file, "--socket", socket)
        #expect(missing.status == 2)
        #expect(missing.errors == "anchord: \(socket): no daemon responds: the socket does not exist\n")
        let closed = try evaluate(file, "--url", "http://127.0.0.1:1")
        #expect(closed.status == 2)
        #expect(closed.errors == "anchord: 127.0.0.1:1: no daemon responds: no process is listening on the port\n")
        let daemon = try AnchordDaemon(arguments)
        for form in [[], ["--json"]] {
            let unknown = try AnchordProgram.run(["evaluate", file, "--socket", socket, "--policy", "owl"] + form)
            #expect(unknown.status == 2)
            #expect(unknown.output == "")
            #expect(unknown.errors.contains("unknownPolicySet"), "\(unknown.errors)")
        }
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [
        ["--socket", "a", "--url", "http://127.0.0.1:1"], ["--socket", "a", "--policies", "a"],
        ["--socket", "a", "--anchors", "a"], ["--socket", "a", "--floors", "a"], ["--socket", "a", "--trace"],
        ["--socket", "a", "--system-anchors", "a"], ["--socket", "a", "--ndjson"], ["--socket", "a", "b.pem"],
        ["--token-file", "a"], ["--url", "https://127.0.0.1:8778"], ["--url", "http://192.0.2.1:8778"],
        ["--url", "http://example.com:80"], ["--url", "http://127.0.0.1"], ["--url", "http://127.0.0.1:0"],
        ["--url", "http://127.0.0.1:+1"], ["--url", "http://127.0.0.1:01"],
        ["--url", "http://127.0.0.1:1/path"], ["--url", "http://127.0.0.1.example:1"], ["--url", "127.0.0.1:8778"],
        ["--url", "http://user@127.0.0.1:8778"],
    ])
    func `exits with 2 for options without a meaning, and for other machines`(options: [String]) throws {
        let result = try AnchordProgram.run(["evaluate", try file(chain.leaf)] + options)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(!result.errors.contains("no daemon responds"), "\(result.errors)")
    }

    @Test func `names the reason for another machine`() throws {
        let result = try evaluate(try file(chain.leaf), "--url", "http://192.0.2.1:8778")
        #expect(
            result.errors
                == "anchord: the URL `http://192.0.2.1:8778` names another host than 127.0.0.1, ::1 or localhost: "
                + "without https, anyone on the network could change the verdict\n"
        )
    }
}
