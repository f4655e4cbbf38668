import Foundation
import Glibc
import Testing
import TrustTestSupport

/// The program in `Deploy/examples/watch`, between clients and `openssl s_server`.
@Suite struct `The example of watches` {
    private let directory: TemporaryDirectory
    private let server: TLSTestServer
    private let daemon: AnchordDaemon

    init() throws {
        directory = try TemporaryDirectory()
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"), edit: EvidenceScene.makeValid)
        let issuing = try root.issueAuthority(
            "Issuing",
            key: .shared(.ecdsaP256, "intermediate"),
            edit: EvidenceScene.makeValid
        )
        let leaf = try issuing.issueLeaf(EvidenceScene.host, key: .shared(.ecdsaP256, "leaf")) {
            EvidenceScene.makeValid(&$0)
            $0.serialNumber = [0x0A, 0x1B]
        }
        server = try TLSTestServer([
            "-cert", try directory.write("leaf.pem", leaf.pem),
            "-key", try directory.write("leaf.key", try leaf.key.privateKeyPEM()),
            "-cert_chain", try directory.write("issuing.pem", issuing.certificate.pem),
        ])
        daemon = try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--system-anchors", try directory.write("root.pem", root.certificate.pem),
            "--blocks-file", try directory.write("blocks.yaml", "[]\n"),
        ])
    }

    /// Starts the program for a server on a port, and returns it with the address at which it listens.
    private func relay(_ arguments: [String], to port: Int? = nil) throws -> (process: Process, address: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: Repository.path("Deploy/examples/watch/relay.py"))
        process.arguments =
            ["127.0.0.1", "\(port ?? server.port)", "--listen", "0", "--anchord", try #require(daemon.addresses.first)]
            + arguments
        process.standardOutput = output
        try process.run()
        try output.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = try #require(text.split(whereSeparator: \.isWhitespace).last)
        return (process, "127.0.0.1:\(port)")
    }

    /// Waits until a metric has a value; returns false if it never has.
    private func waits(for metric: String, _ value: Int) throws -> Bool {
        let end = ContinuousClock.now + .seconds(180)
        while try daemon.metric(metric) != value {
            guard ContinuousClock.now < end else { return false }
            usleep(10_000)
        }
        return true
    }

    @Test func `relays to a trusted server, and closes the connection when its certificate is blocked`() throws {
        let (process, address) = try relay(["--name", EvidenceScene.host])
        defer { kill(process.processIdentifier, SIGKILL) }
        let page = try TestConnection(address)
        page.send("GET / HTTP/1.0\r\n\r\n")
        #expect(page.rest().contains("200 ok"))
        // The watch ends with its connection.
        #expect(try waits(for: "anchord_watches", 0))
        let long = try TestConnection(address)
        #expect(try waits(for: "anchord_watches", 1))
        try directory.write("blocks.yaml", "- {id: stolen, match: {serialNumbers: [\"0a1b\"]}, reason: Lost.}\n")
        daemon.signal(SIGHUP)
        _ = try daemon.entry("policies reloaded")
        #expect(long.rest().isEmpty)
        #expect(try waits(for: "anchord_watch_events_total{event=\"changed\"}", 1))
    }

    @Test func `asks a PostgreSQL server for TLS, and sends nothing to one without`() throws {
        for answer in ["S", "N"] {
            let postgres = try ScriptedTestServer(.read(8), .send(answer), .relay(server.port))
            let (process, address) = try relay(
                ["--postgres", "--alpn", "postgresql", "--name", EvidenceScene.host],
                to: postgres.port
            )
            defer { kill(process.processIdentifier, SIGKILL) }
            let page = try TestConnection(address)
            page.send("GET / HTTP/1.0\r\n\r\n")
            #expect(page.rest().contains("200 ok") == (answer == "S"))
        }
    }

    @Test func `sends nothing to a server of another name, or without anchord`() throws {
        let (process, address) = try relay(["--name", "other.example"])
        defer { kill(process.processIdentifier, SIGKILL) }
        let denied = try TestConnection(address)
        denied.send("GET / HTTP/1.0\r\n\r\n")
        #expect(denied.rest().isEmpty)
        daemon.signal(SIGTERM)
        daemon.expectEnd()
        let alone = try TestConnection(address)
        alone.send("GET / HTTP/1.0\r\n\r\n")
        #expect(alone.rest().isEmpty)
    }
}
