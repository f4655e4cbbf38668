import Foundation
import Glibc
import Testing
import TrustTestSupport

@Suite struct `anchord doctor` {
    private let files: ChainFiles
    private let directory: String

    init() throws {
        files = try ChainFiles()
        directory = files.directory.path
        try files.directory.write("lasting.pem", try Self.root(until: 3650).certificate.pem)
        try files.directory.write("policies/one.yaml", "otherwise: deny")
        for tool in ["systemctl", "timedatectl"] { try script(tool, "exit 1") }
    }

    private static func root(_ name: String = "Lasting", from: Int64 = -10, until: Int64) throws -> TestAuthority {
        try .root(name, key: .shared(.ecdsaP256, name), edit: IdentityFileSet.valid(from...until))
    }

    /// Writes a program of the system that the command asks.
    private func script(_ name: String, _ body: String) throws {
        let path = try files.directory.write("bin/\(name)", "#!/bin/sh\n\(body)\n")
        #expect(unsafe chmod(path, 0o755) == 0)
    }

    private func configure(_ more: String = "", listen: String? = nil) throws -> String {
        try files.directory.write(
            "anchord.yaml",
            """
            listen: ["\(listen ?? "unix:\(directory)/anchord.sock")"]
            policies: \(directory)/policies
            systemAnchors: \(directory)/lasting.pem

            """ + more
        )
    }

    private func doctor(_ configuration: String, _ arguments: String...) throws -> AnchordProgram.Result {
        let path = "\(directory)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        return try AnchordProgram.run(
            ["doctor", "--config", configuration] + arguments,
            environment: ["PATH": path]
        )
    }

    /// Checks that a finding is followed by the line with its fix.
    private func expect(_ finding: String, fix: String, in result: AnchordProgram.Result) {
        let lines = result.output.split(separator: "\n").map(String.init)
        let index = lines.firstIndex { $0.contains(finding) }
        #expect(index != nil, "\(finding): \(result.output)")
        guard let index, lines.indices.contains(index + 1) else { return }
        #expect(lines[index + 1].hasPrefix("      fix: "), "\(lines)")
        #expect(lines[index + 1].contains(fix), "\(lines[index + 1])")
        #expect(result.status == (lines.contains { $0.hasPrefix("fail  ") } ? 1 : 0))
    }

    @Test func `finds nothing wrong with a running daemon`() throws {
        try script("timedatectl", "echo yes")
        let units = ["service", "socket"].map {
            "Id=anchord.\($0)\\nLoadState=loaded\\nActiveState=active\\nUnitFileState=enabled\\n"
        }
        try script("systemctl", "printf '\(units.joined(separator: "\\n"))'")
        let configuration = try configure()
        let daemon = try AnchordDaemon(["--config", configuration])
        let result = try doctor(configuration)
        #expect(result.status == 0, "\(result.output)")
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n").map(String.init)
        for start in [
            "configuration: it is valid", "policies: policy sets: 2 in \(directory)/policies",
            "anchors: found 1 in \(directory)/lasting.pem, of which 0 have ended", "clock: it shows 2",
            "sockets: \(directory)/anchord.sock: anchord ", "fetcher: `network.enabled` is false",
            "expirations: nothing ends within 30 days", "units: anchord.service is active and enabled",
            "units: anchord.socket is active and enabled", "libraries: anchord ",
        ] {
            #expect(lines.contains { $0.hasPrefix("ok    \(start)") }, "\(start): \(result.output)")
        }
        #expect(lines.contains { $0.hasPrefix("ok    clock: ") && $0.hasSuffix(", and is synchronized") })
        #expect(lines.last == "ok 10, warnings 0, failures 0")
        let json = try doctor(configuration, "--json")
        #expect(try CommandOutputSchema("anchord doctor").defects(of: json.output) == [])
        withExtendedLifetime(daemon) {}
    }

    @Test func `reports an invalid configuration, and says that other checks need it`() throws {
        let result = try doctor(try configure("treads: 1\n"))
        expect("fail  configuration: ", fix: "run `anchord doctor` again", in: result)
        #expect(!result.output.contains("policies: "))
        #expect(result.output.contains("libraries: "))
        #expect(try doctor(directory + "/nosuch.yaml").status == 1)
    }

    @Test func `reports invalid policies and their warnings`() throws {
        try files.directory.write("policies/open.yaml", "policies: {a: {evaluator: disabled}}\n")
        expect("warn  policies: open.yaml:1: ", fix: "change the setting", in: try doctor(try configure()))
        try files.directory.write("policies/open.yaml", "otherwise: nosuch\n")
        let result = try doctor(try configure())
        expect("fail  policies: open.yaml:1: /otherwise: ", fix: "anchord policies check --config", in: result)
        #expect(try CommandOutputSchema("anchord doctor").defects(of: doctor(try configure(), "--json").output) == [])
    }

    @Test func `reports missing, ended, unreadable and old trust anchors`() throws {
        try files.directory.write("lasting.pem", "text")
        expect("fail  anchors: ", fix: "install ca-certificates", in: try doctor(try configure()))
        let ended = try Self.root("Ended", until: -1).certificate.pem
        try files.directory.write("lasting.pem", ended)
        expect("fail  anchors: all 1 anchors in ", fix: "update the package", in: try doctor(try configure()))
        let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        let path = try files.directory.write("lasting.pem", try Self.root(until: 3650).certificate.pem + broken)
        expect("warn  anchors: \(path): ", fix: "replace or remove", in: try doctor(try configure()))
        try files.directory.write("lasting.pem", try Self.root(until: 3650).certificate.pem)
        var times = [timespec(tv_sec: 1_600_000_000, tv_nsec: 0), timespec(tv_sec: 1_600_000_000, tv_nsec: 0)]
        #expect(unsafe utimensat(AT_FDCWD, path, &times, 0) == 0)
        expect("was last changed on 2020-09-13T12:26:40Z", fix: "update the package", in: try doctor(try configure()))
    }

    @Test func `reports a clock that cannot be right, and one that is not synchronized`() throws {
        try script("timedatectl", "echo no")
        expect("warn  clock: it shows 2", fix: "timedatectl set-ntp true", in: try doctor(try configure()))
        let root = try Self.root("Future", from: 3, until: 3650).certificate.pem
        try files.directory.write("lasting.pem", root)
        expect(
            ", before the start of half of the trust anchors on 2",
            fix: "set the clock",
            in: try doctor(try configure())
        )
        // A new root can be distributed before it is valid.
        let others = [try Self.root("A", until: 3650), try Self.root("B", until: 3650)].map(\.certificate.pem).joined()
        try files.directory.write("lasting.pem", root + others)
        #expect(try doctor(try configure()).output.contains("warn  clock: it shows 2"))
        let ended = try ["A", "B"].map { try Self.root($0, until: -1).certificate.pem }.joined()
        try files.directory.write("lasting.pem", ended + (try Self.root(until: 3650).certificate.pem))
        expect("after the end of 2 of 3 trust anchors", fix: "update the trust store", in: try doctor(try configure()))
    }

    @Test func `reports sockets on which no daemon, or another program, answers`() throws {
        expect("anchord.sock: no daemon responds", fix: "systemctl start anchord", in: try doctor(try configure()))
        try files.directory.write("anchord.sock", "text")
        expect("anchord.sock is not a socket", fix: "remove or rename", in: try doctor(try configure()))
        let unused = try BoundSocket(address: "127.0.0.1", port: 0)
        close(unused.descriptor)
        let free = try configure(listen: "127.0.0.1:\(unused.port)")
        expect(
            "fail  sockets: 127.0.0.1:\(unused.port): no daemon responds: no process is listening on the port",
            fix: "anchord serve",
            in: try doctor(free)
        )
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n"
        let server = try ScriptedTestServer(.expect("\r\n\r\n"), .send(answer))
        let taken = try doctor(try configure(listen: "127.0.0.1:\(server.port)"))
        expect("127.0.0.1:\(server.port): another program answers", fix: "change `listen`", in: taken)
        let other = try ScriptedTestServer(.send("220 mail\r\n"))
        let mail = try doctor(try configure(listen: "127.0.0.1:\(other.port)"))
        expect("fail  sockets: 127.0.0.1:\(other.port): ", fix: "change `listen`", in: mail)
    }

    @Test func `asks the daemon at its port, and reports one of another version`() throws {
        let unused = try BoundSocket(address: "127.0.0.1", port: 0)
        close(unused.descriptor)
        let configuration = try configure(listen: "127.0.0.1:\(unused.port)")
        let daemon = try AnchordDaemon(["--config", configuration])
        let result = try doctor(configuration)
        #expect(result.output.contains("ok    sockets: 127.0.0.1:\(unused.port): anchord "), "\(result.output)")
        withExtendedLifetime(daemon) {}
        let answer = "anchord 0.0.1 evaluates X.509\n"
        let server = try ScriptedTestServer(
            .expect("\r\n\r\n"),
            .send("HTTP/1.1 200 OK\r\nContent-Length: \(answer.utf8.count)\r\n\r\n\(answer)")
        )
        let old = try doctor(try configure(listen: "127.0.0.1:\(server.port)"))
        expect("the daemon has the version 0.0.1", fix: "systemctl restart anchord", in: old)
    }

    @Test func `reports a daemon that does not respond`() throws {
        let configuration = try configure()
        let daemon = try AnchordDaemon(["--config", configuration])
        daemon.signal(SIGSTOP)
        let result = try doctor(configuration)
        daemon.signal(SIGCONT)
        expect("anchord.sock: no response within 5", fix: "journalctl --unit=anchord", in: result)
    }

    @Test(.enabled(if: OtherUser.arePossible))
    func `reports a user who may not connect, and the group that is missing`() throws {
        let configuration = try configure()
        for path in [directory, directory + "/policies"] { #expect(unsafe chmod(path, 0o755) == 0) }
        let daemon = try AnchordDaemon(["--config", configuration])
        let user = OtherUser(user: 54321, group: 54321)
        let result = try user.run([AnchordProgram.location.path, "doctor", "--config", configuration])
        #expect(result.status == 1)
        #expect(result.output.contains("fail  sockets: \(directory)/anchord.sock: the user 54321 may not connect"))
        #expect(
            result.output.contains(
                "      fix: give the socket a group of its clients and the mode 0660: `SocketGroup="
            ),
            "no one becomes a member of the group root: \(result.output)"
        )
        withExtendedLifetime(daemon) {}
    }

    @Test func `reports a fetcher that is missing, or does not answer`() throws {
        let missing = "network: {enabled: true, fetcher: \(directory)/fetcher.sock}\n"
        expect(
            "fail  fetcher: it cannot be used",
            fix: "anchord-fetcher.socket",
            in: try doctor(try configure(missing))
        )
        let silent = try SilentSocket(at: directory + "/fetcher.sock")
        expect(
            "fail  fetcher: it does not answer",
            fix: "anchord-fetcher.socket",
            in: try doctor(try configure(missing))
        )
        withExtendedLifetime(silent) {}
        // The built program is beside the command.
        let result = try doctor(try configure("network: {enabled: true}\n"))
        #expect(result.output.contains("ok    fetcher: it answers"), "\(result.output)")
    }

    @Test func `lists what ends within 30 days, and what has ended`() throws {
        let policies = try ExpiringPolicies()
        let configuration = try files.directory.write(
            "anchord.yaml",
            "listen: [\"unix:\(directory)/anchord.sock\"]\npolicies: \(policies.directory)\n"
                + "systemAnchors: \(policies.systemAnchors)\n"
        )
        let result = try doctor(configuration)
        for (finding, fix) in [
            ("warn  expirations: the trust anchor ", "add the successor"),
            ("fail  expirations: the pin set of own/open ended on ", "set a later `expires`"),
            ("fail  expirations: the CRL issued by CN=Lasting of own/", "get the next CRL"),
            ("fail  expirations: the OCSP response for serial number ", "get a new response"),
            ("warn  expirations: the exception for ended.example.com", "set a later `until`"),
            ("warn  expirations: the pinned certificate ", "pin the successor"),
        ] {
            expect(finding, fix: fix, in: result)
        }
    }

    @Test func `reports identities that end soon, have ended, or cannot be loaded`() throws {
        let identities = try IdentityFileSet()
        func check(_ days: ClosedRange<Int64>) throws -> AnchordProgram.Result {
            let leaf = try identities.issuing.issueLeaf("partner", edit: IdentityFileSet.valid(days))
            try identities.writeSecret("partner.p12", try identities.pkcs12(leaf))
            return try doctor(
                try configure(
                    """
                    identities:
                      partner:
                        pkcs12: \(identities.path)/partner.p12
                        passphrase: {file: \(identities.path)/passphrase}
                        hosts: [b2b.partner.example]

                    """
                )
            )
        }
        expect(
            "warn  expirations: the identity partner ends on 2",
            fix: "renew the certificate",
            in: try check(-1...10)
        )
        expect(
            "fail  expirations: the identity partner ended on 2",
            fix: "renew the certificate",
            in: try check(-9...(-1))
        )
        try identities.writeSecret("partner.p12", Array("text".utf8), mode: 0o644)
        let open = try doctor(directory + "/anchord.yaml")
        expect("warn  expirations: the identity partner cannot be loaded", fix: "daemon's user", in: open)
        try identities.writeSecret("partner.p12", Array("text".utf8))
        let lines = try doctor(directory + "/anchord.yaml")
        expect("fail  expirations: the identity partner cannot be loaded", fix: "correct the file", in: lines)
    }

    @Test(arguments: [
        ("not-found", "inactive", "", "warn  units: anchord.service is not loaded", "install the unit"),
        ("masked", "inactive", "masked", "warn  units: anchord.service is masked", "unmask"),
        ("loaded", "failed", "enabled", "fail  units: anchord.service has failed", "journalctl"),
        ("loaded", "inactive", "enabled", "fail  units: anchord.service is inactive", "enable --now"),
        ("loaded", "active", "disabled", "warn  units: anchord.service is active, but", "systemctl enable"),
    ])
    func `reports units that are not as they should be`(
        load: String,
        active: String,
        enabled: String,
        finding: String,
        fix: String
    ) throws {
        let text = "Id=anchord.service\\nLoadState=\(load)\\nActiveState=\(active)\\nUnitFileState=\(enabled)\\n"
        try script("systemctl", "printf '\(text)'")
        expect(finding, fix: fix, in: try doctor(try configure()))
    }

    @Test func `says that units are not checked without systemd, and ends programs that hang`() throws {
        try script("timedatectl", "exec sleep 60")  // Deliberate pause: the command has to end the program before
        let start = ContinuousClock.now
        let result = try doctor(try configure())
        #expect(ContinuousClock.now - start < .seconds(50))
        #expect(result.output.contains("ok    units: systemd does not run here, so units are not checked"))
        #expect(result.output.contains("; whether it is synchronized is unknown"))
    }

    @Test func `exits with 2 for an invalid command line`() throws {
        #expect(try AnchordProgram.run(["doctor", "x"]).status == 2)
    }

    @Test func `escapes control characters of the system`() throws {
        try script("systemctl", "printf 'Id=a\\033[1mb\\nLoadState=loaded\\nActiveState=x\\n'")
        #expect(try doctor(try configure()).output.contains("units: a\\u{1B}[1mb is x"))
    }
}

/// A Unix socket that completes connections, but never answers.
private final class SilentSocket {
    private let descriptor: Int32

    init(at path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let result = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe bind(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        guard result == 0, listen(descriptor, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }
}
