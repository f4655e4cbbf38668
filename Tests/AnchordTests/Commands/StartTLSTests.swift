import Foundation
import Testing
import TrustTestSupport

@Suite struct `--starttls` {
    private let chain: ServedChain

    init() throws { chain = try ServedChain() }

    private func run(
        _ command: String,
        _ server: ScriptedTestServer,
        _ arguments: String...
    ) throws
        -> AnchordProgram.Result
    {
        let result = try AnchordProgram.run([command, "127.0.0.1:\(server.port)"] + arguments)
        #expect(result.status == 0 || result.output == "", "\(result.output)")
        return result
    }

    /// Returns the error of a server in a protocol, without its address.
    private func refusal(
        _ startTLS: String,
        _ steps: ScriptedTestServer.Step...,
        timeout: String = "10s"
    ) throws
        -> String
    {
        let server = try ScriptedTestServer(steps)
        let result = try run("chain", server, "--starttls", startTLS, "--timeout", timeout)
        #expect(result.status == 2)
        return result.errors.replacing("anchord: 127.0.0.1:\(server.port) ", with: "")
    }

    @Test func `asks an SMTP server for TLS (RFC 3207 §4) and evaluates its chain`() throws {
        let server = try TLSTestServer(chain.arguments())
        let smtp = try ScriptedTestServer(
            .send("220-mail.example.com ESMTP\r\n220 ready\r\n"),
            .expect("EHLO [127.0.0.1]\r\n"),
            .send("250-mail.example.com\r\n250-SIZE 1000\r\n250-star"),
            .send("ttls\r\n250 HELP\r\n"),
            .expect("STARTTLS\r\n"),
            .send("220 2.0.0 Ready\r\n"),
            .relay(server.port)
        )
        let result = try run(
            "evaluate",
            smtp,
            "--starttls",
            "smtp",
            "--host",
            ServedChain.host,
            "--anchors",
            try chain.anchor(),
            "--at",
            ChainFiles.valid
        )
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("trusted: allow "))
        #expect(smtp.received == "EHLO [127.0.0.1]\r\nSTARTTLS\r\n")
    }

    @Test(arguments: ["evaluate", "pins", "chain"])
    func `asks a PostgreSQL server for TLS`(command: String) throws {
        let server = try TLSTestServer(chain.arguments())
        let postgres = try ScriptedTestServer(.read(8), .send("S"), .relay(server.port))
        let result = try AnchordProgram.run(
            [command, "127.0.0.1:\(postgres.port)", "--starttls", "postgres"]
                + (command == "evaluate"
                    ? ["--server-name", ServedChain.host, "--anchors", try chain.anchor(), "--at", ChainFiles.valid]
                    : [])
        )
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("trusted: allow ") == (command == "evaluate"))
        #expect(postgres.received == "\0\0\0\u{8}\u{4}\u{FFFD}\u{16}/")
    }

    /// The steps of a server in each protocol up to its consent, and what the client sends.
    private static let dialogues: [String: (steps: [ScriptedTestServer.Step], sent: String)] = [
        "imap": (
            [
                .send("* OK [CAPABILITY IMAP4rev1] ready\r\n"), .expect("a1 CAPABILITY\r\n"),
                .send("* CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED\r\n* OK busy\r\na1 OK done\r\n"),
                .expect("a2 STARTTLS\r\n"), .send("a2 OK begin TLS\r\n"),
            ], "a1 CAPABILITY\r\na2 STARTTLS\r\n"
        ),
        "pop3": (
            [
                .send("+OK ready\r\n"), .expect("CAPA\r\n"), .send("+OK\r\nUSER\r\nstls\r\n.\r\n"), .expect("STLS\r\n"),
                .send("+OK begin TLS\r\n"),
            ], "CAPA\r\nSTLS\r\n"
        ),
        "ldap": (
            [.read(31), .send("0\u{C}\u{2}\u{1}\u{1}x\u{7}\u{A}\u{1}\0\u{4}\0\u{4}\0")],
            "0\u{1D}\u{2}\u{1}\u{1}w\u{18}\u{FFFD}\u{16}1.3.6.1.4.1.1466.20037"
        ),
        "mysql": (
            [.send(mysqlGreeting(capabilities: "\u{1}\u{A}")), .read(36)],
            " \0\0\u{1}\u{1}\u{FFFD}\u{8}\0\0\0\0\u{1}!" + String(repeating: "\0", count: 23)
        ),
    ]

    /// The first packet of a MySQL server.
    private static func mysqlGreeting(capabilities: String) -> String {
        let content = "\u{A}10.11.6-MariaDB\0" + "abcd" + "12345678\0" + capabilities + "-\u{2}\0"
        return "\(Character(Unicode.Scalar(UInt8(content.utf8.count))))\0\0\0" + content
    }

    @Test(arguments: ["imap", "pop3", "ldap", "mysql"])
    func `asks servers in other protocols for TLS`(startTLS: String) throws {
        let dialogue = try #require(Self.dialogues[startTLS])
        let server = try TLSTestServer(chain.arguments())
        let proxy = try ScriptedTestServer(dialogue.steps + [.relay(server.port)])
        let result = try run("chain", proxy, "--starttls", startTLS)
        #expect(result.status == 0 && result.output.contains("BEGIN CERTIFICATE"), "\(result.errors)")
        #expect(proxy.received == dialogue.sent)
    }

    /// The response of Active Directory: each length of a constructed element has four bytes.
    private static func activeDirectory(_ code: UInt8) -> [UInt8] {
        [0x30, 0x84, 0, 0, 0, 0x28, 2, 1, 1, 0x78, 0x84, 0, 0, 0, 0x1F, 0x0A, 1, code, 4, 0, 4, 0, 0x8A, 0x16]
            + Array("1.3.6.1.4.1.1466.20037".utf8)
    }

    @Test func `reads the lengths of Active Directory`() throws {
        let server = try TLSTestServer(chain.arguments())
        let directory = try ScriptedTestServer(.read(31), .sendBytes(Self.activeDirectory(0)), .relay(server.port))
        let result = try run("chain", directory, "--starttls", "ldap")
        #expect(result.status == 0 && result.output.contains("BEGIN CERTIFICATE"), "\(result.errors)")
        #expect(
            try refusal("ldap", .read(31), .sendBytes(Self.activeDirectory(52)), .wait)
                == "refused StartTLS with the LDAP result code 52\n"
        )
        #expect(
            try refusal("ldap", .read(31), .sendBytes([0x30, 0x85, 0, 0, 0, 0, 1]), .wait)
                == "does not speak LDAP on this port\n"
        )
    }

    @Test func `reports data that nothing asked for before the consent`() throws {
        let early =
            "sent unencrypted data that nothing asked for: this is an attempted injection or a defect of the server\n"
        #expect(try refusal("smtp", .send("220 hi\r\n250 hi\r\n"), .wait) == early)
        #expect(try refusal("pop3", .send("+OK hi\r\n+OK\r\n"), .wait) == early)
        // A refusal is more useful than what follows it.
        #expect(
            try refusal("mysql", .send(Self.mysqlGreeting(capabilities: "\u{1}\u{2}") + "x"), .wait)
                == "does not offer TLS to MySQL clients\n"
        )
    }

    @Test(arguments: ["imap", "pop3", "ldap", "mysql"])
    func `refuses data after the consent in other protocols`(startTLS: String) throws {
        var steps = try #require(Self.dialogues[startTLS]).steps
        let consent = try #require(steps.lastIndex { if case .send = $0 { true } else { false } })
        guard case .send(let text) = steps[consent] else { return }
        steps[consent] = .send(text + "x")
        let server = try ScriptedTestServer(steps + [.wait])
        let result = try run("chain", server, "--starttls", startTLS)
        #expect(
            result.status == 2 && result.errors.contains("sent unencrypted data after it agreed to TLS"),
            "\(result.errors)"
        )
    }

    @Test func `reports servers of other protocols that do not offer TLS`() throws {
        let greeting = ScriptedTestServer.Step.send("* OK hi\r\n")
        #expect(
            try refusal("imap", greeting, .expect("\r\n"), .send("* CAPABILITY IMAP4rev1\r\na1 OK\r\n"), .wait)
                == "does not offer STARTTLS\n"
        )
        #expect(
            try refusal("imap", .send("* PREAUTH hi\r\n"), .wait)
                == "does not offer STARTTLS, because its greeting is PREAUTH\n"
        )
        let noCapabilities = ScriptedTestServer.Step.send("-ERR what\r\n")
        #expect(
            try refusal("pop3", .send("+OK hi\r\n"), .expect("\r\n"), noCapabilities, .wait) == "does not offer STLS\n"
        )
        #expect(
            try refusal("ldap", .read(31), .send("0\u{C}\u{2}\u{1}\u{1}x\u{7}\u{A}\u{1}\u{2}\u{4}\0\u{4}\0"), .wait)
                == "does not offer StartTLS\n"
        )
        #expect(
            try refusal("mysql", .send(Self.mysqlGreeting(capabilities: "\u{1}\u{2}")), .wait)
                == "does not offer TLS to MySQL clients\n"
        )
    }

    @Test func `reports refusals in other protocols`() throws {
        #expect(try refusal("imap", .send("* BYE \u{7}no\r\n"), .wait) == "refused the session: \"* BYE \\u{07}no\"\n")
        #expect(
            try refusal(
                "imap",
                .send("* OK hi\r\n"),
                .expect("\r\n"),
                .send("* CAPABILITY STARTTLS\r\na1 OK\r\n"),
                .expect("\r\n"),
                .send("a2 BAD no\r\n"),
                .wait
            ) == "refused STARTTLS: \"a2 BAD no\"\n"
        )
        #expect(
            try refusal("imap", .send("* OK hi\r\n"), .expect("\r\n"), .send("* BYE full\r\n"), .wait)
                == "refused the session: \"* BYE full\"\n"
        )
        #expect(try refusal("pop3", .send("-ERR no\r\n"), .wait) == "refused the session: \"-ERR no\"\n")
        // A notice of disconnection, with the result code unavailable.
        #expect(
            try refusal("ldap", .read(31), .send("0\u{C}\u{2}\u{1}\0x\u{7}\u{A}\u{1}4\u{4}\0\u{4}\0"), .wait)
                == "refused StartTLS with the LDAP result code 52\n"
        )
    }

    @Test(arguments: [
        ("imap", "220 hi\r\n", "IMAP"), ("imap", "* HELLO\r\n", "IMAP"), ("pop3", "* OK hi\r\n", "POP3"),
        ("mysql", "220 hi\r\n", "the MySQL protocol, version 10,"),
        ("mysql", "\u{1}\0\0\0\u{A}", "the MySQL protocol, version 10,"),
        ("ldap", "220 hi\r\n", "LDAP"), ("ldap", "0\u{3}\u{2}\u{1}\u{1}", "LDAP"), ("ldap", "0\u{2}x\0", "LDAP"),
    ])
    func `rejects bytes of another protocol`(startTLS: String, bytes: String, name: String) throws {
        let steps: [ScriptedTestServer.Step] = startTLS == "ldap" ? [.read(31), .send(bytes)] : [.send(bytes)]
        let server = try ScriptedTestServer(steps + [.wait])
        let result = try run("chain", server, "--starttls", startTLS)
        #expect(result.errors.hasSuffix(" does not speak \(name) on this port\n"), "\(result.errors)")
    }

    @Test func `limits what servers of other protocols send`() throws {
        let line = String(repeating: "* OK \(String(repeating: "x", count: 100))\r\n", count: 200)
        #expect(
            try refusal("imap", .send("* OK hi\r\n"), .expect("\r\n"), .send(line), .wait)
                == "sent an IMAP reply of more than 128 lines\n"
        )
        #expect(
            try refusal("imap", .stream(String(repeating: "x", count: 100), atMost: 1_000_000), .wait)
                == "sent an IMAP line of more than 8192 bytes\n"
        )
        let capabilities = "+OK\r\n" + String(repeating: "X\r\n", count: 200)
        #expect(
            try refusal("pop3", .send("+OK hi\r\n"), .expect("\r\n"), .send(capabilities), .wait)
                == "sent a POP3 reply of more than 128 lines\n"
        )
    }

    @Test func `refuses data that an SMTP server sends in plain text after its consent (CVE-2011-0411)`() throws {
        let injected =
            "sent unencrypted data after it agreed to TLS: this is an attempted injection or a defect of the server\n"
        let consent = "220 ready\r\n250 forged\r\n"
        #expect(
            try refusal(
                "smtp",
                .send("220 hi\r\n"),
                .expect("\r\n"),
                .send("250-hi\r\n250 STARTTLS\r\n"),
                .expect("STARTTLS\r\n"),
                .send(consent),
                .wait
            ) == injected
        )
        #expect(try refusal("postgres", .read(8), .send("SE"), .wait) == injected)
    }

    @Test func `reports servers that do not offer TLS`() throws {
        #expect(
            try refusal("smtp", .send("220 hi\r\n"), .expect("\r\n"), .send("250-STARTTLS\r\n250 SIZE\r\n"), .wait)
                == "does not offer STARTTLS\n"
        )
        #expect(try refusal("postgres", .read(8), .send("N"), .wait) == "does not offer TLS to PostgreSQL clients\n")
    }

    @Test func `shows the reply of an SMTP server that refuses, without control characters`() throws {
        #expect(
            try refusal("smtp", .send("554-\u{1B}]0;owned\u{7} no\u{202E}\r\n554 bye\r\n"), .wait)
                == "refused the session: \"554 \\u{1B}]0;owned\\u{07} no\\u{202E}\"\n"
        )
        #expect(
            try refusal("smtp", .send("220 hi\r\n"), .expect("\r\n"), .send("502 what\r\n"), .wait)
                == "refused EHLO: \"502 what\"\n"
        )
        let tail = try refusal(
            "smtp",
            .send("220 hi\r\n"),
            .expect("\r\n"),
            .send("250-hi\r\n250 STARTTLS\r\n"),
            .expect("\r\n"),
            .send("454 \(String(repeating: "x", count: 1000))\r\n"),
            .wait
        )
        #expect(tail == "refused STARTTLS: \"454 \(String(repeating: "x", count: 128))\"\n")
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "220 hi\n", "220-hi\r\n250 hi\r\n", "22\r\n", "220+hi\r\n", "\r\n"])
    func `rejects replies that are not SMTP (RFC 5321 §4.2)`(greeting: String) throws {
        #expect(try refusal("smtp", .send(greeting), .wait) == "does not speak SMTP on this port\n")
    }

    @Test func `rejects other replies to an SSLRequest without showing them (CVE-2024-10977)`() throws {
        #expect(
            try refusal("postgres", .read(8), .send("E\0\0\0\u{10}SFATAL"), .wait)
                == "answered the request for TLS with an error of PostgreSQL\n"
        )
        #expect(
            try refusal("postgres", .read(8), .send("220 hi\r\n"), .wait)
                == "does not speak the PostgreSQL protocol on this port\n"
        )
    }

    @Test func `limits the size of SMTP lines and replies`() throws {
        let line = "220-" + String(repeating: "x", count: 100)
        #expect(
            try refusal("smtp", .stream(line, atMost: 1_000_000), .wait)
                == "sent an SMTP line of more than 2048 bytes\n"
        )
        #expect(
            try refusal("smtp", .stream(line + "\r\n", atMost: 1_000_000), .wait)
                == "sent an SMTP reply of more than 128 lines\n"
        )
    }

    @Test(arguments: [
        ("smtp", "220-hi\r\n22"), ("imap", "* OK"), ("pop3", "+OK"), ("ldap", "0\u{C}\u{2}"), ("postgres", ""),
        ("mysql", "@\0\0\0\u{A}"),
    ])
    func `ends a dialogue in which the server is silent at the timeout`(startTLS: String, beginning: String) throws {
        let late = "accepted the connection, but did not send a certificate in time\n"
        #expect(try refusal(startTLS, .wait, timeout: "1s") == late)
        #expect(try refusal(startTLS, .send(beginning), .wait, timeout: "1s") == late)
    }

    @Test func `reports a connection that ends in the dialogue`() throws {
        #expect(
            try refusal("smtp", .send("220 hi\r\n"), .expect("\r\n"))
                == "closed the connection before sending a certificate\n"
        )
        #expect(try refusal("postgres", .read(8), .reset) == "reset the connection before sending a certificate\n")
    }
}
