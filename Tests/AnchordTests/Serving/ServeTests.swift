import Foundation
import Glibc
import Testing
import TrustTestSupport

@testable import anchord

@Suite struct `anchord serve` {
    let files: ChainFiles

    init() throws { files = try ChainFiles() }

    private func daemon(
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        wrapper: String? = nil
    ) throws -> AnchordDaemon {
        try AnchordDaemon(
            ["--listen", "127.0.0.1:0", "--system-anchors", files.root] + arguments,
            environment: environment,
            wrapper: wrapper
        )
    }

    private func status(_ daemon: AnchordDaemon) throws -> [String: Any] {
        let answer = try TestConnection.get("/v1/status", at: try #require(daemon.addresses.first))
        let body = answer.range(of: "\r\n\r\n").map { answer[$0.upperBound...] } ?? ""
        return try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    }

    @Test func `reports its resident memory as the system does`() throws {
        let daemon = try daemon()
        let page = try TestConnection.get("/metrics", at: try #require(daemon.addresses.first))
        let sample = page.split(separator: "\n").first { $0.hasPrefix("process_resident_memory_bytes ") }
        let bytes = try #require(sample.flatMap { Int($0.split(separator: " ")[1]) })
        // The kernel counts some pages for each thread before it adds them to the total.
        #expect(bytes > 1 << 20 && bytes <= daemon.peakMemory + (4 << 20))
    }

    private func policies(_ daemon: AnchordDaemon) throws -> [String: Any] {
        try #require(try status(daemon)["policies"] as? [String: Any])
    }

    /// Sends the head of an evaluation and part of its body, and waits until the daemon counts the request.
    private func activeRequest(_ daemon: AnchordDaemon) throws -> TestConnection {
        let connection = try TestConnection(try #require(daemon.addresses.first))
        let query = "host=\(ChainFiles.host)&at=\(ChainFiles.valid)"
        connection.send(
            "POST /v1/evaluations?\(query) HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/x-pem-file\r\nContent-Length: \(files.chainText.utf8.count)\r\n\r\n"
                + files.chainText.prefix(100)
        )
        for _ in 0..<1000 {
            let requests = try status(daemon)["requests"] as? [String: Any]
            let (received, answered) = (requests?["received"] as? Int ?? 0, requests?["answered"] as? Int ?? 0)
            // The status request itself is also active.
            if received - answered >= 2 { return connection }
        }
        throw AnchordDaemon.Silence(awaited: "an active request", log: daemon.lines)
    }

    @Test func `serves evaluations and the OpenAPI description, and exits with 0 on SIGTERM`() throws {
        let daemon = try daemon()
        let connection = try TestConnection(try #require(daemon.addresses.first))
        let query = "host=\(ChainFiles.host)&at=\(ChainFiles.valid)"
        connection.send(
            "POST /v1/evaluations?\(query) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: text/plain\r\n"
                + "Content-Type: application/x-pem-file\r\nContent-Length: \(files.chainText.utf8.count)\r\n\r\n"
                + files.chainText
        )
        #expect(connection.rest().contains("\r\n\r\ntrusted: allow"))
        let contract = try TestConnection.get("/openapi.yaml", at: try #require(daemon.addresses.first))
        #expect(contract.contains("\r\n\r\nopenapi: 3.1"))
        daemon.signal(SIGTERM)
        #expect(try daemon.entry("shutting down, waiting for active requests")["signal"] as? String == "SIGTERM")
        #expect(try daemon.entry("stopped")["abortedRequests"] as? Int == 0)
        daemon.expectEnd()
    }

    @Test(arguments: [("text/plain", "\r\n\r\nproblem bodyTooLarge (413): "), ("*/*", "\"code\":\"bodyTooLarge\"")])
    func `rejects a body that is too long in the accepted media type, also for a repeated head`(
        accept: String,
        problem: String
    ) throws {
        let daemon = try daemon()
        let head =
            "POST /v1/evaluations HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n"
            + "Content-Type: application/json\r\n"
        let declared = try TestConnection(try #require(daemon.addresses.first))
        declared.send(head + "Content-Length: 2\r\n\r\n{}" + head + "Content-Length: 2000000\r\n\r\n")
        let answers = declared.rest()
        #expect(answers.hasPrefix("HTTP/1.1 400 "))
        #expect(answers.contains("HTTP/1.1 413 ") && answers.contains(problem))
        let chunked = try TestConnection(try #require(daemon.addresses.first))
        let body = String(repeating: "x", count: 0x110000)
        chunked.send(head + "Transfer-Encoding: chunked\r\n\r\n110000\r\n" + body)
        let answer = chunked.rest()
        #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains(problem))
    }

    @Test func `the log line of a reload names at most ten changed sets and gives their number`() throws {
        let directory = files.directory.path + "/policies"
        try files.directory.write("policies/gone.yaml", "otherwise: deny")
        let daemon = try daemon(["--policies", directory])
        for number in 10..<60 { try files.directory.write("policies/p\(number).yaml", "otherwise: deny") }
        try files.directory.remove("policies/gone.yaml")
        daemon.signal(SIGHUP)
        let reloaded = try daemon.entry("policies reloaded")
        #expect(reloaded["policySets"] as? Int == 51)
        #expect(reloaded["changedSetCount"] as? Int == 51)
        #expect(reloaded["changedSets"] as? [String] == ["gone"] + (10..<19).map { "p\($0)" })
    }

    @Test func `the log states until when a day in a policy applies`() throws {
        let day = "{anchor: ../root.pem, anyOf: [{until: 2100-01-01}]}"
        let time = "{anchor: ../root.pem, anyOf: [{until: 2100-01-01T12:00:00Z}]}"
        func policies(_ constraints: [String]) -> String {
            "policies:\n  a:\n    evaluator: default\n    anchors: [../root.pem]\n    anchorConstraints: "
                + "[\(constraints.joined(separator: ", "))]\n"
        }
        try files.directory.write("policies/one.yaml", policies([time, day]))
        let daemon = try daemon(["--policies", files.directory.path + "/policies"])
        let place = "one.yaml:5: /policies/a/anchorConstraints"
        let entry = try daemon.entry("a day in a policy set means its last second")
        #expect(entry["until"] as? String == "\(place)/1/anyOf/0/until: 2100-01-01 means until 2100-01-01T23:59:59Z")
        try files.directory.write("policies/one.yaml", policies(Array(repeating: day, count: 13)))
        daemon.signal(SIGHUP)
        #expect(try daemon.entry("more days in policy sets mean their last second")["count"] as? Int == 3)
    }

    @Test func `SIGHUP loads valid policies and keeps the previous ones otherwise`() throws {
        let directory = files.directory.path + "/policies"
        try files.directory.write("policies/one.yaml", "policies: {a: {evaluator: disabled}}")
        let daemon = try daemon(["--policies", directory])
        let before = try policies(daemon)

        try files.directory.write("policies/two.yaml", "policies: {a: {evaluator: default}}")
        daemon.signal(SIGHUP)
        let warned = "a policy set has a warning"
        let warning =
            "one.yaml:1: /policies/a/evaluator: policy.disabled: The policy disables evaluation: any chain is accepted."
        #expect(try daemon.entry(warned)["warning"] as? String == warning)
        let reloaded = try daemon.entry("policies reloaded")
        #expect(reloaded["policySets"] as? Int == 3)
        #expect(reloaded["changedSets"] as? [String] == ["two"])
        #expect(reloaded["changedSetCount"] as? Int == 1)
        #expect(try daemon.entry(warned)["warning"] as? String == warning)
        let good = try policies(daemon)
        #expect(good["sets"] as? Int == 3)
        #expect(good["revision"] as? String != before["revision"] as? String)

        try files.directory.write("policies/two.yaml", "policies: {a: {evaluator: defualt}}\nwhat: 1\n")
        daemon.signal(SIGHUP)
        let message = "policy reload failed, the previous policies remain in use"
        let first = try daemon.entry(message)
        #expect(first["level"] as? String == "error")
        #expect((first["problem"] as? String)?.hasPrefix("two.yaml:1: /policies/a/evaluator: ") == true)
        #expect((try daemon.entry(message)["problem"] as? String)?.hasPrefix("two.yaml:2: /what: ") == true)
        let bad = try policies(daemon)
        #expect(bad["revision"] as? String == good["revision"] as? String)
        #expect(bad["failedReloads"] as? Int == 1)
        #expect((bad["lastReload"] as? [String: Any])?["succeeded"] as? Bool == false)
    }

    @Test func `completes an active request after SIGTERM`() throws {
        let daemon = try daemon()
        let connection = try activeRequest(daemon)
        daemon.signal(SIGTERM)
        _ = try daemon.entry("shutting down, waiting for active requests")
        connection.send(String(files.chainText.dropFirst(100)))
        #expect(connection.rest().hasPrefix("HTTP/1.1 200 "))
        #expect(try daemon.entry("stopped")["abortedRequests"] as? Int == 0)
        daemon.expectEnd()
    }

    @Test func `aborts requests after the shutdown timeout and exits with 1`() throws {
        let daemon = try daemon(["--timeouts-shutdown", "1s"])
        let connection = try activeRequest(daemon)
        daemon.signal(SIGTERM)
        #expect(try daemon.entry("stopped")["abortedRequests"] as? Int == 1)
        daemon.expectEnd(1)
        #expect(connection.rest() == "")
    }

    @Test func `exits immediately with 1 after a second SIGINT`() throws {
        let daemon = try daemon()
        let connection = try activeRequest(daemon)
        daemon.signal(SIGINT)
        _ = try daemon.entry("shutting down, waiting for active requests")
        daemon.signal(SIGINT)
        _ = try daemon.entry("stopping immediately after a second signal")
        daemon.expectEnd(1)
        #expect(connection.rest() == "")
    }

    @Test func `serves a Unix socket and removes it at shutdown`() throws {
        let path = files.directory.path + "/anchord.sock"
        let daemon = try daemon(["--listen", "unix:\(path)"])
        #expect(daemon.addresses.last == "unix:\(path)")
        #expect(try TestConnection.get("/livez", at: "unix:\(path)").hasSuffix("\r\n\r\nok\n"))
        daemon.signal(SIGTERM)
        daemon.expectEnd()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a socket passed by systemd replaces the default address (sd_listen_fds(3))`() throws {
        let listener = TestSocket.listening()
        let daemon = try AnchordDaemon(
            ["--system-anchors", files.root],
            input: FileHandle(fileDescriptor: listener.descriptor),
            wrapper: #"exec 3<&0 0</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@""#
        )
        #expect(daemon.addresses.count == 1)
        let address = try #require(daemon.addresses.first)
        #expect(address.hasPrefix("127.0.0.1:") && address != "127.0.0.1:8778")
        #expect(try TestConnection.get("/livez", at: address).hasSuffix("\r\n\r\nok\n"))
    }

    @Test func `a socket passed by systemd is added to configured addresses`() throws {
        let listener = TestSocket.listening()
        let daemon = try AnchordDaemon(
            ["--listen", "127.0.0.1:0", "--system-anchors", files.root],
            input: FileHandle(fileDescriptor: listener.descriptor),
            wrapper: #"exec 3<&0 0</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@""#
        )
        #expect(daemon.addresses.count == 2)
    }

    @Test func `an address that systemd has opened may be configured too`() throws {
        let path = files.directory.path + "/passed.sock"
        let listener = TestSocket.listening(at: path)
        let daemon = try AnchordDaemon(
            ["--listen", "unix:\(path)", "--system-anchors", files.root],
            input: FileHandle(fileDescriptor: listener.descriptor),
            wrapper: #"exec 3<&0 0</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@""#
        )
        #expect(daemon.addresses == ["unix:\(path)"])
        #expect(try TestConnection.get("/livez", at: "unix:\(path)").hasSuffix("\r\n\r\nok\n"))
    }

    @Test func `notifies systemd of start, reload and shutdown (sd_notify(3))`() throws {
        let path = files.directory.path + "/notify"
        let socket = TestSocket.datagrams(at: path)
        let daemon = try daemon(environment: ["NOTIFY_SOCKET": path])
        #expect(socket.datagram()?.hasPrefix("READY=1\nSTATUS=Serving policies sha256:") == true)
        daemon.signal(SIGHUP)
        // Units with Type=notify-reload require the time (sd_notify(3)).
        let reloading = try #require(socket.datagram()?.split(separator: "\n"))
        #expect(reloading.first == "RELOADING=1")
        #expect(reloading.count == 2 && reloading[1].wholeMatch(of: /MONOTONIC_USEC=[1-9][0-9]*/) != nil)
        #expect(socket.datagram()?.hasPrefix("READY=1\n") == true)
        daemon.signal(SIGTERM)
        #expect(socket.datagram() == "STOPPING=1")
        daemon.expectEnd()
    }

    @Test func `notifies the watchdog of systemd repeatedly, through its workers`() throws {
        let path = files.directory.path + "/notify"
        let socket = TestSocket.datagrams(at: path)
        let daemon = try daemon(["--threads", "3"], environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"])
        #expect(socket.datagram()?.hasPrefix("READY=1\n") == true)
        for _ in 0..<3 { #expect(socket.datagram() == "WATCHDOG=1") }
        #expect(try daemon.metric(#"anchord_http_requests_total{route="/livez",status="200"}"#) >= 9)
    }

    @Test func `notifies the watchdog while it has no free descriptors, and recovers`() throws {
        let path = files.directory.path + "/notify"
        let socket = TestSocket.datagrams(at: path)
        let daemon = try daemon(
            ["--threads", "2"],
            environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "1000000"],
            wrapper: #"ulimit -n 128; exec "$@""#
        )
        let address = try #require(daemon.addresses.first)
        let idle = try (0..<140).map { _ in try TestConnection(address) }
        _ = try daemon.entry(LogMessage.noProbe.rawValue)
        socket.discardDatagrams()
        for _ in 0..<3 { #expect(socket.datagram() == "WATCHDOG=1") }
        for connection in idle { shutdown(connection.descriptor, Int32(SHUT_RDWR)) }
        #expect(try TestConnection.get("/livez", at: address).hasPrefix("HTTP/1.1 200"))
        daemon.signal(SIGTERM)
        _ = try daemon.entry(LogMessage.shuttingDown.rawValue)
        #expect(!daemon.lines.contains { $0.contains(LogMessage.noResponse.rawValue) })
    }

    @Test func `does not notify the watchdog of another process`() throws {
        let path = files.directory.path + "/notify"
        let socket = TestSocket.datagrams(at: path)
        let daemon = try daemon(
            environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1"]
        )
        #expect(socket.datagram()?.hasPrefix("READY=1\n") == true)
        #expect(try daemon.metric(#"anchord_http_requests_total{route="/livez",status="200"}"#) == 0)
        daemon.signal(SIGTERM)
        #expect(socket.datagram() == "STOPPING=1")
    }

    @Test func `logs with priorities for journald`() throws {
        let taken = try daemon()
        let address = try #require(taken.addresses.first)
        let result = try AnchordProgram.run([
            "serve", "--listen", address, "--system-anchors", files.root, "--log-format", "journal",
        ])
        #expect(result.errors.hasPrefix("<3>critical cannot start problem=\"\(address): "), "\(result.errors)")
    }

    @Test func `logs duplicate and unreadable system anchors, the first ten unreadable ones by name`() throws {
        let root = try String(contentsOfFile: files.root, encoding: .utf8)
        let broken = TestPEM.encode("CERTIFICATE", [0x30, 0x03, 0x02, 0x01, 0x00])
        let bundle = try files.directory.write(
            "bundle.pem",
            root + root + String(repeating: broken, count: 12)
        )
        let daemon = try AnchordDaemon(["--listen", "127.0.0.1:0", "--system-anchors", bundle])
        #expect(try daemon.entry("duplicate system anchors")["duplicates"] as? Int == 1)
        #expect(try daemon.entry("more system anchors could not be read")["count"] as? Int == 2)
        let named = daemon.lines.filter { $0.contains("a system anchor could not be read and was skipped") }
        #expect(named.count == 10)
        #expect(named.first?.contains(#""certificate":2,"#) == true)
    }

    @Test func `warns about an address that other machines can reach`() throws {
        let daemon = try daemon(["--listen", "0.0.0.0:0"])
        let warning = try daemon.entry("reachable from other machines without encryption or authentication")
        #expect(warning["address"] as? String == daemon.addresses.last)
        #expect(warning["level"] as? String == "warning")
    }

    @Test func `logs why it cannot start and exits with 1`() throws {
        let daemon = try daemon()
        let taken = try #require(daemon.addresses.first)
        let second = try AnchordProgram.run(["serve", "--listen", taken, "--system-anchors", files.root])
        #expect(second.status == 1)
        #expect(second.errors.contains(" critical cannot start problem="))
        #expect(second.errors.contains(taken))
        let noAnchors = try AnchordProgram.run(["serve", "--system-anchors", "/nonexistent"])
        #expect(noAnchors.status == 1)
        #expect(noAnchors.errors.contains("/nonexistent: the system trust store does not exist"))
    }

    @Test func `reports configuration problems before it starts and exits with 2`() throws {
        let file = try files.directory.write("anchord.yaml", "threads: many\nlisten: [nowhere]\n")
        let environment = ["ANCHORD_CONFIG": file, "ANCHORD_LIMITS_NOTHING": "1"]
        let result = try AnchordProgram.run(["serve"], environment: environment)
        #expect(result.status == 2)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 3, "\(result.errors)")
        #expect(lines.first?.hasPrefix("anchord: \(file):1: /threads: ") == true)
    }

    @Test(arguments: [
        ["--unix-socket-group", "no-such-group-of-anchord"], ["--unix-socket-group", "a:b"],
        ["--listen", "unix:/tmp/" + String(repeating: "long", count: 30)], ["--log-format", "syslog"], ["--nothing"],
    ])
    func `exits with 2 if the configuration is invalid, so that systemd does not restart it`(flags: [String]) throws {
        let result = try AnchordProgram.run(
            ["serve", "--listen", "127.0.0.1:0", "--system-anchors", files.root] + flags
        )
        #expect(result.status == 2, "\(result.errors)")
    }

    @Test func `requires a configuration file named on the command line to exist`() throws {
        let result = try AnchordProgram.run(["serve", "--config", "/nonexistent.yaml"])
        #expect(result.status == 2)
        #expect(result.errors == "anchord: /nonexistent.yaml does not exist\n")
    }

    @Test func `--print-config prints the effective configuration and exits`() throws {
        let result = try AnchordProgram.run(
            ["serve", "--print-config", "--threads", "2"],
            environment: ["ANCHORD_LOG_LEVEL": "debug"]
        )
        #expect(result.status == 0)
        #expect(result.output.contains("threads: 2  # flag --threads\n"))
        #expect(result.output.contains("level: debug  # environment ANCHORD_LOG_LEVEL\n"))
    }

    /// Swift merges a combining mark after the equals sign with it into one character.
    @Test(arguments: ["/srv/x=y", "=", "\u{301}/srv"])
    func `values from the environment start after the first equals sign`(value: String) throws {
        let result = try AnchordProgram.run(["serve", "--print-config"], environment: ["ANCHORD_POLICIES": value])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.utf8.split(separator: 10).contains { line in
                line.elementsEqual("policies: \(value)  # environment ANCHORD_POLICIES".utf8)
                    || line.elementsEqual("policies: \"\(value)\"  # environment ANCHORD_POLICIES".utf8)
            }
        )
    }
}
