import Foundation
import Glibc
import Testing
import TrustTestSupport

/// Clients of a daemon with users on a real Unix socket and tokens; the IDs stand for accounts that need not exist.
@Suite(.enabled(if: OtherUser.arePossible, "requires root, to act as other users, and a program that they can run"))
struct `The clients of the daemon` {
    private static let digest = "50f94b5c1e0b8c6ed4e2f31ee9e2f2a1f2a8ea3e0f5c7f4b2f5cf0a8a5f5b9b1"
    private let files: ChainFiles
    private let path: String
    private let daemon: AnchordDaemon
    private let payments = OtherUser(user: 54001, group: 54001)
    private let member = OtherUser(user: 54002, group: 54100)
    private let stranger = OtherUser(user: 54003, group: 54003)

    init() throws {
        files = try ChainFiles()
        path = files.directory.path + "/anchord.sock"
        #expect(unsafe chmod(files.directory.path, 0o755) == 0)
        let directory = files.directory.path
        let digest = try ShellCommand.run("printf secret | tee token | sha256sum | head -c 64", in: directory).text
        try """
        listen: ["127.0.0.1:0", "unix:\(path)"]
        unixSocketMode: "0666"
        systemAnchors: \(files.root)
        clients:
          - {name: payments, unixUser: 54001, may: [evaluate, read]}
          - {name: staff, unixGroup: 54100, may: [evaluate]}
          - {name: deploy, tokens: [{sha256: "\(Self.digest)"}, {sha256: "\(digest)"}], may: [reload, decisions]}
        """.write(toFile: directory + "/anchord.yaml", atomically: true, encoding: .utf8)
        daemon = try AnchordDaemon(["--config", directory + "/anchord.yaml"])
    }

    /// Returns the status of a request by a user with supplementary groups.
    private func status(_ user: OtherUser, groups: String, _ arguments: String) throws -> String {
        let setpriv = "setpriv --reuid \(user.user) --regid \(user.group) --groups \(groups) --"
        let curl = "curl -s -o /dev/null -w '%{http_code}' --unix-socket \(path) \(arguments)"
        return try ShellCommand.run("\(setpriv) \(curl)", in: files.directory.path).text
    }

    @Test func `have the rights of their user`() throws {
        #expect(try payments.request("GET", "/v1/status", at: path).status == 200)
        #expect(try payments.request("POST", "/v1/reload", at: path).status == 403)
        #expect(try stranger.request("GET", "/v1/status", at: path).status == 401)
        #expect(try stranger.request("GET", "/livez", at: path).status == 200)
    }

    /// A batch without items is answered with 200, and refused with 401 or 403 by the authorization.
    @Test func `have the rights of their primary and supplementary groups`() throws {
        let batch = "-d '[]' -H 'Content-Type: application/json' http://localhost/v1/evaluations/batch"
        #expect(try status(member, groups: "54001", batch) == "200")
        #expect(try status(stranger, groups: "54099,54100", batch) == "200")
        #expect(try status(stranger, groups: "54099,54001", batch) == "401")
        #expect(try status(stranger, groups: "54100", "http://localhost/v1/status") == "403")
    }

    @Test func `have the rights of their token over TCP and on a Unix socket`() throws {
        let address = try #require(daemon.addresses.first)
        func status(_ token: String, _ path: String) throws -> String {
            try ShellCommand.run(
                "curl -s -o body -w '%{http_code}' -X POST -H 'Authorization: Bearer \(token)' "
                    + "-H 'Content-Type: application/json' http://\(address)\(path)",
                in: files.directory.path
            ).text
        }
        #expect(try status("secret", "/v1/reload") == "200")
        #expect(try status("secre", "/v1/reload") == "401")
        #expect(try status("secret", "/v1/certificates") == "403")
        let program = AnchordProgram.location.path
        let reload = "\(program) reload --socket \(path)"
        let command = "\(stranger.command.joined(separator: " ")) \(reload)"
        let with = try ShellCommand.run("\(command) --token-file token", in: files.directory.path)
        #expect(with.status == 0)
        #expect(with.text.hasPrefix("reloaded: revision "))
        let without = try ShellCommand.run(command, in: files.directory.path)
        #expect(without.status == 1)
        #expect(without.text.hasPrefix("problem unauthorized (401)"))
        let malformed = try ShellCommand.run("\(command) --token-file anchord.yaml", in: files.directory.path)
        #expect(malformed.status == 2)
        #expect(malformed.text.contains("anchord.yaml: expected one token of letters"))
    }

    @Test func `find the decision about another client as soon as it is made, with the right to`() throws {
        let address = try #require(daemon.addresses.first)
        let setpriv = "setpriv --reuid \(payments.user) --regid \(payments.group) --groups \(payments.group) --"
        let content = #"-H 'Content-Type: application/json' -d '{"authenticationMethod":"httpBasic"}'"#
        let ask = "curl -s -D - -o /dev/null --unix-socket \(path) \(content) http://localhost/v1/challenges"
        for _ in 0..<20 {
            let head = try ShellCommand.run("\(setpriv) \(ask)", in: files.directory.path).text
            let id = try #require(head.firstMatch(of: /(?i)anchord-decision: ([0-9a-f-]{36})/)?.output.1)
            let show = "curl -s http://\(address)/v1/decisions/\(id)"
            let found = try ShellCommand.run("\(show) -H 'Authorization: Bearer secret'", in: files.directory.path)
            #expect(found.text.hasPrefix(#"{"id":"\#(id)""#) && found.text.contains(#""clients":["payments"]"#))
            #expect(try ShellCommand.run(show, in: files.directory.path).text.contains(#""code":"unauthorized""#))
            #expect(try payments.request("GET", "/v1/decisions/\(id)", at: path).status == 403)
        }
        let metrics = try payments.request("GET", "/metrics", at: path).body
        let bytes = metrics.firstMatch(of: /\nanchord_decision_memory_bytes ([0-9]+)\n/).flatMap { Int($0.output.1) }
        #expect(try #require(bytes) > 0)
    }

    @Test func `do not appear with their tokens in the log`() throws {
        let address = try #require(daemon.addresses.first)
        _ = try ShellCommand.run(
            "curl -s -X POST -H 'Authorization: Bearer secret' http://\(address)/v1/reload",
            in: files.directory.path
        )
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        #expect(!daemon.lines.contains { $0.contains("secret") || $0.contains(Self.digest) })
        #expect(daemon.lines.contains { $0.contains("policies reloaded") && $0.contains("deploy") })
    }

    /// Root observes a daemon whose configuration names only the clients that it serves.
    @Test func `leave root the rights of rootMay, which a shared socket sets to none`() throws {
        let root = OtherUser(user: 0, group: 0)
        let targets = ["/v1/status", "/metrics", "/v1/policy-sets"]
        for target in targets { #expect(try root.request("GET", target, at: path).status == 200) }
        #expect(try root.request("POST", "/v1/reload", at: path).status == 200)
        let shared = files.directory.path + "/shared.sock"
        let daemon = try AnchordDaemon([
            "--config", files.directory.path + "/anchord.yaml", "--root-may", "", "--listen", "unix:\(shared)",
        ])
        for target in targets { #expect(try root.request("GET", target, at: shared).status == 401) }
        #expect(try root.request("POST", "/v1/reload", at: shared).status == 401)
        #expect(try payments.request("GET", "/v1/status", at: shared).status == 200)
        withExtendedLifetime(daemon) {}
    }

    @Test func `leave no one the right to reload if rootMay is empty and there are no clients`() throws {
        let shared = files.directory.path + "/shared.sock"
        let daemon = try AnchordDaemon(
            ["--listen", "unix:\(shared)", "--system-anchors", files.root],
            environment: ["ANCHORD_ROOT_MAY": ""]
        )
        let refusal = try OtherUser(user: 0, group: 0).request("POST", "/v1/reload", at: shared)
        #expect(refusal.status == 403)
        #expect(refusal.body.contains("The configuration permits no reload over HTTP"))
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [
        ("[sign]", "root has the right `sign` only as a client of `clients`"),
        ("[reload, red]", "did you mean `read`?"),
        ("read", "expected a list, found text"),
    ])
    func `cannot give root other rights`(value: String, expected: String) throws {
        let file = try files.directory.write("root.yaml", "rootMay: \(value)\n")
        let result = try AnchordProgram.run(["serve", "--config", file, "--print-config"])
        #expect(result.status == 2)
        #expect(result.errors.contains("root.yaml:1: /rootMay"))
        #expect(result.errors.contains(expected), "\(result.errors)")
    }
}
