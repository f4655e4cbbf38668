import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A daemon with a directory of written blocks, and curl as its client.
private struct BlockingDaemon {
    let files: ChainFiles
    /// The digest of the leaf's key.
    let pin: String

    init() throws {
        files = try ChainFiles()
        let digest = try ShellCommand.run("printf guard | sha256sum | head -c 64", in: files.directory.path).text
        let key = try ShellCommand.run(
            "openssl x509 -in \(files.chain) -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary"
                + " | openssl base64 -A",
            in: files.directory.path
        ).text
        pin = "sha256/" + key
        try files.directory.write(
            "anchord.yaml",
            """
            systemAnchors: \(files.root)
            listen: ["127.0.0.1:0", "unix:\(files.directory.path)/s"]
            blocks: {directory: \(files.directory.path)/blocks, file: \(files.directory.path)/own.yaml}
            clients: [{name: guard, tokens: [{sha256: "\(digest)"}], may: [block, evaluate, read]}]

            """
        )
        try files.directory.write("own.yaml", "[]\n")
    }

    var configuration: String { files.directory.path + "/anchord.yaml" }

    func start() throws -> AnchordDaemon { try AnchordDaemon(["--config", configuration]) }

    /// Returns the status and the body of a response.
    func curl(_ arguments: String) throws -> (status: String, body: String) {
        let text = try ShellCommand.run(
            "curl -s -w '\\n%{http_code}' -H 'Authorization: Bearer guard' \(arguments)",
            in: files.directory.path
        ).text
        let end = text.lastIndex(of: "\n") ?? text.startIndex
        return (String(text[end...].dropFirst()), String(text[..<end]))
    }

    /// Returns the definition of a block of the leaf's key.
    func definition(_ reason: String = "Laptop lost.") -> String {
        #"{"match": {"spkiSha256": ["\#(pin)"]}, "reason": "\#(reason)"}"#
    }
}

@Suite struct `Written blocks of the daemon` {
    private let scene: BlockingDaemon

    init() throws {
        scene = try BlockingDaemon()
    }

    private func base(_ daemon: AnchordDaemon) throws -> String { "http://\(try #require(daemon.addresses.first))" }

    private func action(_ base: String) throws -> String {
        let evaluation = try scene.curl(
            "-H 'Content-Type: application/x-pem-file' --data-binary @\(scene.files.chain) "
                + "'\(base)/v1/evaluations?host=\(ChainFiles.host)&at=\(ChainFiles.valid)'"
        )
        let object = try JSONSerialization.jsonObject(with: Data(evaluation.body.utf8)) as? [String: Any]
        return object?["action"] as? String ?? evaluation.body
    }

    private func put(_ base: String, _ id: String) throws -> String {
        try scene.curl(
            "-X PUT -H 'Content-Type: application/json' --data-binary '\(scene.definition())' \(base)/v1/blocks/\(id)"
        ).status
    }

    @Test func `are in force at once and after a restart, until they are removed`() throws {
        do {
            let daemon = try scene.start()
            let base = try base(daemon)
            let warning = "the directory of blocks did not exist and was created"
            #expect(daemon.lines.contains { $0.contains(warning) })
            #expect(try action(base) == "allow")
            #expect(try put(base, "stolen-1") == "201")
            #expect(try action(base) == "deny")
            let entry = try daemon.entry("a block was written")
            #expect(entry["block"] as? String == "stolen-1")
            #expect((entry["trigger"] as? String)?.contains("(client guard)") == true)
        }
        let daemon = try scene.start()
        #expect(!daemon.lines.contains { $0.contains("was created") })
        let base = try base(daemon)
        #expect(try action(base) == "deny")
        #expect(try scene.curl("-X DELETE \(base)/v1/blocks/stolen-1").status == "204")
        #expect(try action(base) == "allow")
        _ = try daemon.entry("a block was removed")
    }

    @Test func `are those of one daemon, which removes what an interrupted write left`() throws {
        _ = try scene.start()
        let rest = "\(scene.files.directory.path)/blocks/.anchord-1"
        try "[".write(toFile: rest, atomically: false, encoding: .utf8)
        let daemon = try scene.start()
        #expect(!FileManager.default.fileExists(atPath: rest))
        let other = try AnchordProgram.run(["serve", "--config", scene.configuration])
        #expect(other.status != 0 && other.errors.contains("/blocks is in use by another process"), "\(other)")
        #expect(try put(base(daemon), "a") == "201")
    }

    @Test func `are not started without if their list is missing, damaged or the operator's too`() throws {
        let list = "\(scene.files.directory.path)/blocks/blocks.json"
        do {
            let daemon = try scene.start()
            #expect(try put(base(daemon), "stolen-1") == "201")
        }
        for (text, message) in [
            ("[", "/blocks/blocks.json"), (nil, "restore it, or remove its directory"),
            (#"[{"id": "a", "match": {}, "reason": "x"}]"#, "the matcher is empty"),
        ] {
            if let text {
                try text.write(toFile: list, atomically: false, encoding: .utf8)
            } else {
                try FileManager.default.removeItem(atPath: list)
            }
            let result = try AnchordProgram.run(["serve", "--config", scene.configuration])
            #expect(result.status == 1 && result.errors.contains(message), "\(result)")
        }
        try #"[{"id": "a", "match": {"spkiSha256": ["\#(scene.pin)"]}, "reason": "x"}]"#
            .write(toFile: list, atomically: false, encoding: .utf8)
        try scene.files.directory.write("own.yaml", "- {id: a, match: {spkiSha256: [\"\(scene.pin)\"]}, reason: x}\n")
        let result = try AnchordProgram.run(["serve", "--config", scene.configuration])
        #expect(result.errors.contains("is in the operator's file: remove one of the two"), "\(result)")
    }
}
