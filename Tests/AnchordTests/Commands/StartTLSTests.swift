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

    @Test(arguments: ["smtp", "postgres"])
    func `ends a dialogue in which the server is silent at the timeout`(startTLS: String) throws {
        let late = "accepted the connection, but did not send a certificate in time\n"
        #expect(try refusal(startTLS, .wait, timeout: "1s") == late)
        let begun: ScriptedTestServer.Step = startTLS == "smtp" ? .send("220-hi\r\n22") : .read(8)
        #expect(try refusal(startTLS, begun, .wait, timeout: "1s") == late)
    }

    @Test func `reports a connection that ends in the dialogue`() throws {
        #expect(
            try refusal("smtp", .send("220 hi\r\n"), .expect("\r\n"))
                == "closed the connection before sending a certificate\n"
        )
        #expect(try refusal("postgres", .read(8), .reset) == "reset the connection before sending a certificate\n")
    }
}
