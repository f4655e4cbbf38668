import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord evaluate` {
    let files: ChainFiles

    init() throws { files = try ChainFiles() }

    private func evaluate(_ arguments: String..., input: String = "") throws -> AnchordProgram.Result {
        try AnchordProgram.run(["evaluate"] + arguments, input: input)
    }

    @Test func `prints trusted and exits with 0 if the action is allow`() throws {
        let result = try evaluate(
            files.chain,
            "--host",
            ChainFiles.host,
            "--anchors",
            files.root,
            "--at",
            ChainFiles.valid
        )
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("trusted: allow (unspecified, policy inline, at 2026-01-01T00:00:00Z)\n"))
        #expect(result.errors == "")
    }

    @Test func `prints the reason and exits with 1 for an expired chain`() throws {
        let result = try evaluate(
            files.chain,
            "--host",
            ChainFiles.host,
            "--anchors",
            files.root,
            "--at",
            ChainFiles.late
        )
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("untrusted: deny "))
        #expect(result.output.contains("\nerror time.expired: certificate 0: "))
    }

    @Test func `reports a wrong chain order first, and the certificate that must come first`() throws {
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        let leaf = try authority.issueLeaf(ChainFiles.host, key: .shared(.ecdsaP256, "leaf"))
        let chain = try files.directory.write("reversed.pem", authority.certificate.pem + leaf.pem)
        let root = try files.directory.write("reversed-root.pem", authority.certificate.pem)
        let result = try evaluate(chain, "--host", ChainFiles.host, "--anchors", root, "--at", ChainFiles.valid)
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("untrusted: deny ") == true)
        #expect(
            lines[1].hasPrefix(
                "error chain.order: certificate 0: CN=Root was sent first, but is a CA certificate. Certificate 1, "
                    + "CN=www.example.com, appears to be the end-entity certificate and must come first."
            )
        )
        #expect(!result.output.contains("reissued"))
    }

    @Test func `reads CRLs and OCSP responses, and rejects revoked certificates`() throws {
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        let leaf = try authority.issueLeaf(ChainFiles.host, key: .shared(.ecdsaP256, "leaf"))
        let chain = try files.directory.write("leaf.pem", leaf.pem)
        let root = try files.directory.write("own.pem", authority.certificate.pem)
        let crl = try files.directory.write("root.crl", try authority.revocationList(revoking: [leaf]).pem)
        let ocsp = files.directory.path + "/stapled.der"
        try Data(authority.ocspResponse(for: leaf).der).write(to: URL(filePath: ocsp))
        let common = [chain, "--host", ChainFiles.host, "--anchors", root, "--at", ChainFiles.valid]
        let good = try AnchordProgram.run(["evaluate"] + common + ["--ocsp", ocsp])
        #expect(good.status == 0, "\(good.errors)")
        #expect(good.output.contains("\nnotice notice.revocation: certificate 0: "))
        let revoked = try AnchordProgram.run(["evaluate"] + common + ["--ocsp", ocsp, "--crl", crl])
        #expect(revoked.status == 1)
        #expect(revoked.output.contains("\nerror revocation.revoked: certificate 0: "))
        let wrong = try AnchordProgram.run(["evaluate"] + common + ["--crl", chain])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("leaf.pem: there is no CRL"))
    }

    @Test func `reads the chain from standard input and anchors in DER`() throws {
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root")).certificate
        let der = files.directory.path + "/root.der"
        try Data(root.der).write(to: URL(filePath: der))
        let result = try evaluate(
            "-",
            "--host",
            ChainFiles.host,
            "--anchors",
            der,
            "--at",
            "2026-01-01",
            input: files.chainText
        )
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test func `honors the trust settings of anchors from the command line and the system trust store`() throws {
        let openssl = try OpenSSLProgram()
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        let leaf = try authority.issueLeaf(ChainFiles.host, key: .shared(.ecdsaP256, "leaf"))
        let chain = try files.directory.write("leaf.pem", leaf.pem)
        for (options, status) in [
            ("-addreject serverAuth", 1), ("-addtrust clientAuth", 1), ("-addtrust serverAuth", 0),
        ] {
            let bundle = try files.directory.write("trusted.pem", openssl.trusted(authority.certificate, options))
            for source in ["--anchors", "--system-anchors"] {
                let result = try evaluate(chain, "--host", ChainFiles.host, source, bundle, "--at", ChainFiles.valid)
                #expect(result.status == Int32(status), "\(source) \(options): \(result.output)\(result.errors)")
                #expect(result.output.contains("chain.distrusted") == (status == 1))
            }
        }
    }

    @Test func `reports a PKCS 12 file as key material`() throws {
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        let store = try files.directory.write("store.p12", try OpenSSLProgram().pkcs12(authority.certificate))
        let results = [
            try evaluate(store, "--host", ChainFiles.host), try evaluate(files.chain, "--anchors", store),
            try AnchordProgram.run(["pins", store]),
        ]
        for result in results {
            #expect(result.status == 2)
            #expect(
                result.errors.contains(
                    "store.p12: a PKCS #12 file was sent where certificates are expected; it was not read, but "
                ),
                "\(result.errors)"
            )
        }
    }

    @Test func `prints the JSON of the API`() throws {
        let result = try evaluate(
            files.chain,
            "--host",
            "other.example.com",
            "--anchors",
            files.root,
            "--at",
            ChainFiles.valid,
            "--json",
            "--explain"
        )
        #expect(result.status == 1)
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let verdict = try #require(object)
        #expect(verdict["verdict"] as? String == "untrusted")
        #expect(verdict["trusted"] as? Bool == false)
        let reasons = verdict["reasons"] as? [[String: Any]] ?? []
        #expect(reasons.contains { $0["code"] as? String == "host.mismatch" })
        #expect(verdict["checks"] != nil)
    }

    @Test func `refers to command line options in remedies and problems`() throws {
        let noHost = try evaluate(files.chain, "--anchors", files.root, "--at", ChainFiles.valid)
        #expect(noHost.errors == "anchord: The policy validates the host: give the host with --host.\n")
        let stranger = try TestAuthority.root("Stranger", key: .shared(.ecdsaP256, "stranger"))
        let anchor = try files.directory.write("stranger.pem", stranger.certificate.pem)
        let unknown = try AnchordProgram.run([
            "evaluate", files.chain, "--host", ChainFiles.host, "--anchors", anchor, "--at", ChainFiles.valid,
        ])
        #expect(unknown.status == 1)
        #expect(unknown.output.contains("to the policy's `anchors`, or give it with --anchors"), "\(unknown.output)")
        #expect(!unknown.output.contains("request"))
    }

    @Test func `evaluates with a policy from a policy directory`() throws {
        try files.directory.write(
            "policies/own.yaml",
            """
            hosts: {"*.example.com": corporate}
            policies:
              corporate: {evaluator: default, anchors: [../root.pem]}
            """
        )
        let policies = files.directory.path + "/policies"
        let result = try evaluate(
            files.chain,
            "--host",
            ChainFiles.host,
            "--policy",
            "own",
            "--policies",
            policies,
            "--system-anchors",
            files.root,
            "--at",
            ChainFiles.valid
        )
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("policy own/corporate"))
        let unknown = try evaluate(
            files.chain,
            "--host",
            ChainFiles.host,
            "--policy",
            "owl",
            "--policies",
            policies,
            "--system-anchors",
            files.root
        )
        #expect(unknown.status == 2)
        #expect(unknown.errors == "anchord: There is no policy set `owl`; did you mean `own`?\n")
    }

    @Test func `exits with 2 and a message for invalid input`() throws {
        let missing = try evaluate("/nonexistent/chain.pem", "--host", "h")
        #expect(missing.status == 2)
        let neither = "`/nonexistent/chain.pem` is neither a file nor a server: there is no such file, and "
        #expect(missing.errors == "anchord: \(neither)a server is written as HOST:PORT, HOST or https://HOST/\n")
        let noChain = try evaluate("-", "--anchors", files.root, input: "nothing")
        #expect(noChain.status == 2)
        #expect(noChain.errors.hasPrefix("anchord: standard input: "))
        let noHost = try evaluate(files.chain, "--anchors", files.root)
        #expect(noHost.status == 2)
        #expect(noHost.errors.contains("validates the host"))
    }

    @Test(arguments: [
        ["evaluate"], ["evaluate", "c.pem", "--hots", "h"], ["evaluate", "c.pem", "--at", "yesterday"],
        ["evaluate", "c.pem", "--policy", "a/b/c"], ["evaluate", "c.pem", "--policy", "a", "--anchors", "r.pem"],
        ["policies"], ["policies", "check"], ["serve", "--threads", "many"], ["judge"],
    ])
    func `exits with 2 for an invalid command line`(arguments: [String]) throws {
        let result = try AnchordProgram.run(arguments)
        let isHelp = arguments == ["policies"]
        #expect(result.status == (isHelp ? 0 : 2))
        #expect(result.errors.isEmpty == isHelp)
    }

    @Test func `prints help and version to standard output`() throws {
        let version = try AnchordProgram.run(["--version"])
        #expect(version.status == 0)
        #expect(version.output == "0.1.0\n")
        let help = try AnchordProgram.run(["serve", "--help"])
        #expect(help.status == 0)
        #expect(help.output.contains("--limits-body-bytes"))
        #expect(help.errors == "")
    }
}
