import Foundation
import Glibc
import Testing

@Suite struct `Batches of anchord serve` {
    let files: ChainFiles

    init() throws { files = try ChainFiles() }

    private func daemon(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> AnchordDaemon {
        let usual = ["--listen", "127.0.0.1:0", "--system-anchors", files.root]
        return try AnchordDaemon(usual + arguments, environment: environment)
    }

    private func item(host: String = ChainFiles.host) throws -> String {
        let members = ["chain": files.chainText, "host": host, "at": ChainFiles.valid]
        return String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    private func beginLines(_ daemon: AnchordDaemon) throws -> TestConnection {
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send(
            "POST /v1/evaluations/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
        )
        return connection
    }

    private func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }

    @Test func `an array is answered with an array, a bad item with its problem`() throws {
        let daemon = try daemon()
        let body = "[\(try item()), {\"chain\": 1}, \(try item(host: "other.example"))]"
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send(
            "POST /v1/evaluations/batch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
        )
        let answer = connection.rest()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        let text = try #require(answer.range(of: "\r\n\r\n").map { answer[$0.upperBound...] })
        let items = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(items.map { $0["trusted"] as? Bool } == [true, nil, false])
        #expect(items[1]["code"] as? String == "invalidRequest")
        #expect((items[1]["errors"] as? [[String: String]])?.first?["pointer"] == "/1/chain")
    }

    @Test func `the first line is answered before the second is sent`() throws {
        let daemon = try daemon()
        let connection = try beginLines(daemon)
        #expect(connection.text(upTo: "\r\n\r\n").contains("Content-Type: application/x-ndjson\r\n"))
        connection.send(chunk(try item() + "\n"))
        #expect(connection.text(upTo: "}\n").contains("\"trusted\":true"))
        connection.send(chunk("{\n"))
        #expect(connection.text(upTo: "}\n").contains("\"code\":\"malformedJSON\""))
        connection.send(chunk(try item(host: "other.example")) + "0\r\n\r\n")
        let rest = connection.rest()
        #expect(rest.contains("\"trusted\":false"))
        #expect(rest.hasSuffix("\r\n0\r\n\r\n"))
    }

    @Test func `a client that sends and does not read costs bounded memory`() throws {
        // The address sanitizer keeps 256 MiB of what is freed unless it is told not to.
        let options = "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"
        let daemon = try daemon(environment: ["ASAN_OPTIONS": options])
        let connection = try beginLines(daemon)
        let before = daemon.peakMemory
        let sent = connection.sendUntilBlocked(chunk(try item() + "\n"), atMost: 400 << 20)
        #expect(sent < 100 << 20)
        #expect(daemon.peakMemory - before < 48 << 20)
        #expect(try TestConnection.get("/livez", at: try #require(daemon.addresses.first)).hasSuffix("ok\n"))
    }

    @Test func `a batch under way at SIGTERM is finished`() throws {
        let daemon = try daemon()
        let connection = try beginLines(daemon)
        connection.send(chunk(try item() + "\n"))
        #expect(connection.text(upTo: "}\n").contains("\"trusted\":true"))
        daemon.signal(SIGTERM)
        _ = try daemon.entry("ending, requests under way are finished")
        connection.send(chunk(try item() + "\n") + "0\r\n\r\n")
        let rest = connection.rest()
        #expect(rest.contains("\"trusted\":true") && rest.hasSuffix("\r\n0\r\n\r\n"))
        #expect(try daemon.entry("ended")["cut"] as? Int == 0)
        #expect(daemon.end() == 0)
    }

    @Test func `a batch that takes longer than the shutdown timeout ends with a problem`() throws {
        let daemon = try daemon(["--timeouts-shutdown", "1s"])
        let connection = try beginLines(daemon)
        connection.send(chunk(try item() + "\n"))
        #expect(connection.text(upTo: "}\n").contains("\"trusted\":true"))
        daemon.signal(SIGTERM)
        let rest = connection.rest()
        #expect(rest.contains("\"code\":\"serverEnding\"") && rest.contains("\"pointer\":\"/1\""))
        #expect(!rest.contains("verdict"))
        #expect(try daemon.entry("ended")["cut"] as? Int == 1)
        #expect(daemon.end() == 1)
    }

    @Test func `limits on batches are settings`() throws {
        let daemon = try daemon(["--limits-batch-items", "2", "--limits-batch-bytes", "1024"])
        let connection = try beginLines(daemon)
        connection.send(chunk("1\n2\n3\n4\n") + "0\r\n\r\n")
        let answer = connection.rest()
        #expect(answer.contains("\"code\":\"tooManyItems\"") && answer.contains("\"pointer\":\"/2\""))
        #expect(answer.components(separatedBy: "\"type\"").count == 4)
        let long = try TestConnection(try #require(daemon.addresses.first))
        long.send(
            "POST /v1/evaluations/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 1025\r\n\r\n"
        )
        #expect(long.rest().hasPrefix("HTTP/1.1 413 "))
    }
}
