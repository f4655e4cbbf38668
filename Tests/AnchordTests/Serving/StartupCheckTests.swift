import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord serve --check` {
    /// A mistake in a configuration or a policy, and the text about it.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let configuration: String
        var policy = "otherwise: deny\n"
        let status: Int32
        let expected: String
        /// Whether the mistake is in the addresses, so that the daemon must not get another one.
        var ownAddresses = false
    }

    static let mistakes = [
        Mistake(
            testDescription: "a script while scripts are disabled",
            configuration: "",
            policy: "policies:\n  short: {evaluator: custom, script: rule.lua}\n",
            status: 1,
            expected: "pay.yaml:2: /policies/short/script: scripts are disabled"
        ),
        Mistake(
            testDescription: "network access while the network is disabled",
            configuration: "",
            policy: "policies:\n  r: {evaluator: default, revocation: {networkAccess: true}}\n",
            status: 1,
            expected: "pay.yaml:2: /policies/r/revocation/networkAccess: "
        ),
        Mistake(
            testDescription: "an unknown floor",
            configuration: "floors: pya\n",
            status: 2,
            expected: "anchord.yaml:3: /floors: there is no policy set `pya` in DIRECTORY/policies; did you mean `pay`?"
        ),
        Mistake(
            testDescription: "an unknown user, and an unknown group",
            configuration: """
                clients:
                  - {name: a, unixUser: nosuchuser, may: [read]}
                  - name: b
                    unixGroup: nosuchgroup
                    may: [read]
                """,
            status: 2,
            expected: """
                anchord.yaml:4: /clients/0/unixUser: the user `nosuchuser` does not exist
                anchord: DIRECTORY/anchord.yaml:6: /clients/1/unixGroup: the group `nosuchgroup` does not exist
                """
        ),
        Mistake(
            testDescription: "an unknown user beside another mistake",
            configuration:
                "treads: 1\nclients: [{name: a, unixUser: nosuchuser, may: [read]}]\nunixSocketGroup: nosuchgroup\n",
            status: 2,
            expected: """
                anchord.yaml:3: /treads: unknown key `treads`; did you mean `threads`?
                anchord: DIRECTORY/anchord.yaml:4: /clients/0/unixUser: the user `nosuchuser` does not exist
                anchord: DIRECTORY/anchord.yaml:5: /unixSocketGroup: the group `nosuchgroup` does not exist
                """
        ),
        Mistake(
            testDescription: "a group that stands for unknown groups",
            configuration: "clients: [{name: a, unixGroup: 65534, may: [read]}]\n",
            status: 2,
            expected: "anchord.yaml:3: /clients/0/unixGroup: the group 65534 has the ID 65534"
        ),
        Mistake(
            testDescription: "an invalid address",
            configuration: "listen: [example.com:80, 'unix:run.sock', '127.0.0.1:99999']\n",
            status: 2,
            expected: "anchord.yaml:3: /listen/0: `example.com:80` is not a valid address"
        ),
        Mistake(
            testDescription: "addresses on which the daemon cannot listen",
            configuration: """
                listen:
                  - 192.0.2.1:8778
                  - 127.0.0.1:8778
                  - 0.0.0.0:8778
                  - unix:/nonexistent/anchord.sock
                  - unix:/dev/null
                  - fd:9
                """,
            status: 1,
            expected: """
                listen: 192.0.2.1:8778: no interface of this machine has the address
                listen: 0.0.0.0:8778: the address conflicts with 127.0.0.1:8778
                listen: unix:/nonexistent/anchord.sock: the directory /nonexistent of the socket does not exist; create it, \
                in a systemd unit with RuntimeDirectory=
                listen: unix:/dev/null: the path exists and is not a socket
                """,
            ownAddresses: true
        ),
        Mistake(
            testDescription: "a missing policy directory",
            configuration: "policies: /nonexistent\n",
            status: 1,
            expected: "/nonexistent: the policy directory does not exist"
        ),
        Mistake(
            testDescription: "a missing log list",
            configuration: "evidence: {logList: /nonexistent}\n",
            status: 1,
            expected: "/nonexistent: "
        ),
        Mistake(
            testDescription: "a directory for evidence that cannot be created",
            configuration: "network: {enabled: true}\nevidence: {directory: /nonexistent/evidence}\n",
            status: 2,
            expected: "evidence.directory: /nonexistent/evidence cannot be created: its parent directory does not exist"
        ),
        Mistake(
            testDescription: "two proxies whose policy does not exist or needs a host",
            configuration: """
                clients: [{name: edge, unixUser: root, may: []}]
                proxies:
                  - {name: one, client: edge, format: rfc9440, policy: pay/nosuch}
                  - {name: two, client: edge, format: rfc9440, policy: pay/p}
                """,
            policy: "policies:\n  p: {evaluator: default}\n",
            status: 2,
            expected: """
                anchord.yaml:5: /proxies: one: The policy set `pay` has no policy `nosuch`; found `pay/p`.
                DIRECTORY/anchord.yaml:5: /proxies: two: the policy validates the host: set `host`
                """
        ),
    ]

    private let files: ChainFiles
    private var directory: String { files.directory.path }

    init() throws {
        files = try ChainFiles()
        try files.directory.write("policies/rule.lua", "function evaluate(trust, host) return true end\n")
    }

    private func configure(_ text: String, policy: String = "otherwise: deny\n") throws {
        try files.directory.write("policies/pay.yaml", policy)
        let policies = text.contains("policies: /") ? "" : "policies: \(directory)/policies"
        try files.directory.write("anchord.yaml", "systemAnchors: \(files.root)\n\(policies)\n\(text)")
    }

    private func serve(_ arguments: String..., environment: [String: String] = [:]) throws -> AnchordProgram.Result {
        let common = ["serve", "--config", directory + "/anchord.yaml"]
        return try AnchordProgram.run(common + arguments, environment: environment)
    }

    /// A daemon that starts by mistake is killed after ten minutes, so that the status differs.
    private func start(ownAddresses: Bool = false) throws -> AnchordProgram.Result {
        let listen = ownAddresses ? [] : ["--listen", "127.0.0.1:0"]
        let command = [AnchordProgram.location.path, "serve", "--config", directory + "/anchord.yaml"] + listen
        let result = try ShellCommand.run("timeout 600 \(command.joined(separator: " "))", in: directory)
        return AnchordProgram.Result(status: result.status, output: "", errors: result.text)
    }

    @Test(arguments: mistakes) func `reports a mistake with which the daemon does not start`(mistake: Mistake) throws {
        try configure(mistake.configuration, policy: mistake.policy)
        let result = try serve("--check")
        #expect(result.status == mistake.status, "\(result.errors)")
        #expect(result.output == "")
        let expected = mistake.expected.replacingOccurrences(of: "DIRECTORY", with: directory)
        #expect(result.errors.contains(expected), "\(result.errors)")
        let started = try start(ownAddresses: mistake.ownAddresses)
        #expect(started.status == mistake.status, "\(started.errors)")
    }

    @Test func `accepts what starts, while a daemon with the same addresses is running`() throws {
        let socket = directory + "/anchord.sock"
        let daemon = try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--listen", "unix:\(socket)", "--system-anchors", files.root,
        ])
        let address = try #require(daemon.addresses.first)
        try configure(
            """
            listen: ["\(address)", "unix:\(socket)", "fd:9"]
            network: {enabled: true}
            evidence: {directory: \(directory)/evidence}
            """
        )
        let result = try serve("--check")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "the daemon can start: 2 policy sets\n")
        #expect(!FileManager.default.fileExists(atPath: directory + "/evidence"))
        let answer = try TestConnection.get("/livez", at: address)
        #expect(answer.contains("ok"))
        #expect(FileManager.default.fileExists(atPath: socket))
    }

    @Test func `reports a directory of issuers that other users can change`() throws {
        let issuers = directory + "/evidence/issuers"
        try FileManager.default.createDirectory(atPath: issuers, withIntermediateDirectories: true)
        for (path, mode) in [(directory + "/evidence", 0o700), (issuers, 0o777)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        try configure("network: {enabled: true}\nevidence: {directory: \(directory)/evidence}\n")
        let result = try serve("--check")
        #expect(result.status == 2)
        let expected = "evidence.directory: \(issuers) can be changed by other users"
        #expect(result.errors.contains(expected), "\(result.errors)")
        #expect(try start().status == 2)
    }

    @Test func `reports identities that cannot be loaded, although the daemon starts without them`() throws {
        try configure(
            """
            identities:
              missing: {certificateChain: \(directory)/missing.pem, privateKey: \(directory)/missing.key}
              other: {pkcs12: \(directory)/missing.p12}
            """
        )
        let result = try serve("--check")
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.contains("identity missing: \(directory)/missing.key "), "\(result.errors)")
        #expect(result.errors.contains("identity other: \(directory)/missing.p12 does not exist"), "\(result.errors)")
    }

    @Test func `reports warnings, and problems of different parts together`() throws {
        try configure(
            """
            floors: nosuch
            listen: ["0.0.0.0:8778", "unix:/nonexistent/anchord.sock"]
            network: {enabled: true}
            evidence: {directory: /nonexistent/evidence}
            identities: {missing: {pkcs12: /nonexistent}}
            """
        )
        let result = try serve("--check")
        #expect(result.status == 2)
        #expect(result.errors.contains("/floors: there is no policy set `nosuch`"))
        #expect(result.errors.contains("evidence.directory: /nonexistent/evidence "))
        #expect(result.errors.contains("identity missing: /nonexistent "))
        #expect(result.errors.contains("warning: listen: 0.0.0.0:8778: reachable from other machines"))
        #expect(
            result.errors.contains("\nlisten: unix:/nonexistent/anchord.sock: the directory /nonexistent of the socket")
        )
    }

    @Test(.enabled(if: OtherUser.arePossible)) func `reports what the user of the daemon may not do`() throws {
        let other = OtherUser(user: 54321, group: 54321)
        func check(_ configuration: String) throws -> (status: Int32, output: String) {
            try configure(configuration)
            _ = try ShellCommand.run("chmod -R a+rX .", in: directory)
            return try other.run([
                AnchordProgram.location.path, "serve", "--check", "--config", directory + "/anchord.yaml",
            ])
        }
        let refused = try check("listen: ['127.0.0.1:80', 'unix:/run/anchord-check.sock']\n")
        #expect(refused.status == 1, "\(refused.output)")
        let port = "listen: 127.0.0.1:80: the process may not listen on a port below 1024: it lacks the capability"
        #expect(refused.output.contains(port), "\(refused.output)")
        let place =
            "listen: unix:/run/anchord-check.sock: the process may not create a socket in /run: Permission denied"
        #expect(refused.output.contains(place), "\(refused.output)")
        let group = try check("listen: ['unix:/tmp/anchord-check.sock']\nunixSocketGroup: 0\n")
        #expect(group.status == 2, "\(group.output)")
        let reason = "listen: unix:/tmp/anchord-check.sock: the process may not assign the group 0: it is neither"
        #expect(group.output.contains(reason), "\(group.output)")
        #expect(try serve("--check").status == 0)
    }

    @Test func `uses flags and variables, and names them in problems`() throws {
        try configure("floors: pay\n")
        #expect(try serve("--check").status == 0)
        let flag = try serve("--check", "--floors", "nosuch")
        #expect(flag.errors.hasPrefix("--floors: there is no policy set `nosuch` in "), "\(flag.errors)")
        let variable = try serve("--check", environment: ["ANCHORD_FLOORS": "nosuch"])
        #expect(variable.errors.hasPrefix("environment ANCHORD_FLOORS: there is no policy set `nosuch` in "))
        #expect(variable.status == 2)
        #expect(try serve("--check", "--print-config").status == 2)
    }
}
