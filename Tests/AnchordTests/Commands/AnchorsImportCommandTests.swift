import Glibc
import Testing
import TrustTestSupport

/// The command `anchord anchors import`, and a daemon with the written document.
@Suite struct `anchord anchors import` {
    let files: ChainFiles
    let report: String

    init() throws {
        files = try ChainFiles()
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root")).certificate
        report = try files.directory.write("report.csv", Self.report(root, distrustedAfter: "2025.11.30"))
    }

    private static func report(_ root: TestCertificate, distrustedAfter date: String) -> String {
        "Trust Bits,Distrust for TLS After Date,PEM Info\nWebsites,\(date),\"'\(root.pem)'\"\n"
    }

    private func run(_ arguments: [String]) throws -> AnchordProgram.Result {
        try AnchordProgram.run(["anchors", "import"] + arguments)
    }

    private func evaluate(_ daemon: AnchordDaemon) throws -> String {
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send(
            "POST /v1/evaluations?host=\(ChainFiles.host)&at=\(ChainFiles.valid) HTTP/1.1\r\nHost: localhost\r\n"
                + "Connection: close\r\nAccept: text/plain\r\nContent-Type: application/x-pem-file\r\n"
                + "Content-Length: \(files.chainText.utf8.count)\r\n\r\n\(files.chainText)"
        )
        return connection.rest()
    }

    @Test func `writes the same document to a file and to standard output`() throws {
        let path = files.directory.path + "/constraints.yaml"
        let arguments = ["--from", "ccadb", report, "--source", "CCADB \"test\"", "--as-of", "2026-10-01"]
        let printed = try run(arguments)
        #expect(printed.status == 0 && printed.errors == "", "\(printed.errors)")
        #expect(printed.output.contains("  # CN=Root\n  - anchor: \"sha256/"))
        #expect(printed.output.contains("\n    source: \"CCADB \\\"test\\\"\"\n    asOf: \"2026-10-01\"\n"))
        #expect(printed.output.contains("{leafNotBeforeUntil: \"2025-11-30T23:59:59Z\", purposes: [\"serverAuth\"]}"))
        let written = try run(arguments + ["--output", path])
        #expect(written.status == 0 && written.output == "" && written.errors == "", "\(written.errors)")
        let check = try AnchordProgram.run([
            "evaluate", files.chain, "--host", ChainFiles.host, "--at", ChainFiles.valid, "--system-anchors",
            files.root,
            "--anchor-constraints", path,
        ])
        #expect(check.status == 1)
        #expect(
            check.output.contains("chain.anchorConstrained")
                && check.output.contains("CCADB \"test\", as of 2026-10-01")
        )
    }

    @Test func `a daemon applies the document to system anchors, and a reload replaces it`() throws {
        let path = files.directory.path + "/constraints.yaml"
        #expect(try run(["--from", "ccadb", report, "--output", path]).status == 0)
        let daemon = try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--system-anchors", files.root, "--evidence-anchor-constraints", path,
        ])
        let rejected = try evaluate(daemon)
        #expect(
            rejected.contains("\r\n\r\nuntrusted: deny") && rejected.contains("chain.anchorConstrained"),
            "\(rejected)"
        )

        try files.directory.write(
            "constraints.yaml",
            "anchorConstraints: [{anchor: root.pem, anyOf: [{until: 2020-13-01}]}]"
        )
        daemon.signal(SIGHUP)
        let failure = try daemon.entry("policy reload failed, the previous policies remain in use")
        #expect(
            (failure["problem"] as? String)?.hasPrefix("\(path):1: /anchorConstraints/0/anyOf/0/until: expected a time")
                == true
        )
        #expect(try evaluate(daemon).contains("chain.anchorConstrained"))

        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root")).certificate
        let later = try files.directory.write("later.csv", Self.report(root, distrustedAfter: "2026.01.31"))
        #expect(try run(["--from", "ccadb", later, "--output", path]).status == 0)
        daemon.signal(SIGHUP)
        _ = try daemon.entry("policies reloaded")
        let accepted = try evaluate(daemon)
        #expect(accepted.contains("\r\n\r\ntrusted: allow"), "\(accepted)")
    }

    @Test func `a daemon does not start with an invalid or missing document`() throws {
        for (path, problem) in [("/nonexistent.yaml", "the file does not exist"), (files.root, "/root.pem:1")] {
            let result = try AnchordProgram.run([
                "serve", "--listen", "127.0.0.1:0", "--system-anchors", files.root, "--evidence-anchor-constraints",
                path,
            ])
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains(problem), "\(result.errors)")
        }
    }

    @Test func `reports errors with file and line, and exits with 2`() throws {
        let bad = try files.directory.write("bad.txt", "# NSS\nBEGINDATA\nCKA_TOKEN CK_BBOOL CK_TRUE\n")
        let result = try run(["--from", "nss", bad])
        #expect(result.status == 2 && result.output == "")
        #expect(result.errors == "anchord: \(bad):3: the first attribute of an object must be CKA_CLASS\n")
        let missing = try run(["--from", "chrome", bad])
        #expect(missing.status == 2)
        #expect(
            missing.errors == "anchord: \(files.directory.path)/root_store.certs does not exist\n",
            "\(missing.errors)"
        )
        for arguments in [
            ["--from", "mozilla", bad], [bad], ["--from", "nss", bad, "--as-of", "yesterday"],
            ["--from", "nss", bad, "--certificates", bad], ["--from", "nss", bad, "--source", ""],
        ] {
            #expect(try run(arguments).status == 2, "\(arguments)")
        }
    }

    @Test func `warns on standard error of what a document cannot express`() throws {
        let fingerprint = try OpenSSLProgram().run(["x509", "-in", files.root, "-noout", "-fingerprint", "-sha256"])
            .text
        let digest = fingerprint.drop { $0 != "=" }.filter(\.isHexDigit)
        let store = try files.directory.write(
            "root_store.textproto",
            "trust_anchors {\n  sha256_hex: \"\(digest)\"\n  constraints { sct_all_after_sec: 1 }\n}\n"
        )
        let result = try run(["--from", "chrome", store, "--certificates", files.root])
        #expect(result.status == 0)
        #expect(result.output.contains("    anyOf: []\n"))
        #expect(
            result.errors.hasPrefix(
                "warning: \(store):3: the constraint set is omitted: documents cannot express sct_all_after_sec\n"
            )
        )
        let unconstrained = try files.directory.write("free.textproto", "trust_anchors { sha256_hex: \"\(digest)\" }")
        let empty = try run(["--from", "chrome", unconstrained, "--certificates", files.root])
        #expect(empty.status == 2 && empty.errors == "anchord: \(unconstrained) constrains no trust anchor\n")
    }
}
