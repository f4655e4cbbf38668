import Dispatch
import Foundation
import Synchronization
import Testing
import TrustTestSupport

@testable import anchord

@Suite struct `anchord reload` {
    private let files: ChainFiles
    private let configuration: String

    init() throws {
        files = try ChainFiles()
        try files.directory.write("policies/one.yaml", "otherwise: deny")
        configuration = try files.directory.write(
            "anchord.yaml",
            """
            listen: ["127.0.0.1:0", "unix:\(files.directory.path)/anchord.sock"]
            policies: \(files.directory.path)/policies
            systemAnchors: \(files.root)
            """
        )
    }

    private func daemon() throws -> AnchordDaemon { try AnchordDaemon(["--config", configuration]) }

    private func reload(_ arguments: [String] = []) throws -> AnchordProgram.Result {
        try AnchordProgram.run(["reload"] + arguments, environment: ["ANCHORD_CONFIG": configuration])
    }

    @Test func `finds the socket in the configuration, and prints the new revisions`() throws {
        let daemon = try daemon()
        try files.directory.write("policies/two.yaml", "otherwise: deny")
        try files.directory.remove("policies/one.yaml")
        let result = try reload()
        #expect(result.status == 0, "\(result.errors)")
        let entry = try daemon.entry("policies reloaded")
        #expect(entry["trigger"] as? String == "request from user ID \(geteuid())\(geteuid() == 0 ? " (root)" : "")")
        let revision = try #require(entry["revision"] as? String)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == "reloaded: revision \(revision), policy sets: 2, changed: 2")
        #expect(lines[1] == "  one: removed")
        #expect(lines[2].wholeMatch(of: #/  two: revision sha256:[0-9a-f]{64}/#) != nil)
        #expect(result.errors == "")
    }

    @Test func `prints every problem of a failed reload and exits with 1`() throws {
        let daemon = try daemon()
        try files.directory.write("policies/one.yaml", "otherwise: denny\nwhat: 1\n")
        let result = try reload()
        #expect(result.status == 1)
        #expect(result.output == "")
        let lines = result.errors.split(separator: "\n")
        let title = "The policies were not reloaded, and the previous policies remain in use."
        #expect(lines.first == "problem reloadFailed (409): \(title)")
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix("  one.yaml:1: /otherwise: ") && lines[2].hasPrefix("  one.yaml:2: /what: "))
        _ = try daemon.entry("policy reload failed, the previous policies remain in use")
    }

    @Test func `succeeds for many users at once`() throws {
        final class Statuses: Sendable {
            let values = Mutex<[Int32?]>([])
        }
        let daemon = try daemon()
        let (statuses, configuration) = (Statuses(), configuration)
        DispatchQueue.concurrentPerform(iterations: 12) { _ in
            let result = try? AnchordProgram.run(["reload", "--config", configuration, "--timeout", "600s"])
            statuses.values.withLock { $0.append(result?.status) }
        }
        #expect(statuses.values.withLock { $0 } == [Int32?](repeating: 0, count: 12))
        #expect((1...12).contains(try daemon.metric(#"anchord_policy_reloads_total{result="success"}"#)))
    }

    @Test func `is not accepted over TCP`() throws {
        let daemon = try daemon()
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send("POST /v1/reload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answer = connection.rest()
        #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains(#""code":"forbidden""#))
        #expect(try daemon.metric(#"anchord_policy_reloads_total{result="success"}"#) == 0)
    }

    @Test func `reports that no daemon responds, and how to reload without it`() throws {
        let hint = "anchord: To reload without a Unix socket, send SIGHUP: systemctl kill -s HUP anchord\n"
        let path = files.directory.path + "/anchord.sock"
        let missing = try reload()
        #expect(missing.status == 1)
        #expect(missing.errors == "anchord: \(path): no daemon responds: the socket does not exist\n" + hint)
        do {
            let daemon = try daemon()
            daemon.signal(SIGKILL)
            _ = daemon.end()
        }
        let stale = try reload()
        #expect(stale.status == 1)
        #expect(stale.errors == "anchord: \(path): no daemon responds: no process is listening on the socket\n" + hint)
    }

    @Test func `times out if the daemon does not respond`() throws {
        let path = files.directory.path + "/silent.sock"
        let silent = TestSocket.listening(at: path)
        let result = try reload(["--socket", path, "--timeout", "1s"])
        #expect(result.status == 1)
        let reason = "no response in time; the daemon may still reload: see its log"
        #expect(result.errors == "anchord: \(path): \(reason)\n")
        withExtendedLifetime(silent) {}
    }

    /// Runs the command with a server that sends a fixed response and then closes the connection.
    private func reload(answeredWith response: String) throws -> AnchordProgram.Result {
        let path = files.directory.path + "/other.sock"
        let listener = TestSocket.listening(at: path)
        let descriptor = listener.descriptor
        Thread.detachNewThread {
            let client = accept(descriptor, nil, nil)
            var (request, byte) = ([UInt8](), UInt8(0))
            while !request.suffix(4).elementsEqual("\r\n\r\n".utf8), unsafe recv(client, &byte, 1, 0) == 1 {
                request.append(byte)
            }
            unsafe send(client, response, response.utf8.count, Int32(MSG_NOSIGNAL))
            close(client)
        }
        defer { withExtendedLifetime(listener) {} }
        let result = try reload(["--socket", path])
        try files.directory.remove("other.sock")
        return result
    }

    @Test func `accepts only a complete response to a reload`() throws {
        let revision = "reloaded: revision 1\n"
        let complete = "HTTP/1.1 200 OK\r\ncontent-length: 21\r\n\r\n" + revision
        let accepted = try reload(answeredWith: complete)
        #expect(accepted.status == 0, "\(accepted.errors)")
        #expect(accepted.output == revision)
        for (response, reason) in [
            (complete.replacing(" 21", with: " 500"), "21 bytes of content, but its Content-Length is 500"),
            (complete + "more", "25 bytes of content, but its Content-Length is 21"),
            (complete.replacing("content-length: 21\r\n", with: ""), "no valid Content-Length"),
            (complete.replacing(" 21", with: " +21"), "no valid Content-Length"),
            (complete.replacing("\r\n\r\n", with: "\r\nContent-Length: 21\r\n\r\n"), "no valid Content-Length"),
            ("HTTP/1.1 2000\r\nContent-Length: 0\r\n\r\n", "not HTTP"),
            (complete.replacing("200 OK", with: "2000 OK"), "not HTTP"),
            (complete.replacing("200 OK", with: "200"), "not HTTP"),
            (complete.replacing("1.1", with: "1.10"), "not HTTP"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "not that of a reload"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "not that of a reload"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 21\r\n", "ended before the response was complete"),
        ] {
            let result = try reload(answeredWith: response)
            #expect(result.status == 1, "\(response)")
            #expect(result.output == "")
            #expect(result.errors.contains(reason), "\(result.errors)")
        }
    }

    @Test(arguments: ["identity not reloaded: identity a: /a.p12 is absent", "identity errors: 1; the log has them"])
    func `exits with 1 if an identity could not be loaded`(line: String) throws {
        let content = "reloaded: revision 1\n\(line)\n"
        let response = "HTTP/1.1 200 OK\r\ncontent-length: \(content.utf8.count)\r\n\r\n\(content)"
        let result = try reload(answeredWith: response)
        #expect(result.status == 1)
        #expect(result.output == content)
    }

    @Test(
        .enabled(
            if: !FileManager.default.fileExists(atPath: DaemonOptions.standardSocket),
            "the socket of systemd exists"
        )
    )
    func `exits with 2 if no Unix socket is configured`() throws {
        for listen in ["127.0.0.1:0", "fd:3"] {
            let result = try AnchordProgram.run(["reload"], environment: ["ANCHORD_LISTEN": listen])
            #expect(result.status == 2)
            #expect(result.errors.contains("no Unix socket is configured: `listen` has none"))
            #expect(result.errors.contains("systemctl kill -s HUP anchord"))
        }
    }

    @Test(arguments: [
        ["--timeout", "0s"], ["--timeout", "2h"], ["--config", "/nonexistent.yaml"], ["--listen", "127.0.0.1:1"],
    ])
    func `exits with 2 if the command line is invalid`(arguments: [String]) throws {
        #expect(try reload(arguments).status == 2)
    }
}
