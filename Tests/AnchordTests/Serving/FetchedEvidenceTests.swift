import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A daemon that asks a real OCSP responder and a CRL server on loopback, through the real fetcher.
@Suite struct `Evidence from the network` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a shell script in the directory, and returns its output.
    @discardableResult
    private func shell(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.currentDirectoryURL = URL(filePath: directory.path)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(script)")
        return String(decoding: text, as: UTF8.self)
    }

    /// Issues a root, and a good and a revoked leaf that name a responder and a CRL on a port.
    private func issue(port: Int, namesList: Bool = true) throws {
        let list = namesList ? "crlDistributionPoints=URI:http://127.0.0.1:\(port)/root.crl" : ""
        try shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout root.key -out root.pem \
                -days 30 -subj /CN=Root -addext keyUsage=critical,keyCertSign,cRLSign 2>/dev/null
            printf 'subjectAltName=DNS:www.example.com\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n\
            authorityInfoAccess=OCSP;URI:http://127.0.0.1:\(port)/\n\
            \(list)\n' > leaf.ext
            : > index.txt
            for serial in 11 12; do
                openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $serial.key -out $serial.csr \
                    -subj /CN=leaf$serial 2>/dev/null
                openssl x509 -req -in $serial.csr -CA root.pem -CAkey root.key -set_serial 0x$serial -days 20 \
                    -extfile leaf.ext -out $serial.pem 2>/dev/null
            done
            printf 'V\\t301231000000Z\\t\\t11\\tunknown\\t/CN=leaf11\n' >> index.txt
            printf 'R\\t301231000000Z\\t260101000000Z,keyCompromise\\t12\\tunknown\\t/CN=leaf12\n' >> index.txt
            """
        )
    }

    private func responder(port: Int) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.currentDirectoryURL = URL(filePath: directory.path)
        process.arguments = [
            "ocsp", "-index", "index.txt", "-port", "\(port)", "-rsigner", "root.pem", "-rkey", "root.key", "-CA",
            "root.pem", "-nmin", "60",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func daemon() throws -> AnchordDaemon {
        try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--system-anchors", "\(directory.path)/root.pem", "--network-enabled", "true",
            "--network-allow", "127.0.0.1", "--network-timeout", "2s", "--network-connect-timeout", "1s",
            "--policies", try policies(),
        ])
    }

    /// Writes the policies of the tests, and returns their directory.
    private func policies() throws -> String {
        try directory.write(
            "policies/fetch.yaml",
            """
            policies:
              ocsp:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf, methods: [ocsp], requirePositiveResponse: true}
              hard:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf, requirePositiveResponse: true}
              soft:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf}

            """
        )
        return "\(directory.path)/policies"
    }

    /// Posts an evaluation of a leaf, and returns the verdict.
    private func verdict(
        _ serial: String,
        _ policy: String,
        at address: String,
        deadline: String = "5s"
    ) throws -> [String: Any] {
        let chain = try String(contentsOfFile: "\(directory.path)/\(serial).pem", encoding: .utf8)
        let members: [String: Any] = [
            "chain": chain, "host": "www.example.com", "policy": "fetch/\(policy)", "deadline": deadline,
        ]
        let body = try JSONSerialization.data(withJSONObject: members)
        try body.write(to: URL(filePath: "\(directory.path)/request.json"))
        let text = try shell(
            "curl -sS --max-time 20 -H 'Content-Type: application/json' -d @request.json http://\(address)/v1/evaluations"
        )
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(object, "\(text)")
    }

    /// Returns the failing locations in the status.
    private func failing(at address: String) throws -> [[String: Any]] {
        let text = try shell("curl -sS --max-time 20 http://\(address)/v1/status")
        let status = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let network = try #require(status?["network"] as? [String: Any])
        return try #require(network["failing"] as? [[String: Any]])
    }

    private func reason(_ code: String, in verdict: [String: Any]) -> [String: Any]? {
        (verdict["reasons"] as? [[String: Any]])?.first { $0["code"] as? String == code }
    }

    private func freePort() throws -> Int { try PlainTestServer().port }

    @Test func `is asked of a responder, reused, and reported with its source`() throws {
        let port = try freePort()
        try issue(port: port)
        let responder = try responder(port: port)
        // The responder ignores SIGTERM until its next request.
        defer { kill(responder.processIdentifier, SIGKILL) }
        let daemon = try daemon()
        let address = try #require(daemon.addresses.first)
        var good: [String: Any] = [:]
        // The responder needs a moment to listen, and a failed attempt is not repeated at once.
        for _ in 0..<1200 {
            good = try verdict("11", "ocsp", at: address)
            if good["trusted"] as? Bool == true { break }
            Thread.sleep(forTimeInterval: 0.05)
        }
        #expect(good["trusted"] as? Bool == true, "\(good)")
        let facts = reason("notice.revocation", in: good)?["facts"] as? [String: Any]
        #expect(facts?["source"] as? String == "network", "\(good)")
        #expect((facts?["url"] as? String)?.hasPrefix("http://127.0.0.1:\(port)/") == true)
        let revoked = try verdict("12", "ocsp", at: address)
        #expect(revoked["trusted"] as? Bool == false)
        #expect(reason("revocation.revoked", in: revoked) != nil, "\(revoked)")
        // Without the responder, the stored answer is used.
        kill(responder.processIdentifier, SIGKILL)
        responder.waitUntilExit()
        // Another deadline, so that the verdict itself is not in the cache.
        let again = try verdict("11", "ocsp", at: address, deadline: "4s")
        let cached = reason("notice.revocation", in: again)?["facts"] as? [String: Any]
        #expect(again["trusted"] as? Bool == true, "\(again)")
        #expect(cached?["source"] as? String == "cache")
        let samples = [
            (#"anchord_evidence_total{method="ocsp",source="network",outcome="good"}"#, 1),
            (#"anchord_evidence_total{method="ocsp",source="network",outcome="revoked"}"#, 1),
            (#"anchord_evidence_total{method="ocsp",source="cache",outcome="good"}"#, 1),
            (#"anchord_evidence_fetches_total{method="ocsp",result="success"}"#, 2),
            ("anchord_evidence_entries", 2), ("anchord_evidence_fetches_running", 0),
        ]
        for (sample, value) in samples { #expect(try daemon.metric(sample) == value, "\(sample)") }
        #expect(try daemon.metric(#"anchord_evidence_fetch_duration_seconds_count{method="ocsp"}"#) >= 2)
        #expect(try daemon.metric("anchord_evidence_bytes") > 0)
        daemon.signal(SIGTERM)
        daemon.expectEnd()
    }

    @Test func `that is missing denies under a hard fail, with every attempt, and only warns otherwise`() throws {
        let port = try freePort()
        try issue(port: port)
        let daemon = try daemon()
        let address = try #require(daemon.addresses.first)
        let hard = try verdict("11", "hard", at: address)
        #expect(hard["trusted"] as? Bool == false)
        let unavailable = reason("revocation.unavailable", in: hard)
        #expect(unavailable?["severity"] as? String == "error", "\(hard)")
        let facts = unavailable?["facts"] as? [String: Any]
        let attempts = "\(facts?["attempts"] ?? "")"
        #expect(attempts.contains("connectFailed"), "\(hard)")
        let soft = try verdict("11", "soft", at: address)
        #expect(soft["trusted"] as? Bool == true, "\(soft)")
        #expect(try daemon.metric(#"anchord_evidence_total{method="ocsp",source="none",outcome="unknown"}"#) == 2)
        #expect(try daemon.metric(#"anchord_evidence_fetches_total{method="ocsp",result="connectFailed"}"#) == 1)
        #expect(try daemon.metric(#"anchord_evidence_fetches_total{method="crl",result="connectFailed"}"#) == 1)
        let failing = try failing(at: address)
        let locations = failing.compactMap { $0["location"] as? String }.sorted()
        #expect(locations == ["http://127.0.0.1:\(port)/", "http://127.0.0.1:\(port)/root.crl"])
        for failure in failing {
            #expect(failure["code"] as? String == "connectFailed", "\(failure)")
            #expect(failure["scope"] as? String == "location")
            #expect(failure["count"] as? Int == 1)
            #expect((failure["nextAttemptAt"] as? String)?.hasSuffix("Z") == true)
        }
        daemon.signal(SIGTERM)
        daemon.expectEnd()
    }

    @Test func `ends at the deadline of the request if a server is silent`() throws {
        let server = try PlainTestServer()
        try issue(port: server.port)
        let daemon = try daemon()
        let address = try #require(daemon.addresses.first)
        let start = ContinuousClock.now
        let verdict = try verdict("11", "hard", at: address, deadline: "500ms")
        #expect(verdict["trusted"] as? Bool == false)
        #expect(reason("revocation.unavailable", in: verdict) != nil, "\(verdict)")
        #expect(ContinuousClock.now - start < .seconds(15))
        daemon.signal(SIGTERM)
        daemon.expectEnd()
    }

    /// Runs `anchord evidence fetch` for a leaf and its root, and returns the exit status and the rows.
    private func fetch(_ serial: String) throws -> (status: Int32, rows: [[String: Any]]) {
        try shell("cat \(serial).pem root.pem > chain.pem")
        let result = try AnchordProgram.run([
            "evidence", "fetch", "\(directory.path)/chain.pem", "--json", "--network-allow", "127.0.0.1",
            "--network-timeout", "2s", "--network-connect-timeout", "1s",
        ])
        #expect(result.errors == "")
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        return (result.status, try #require(object?["results"] as? [[String: Any]], "\(result.output)"))
    }

    @Test func `is printed by anchord evidence fetch, with its status`() throws {
        let port = try freePort()
        try issue(port: port, namesList: false)
        var good = try fetch("11")
        #expect(good.status == 1)
        #expect(good.rows.map { $0["result"] as? String } == ["connectFailed"], "\(good.rows)")
        let responder = try responder(port: port)
        defer { kill(responder.processIdentifier, SIGKILL) }
        // The responder needs a moment to listen.
        for _ in 0..<1200 where good.status != 0 {
            Thread.sleep(forTimeInterval: 0.05)
            good = try fetch("11")
        }
        #expect(good.status == 0, "\(good.rows)")
        #expect(good.rows.count == 1)
        let row = try #require(good.rows.first)
        #expect(row["method"] as? String == "ocsp")
        #expect(row["url"] as? String == "http://127.0.0.1:\(port)/")
        #expect(row["result"] as? String == "fetched")
        #expect(row["status"] as? String == "good")
        #expect((row["bytes"] as? Int ?? 0) > 100)
        let revoked = try fetch("12")
        #expect(revoked.status == 1)
        #expect(revoked.rows.map { $0["status"] as? String } == ["revoked"])
    }

    @Test func `cannot be fetched for a chain that is invalid or names no location`() throws {
        try issue(port: 1)
        let named = try AnchordProgram.run(["evidence", "fetch", "\(directory.path)/root.pem"])
        #expect(named.status == 1)
        #expect(named.output == "The certificates name no location of evidence.\n")
        let invalid = try AnchordProgram.run(["evidence", "fetch", "-"], input: "no certificate")
        #expect(invalid.status == 2)
        #expect(invalid.errors.hasPrefix("anchord: standard input: "), "\(invalid.errors)")
    }

    @Test func `is requested with its media types, and a page of a captive portal is refused`() throws {
        let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nok"
        // The server has one client: the second request, with SHA-1, times out.
        let server = try ScriptedTestServer(.expect("\r\n\r\n"), .send(page))
        try issue(port: server.port)
        let daemon = try daemon()
        let verdict = try verdict("11", "ocsp", at: try #require(daemon.addresses.first))
        #expect(verdict["trusted"] as? Bool == false)
        #expect(server.received.contains("\r\nAccept: application/ocsp-response\r\n"))
        #expect(try daemon.metric(#"anchord_evidence_fetches_total{method="ocsp",result="badContentType"}"#) == 1)
        daemon.signal(SIGTERM)
        daemon.expectEnd()
    }

    @Test func `is not fetched from addresses that are not allowed`() throws {
        let server = try ScriptedTestServer(.send("HTTP/1.1 200 OK\r\n\r\n"))
        try issue(port: server.port)
        let daemon = try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--system-anchors", "\(directory.path)/root.pem", "--network-enabled", "true",
            "--policies", try policies(),
        ])
        let address = try #require(daemon.addresses.first)
        let verdict = try verdict("11", "hard", at: address)
        let facts = reason("revocation.unavailable", in: verdict)?["facts"] as? [String: Any]
        let attempts = "\(facts?["attempts"] ?? "")"
        #expect(attempts.contains("forbiddenAddress"), "\(verdict)")
        daemon.signal(SIGTERM)
        daemon.expectEnd()
    }
}
