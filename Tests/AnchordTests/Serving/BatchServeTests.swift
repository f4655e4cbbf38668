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

    @Test func `answers an array with an array, and an invalid item with its problem`() throws {
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

    @Test func `ends a stream of white space after the idle timeout`() throws {
        let daemon = try daemon(["--timeouts-idle", "1s"])
        let connection = try beginLines(daemon)
        _ = connection.text(upTo: "\r\n\r\n")
        var sent = 0
        while sent < 200, !connection.hasBytes(within: 50) {
            connection.send(chunk(" \n\t"))
            sent += 1
        }
        #expect(sent < 200)
        #expect(connection.rest().contains("\"code\":\"requestTimeout\""))
    }

    @Test func `rejects bodies beyond limits.bufferedBytes with 503 and counts them in status and metrics`() throws {
        let daemon = try daemon(["--limits-buffered-bytes", "1048576"])
        let head =
            "POST /v1/evaluations/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Connection: close\r\n"
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send(head + "Content-Length: 1048577\r\n\r\n")
        let answer = connection.rest()
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains("\r\nRetry-After: 1\r\n"))
        #expect(answer.contains("\"code\":\"tooManyBufferedBytes\""))
        let array = try TestConnection(try #require(daemon.addresses.first))
        array.send(head + "Transfer-Encoding: chunked\r\n\r\n")
        array.send(chunk("[" + String(repeating: "0,", count: 40_000)))
        let refusal = array.rest()
        #expect(refusal.hasPrefix("HTTP/1.1 503 ") && refusal.contains("\r\nRetry-After: 1\r\n"))
        #expect(refusal.contains("\r\nContent-Type: application/problem+json\r\n"))
        let reader = try TestConnection(try #require(daemon.addresses.first))
        reader.send(head + "Accept: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n")
        reader.send(chunk("[" + String(repeating: "0,", count: 40_000)))
        let text = reader.rest()
        #expect(text.hasPrefix("HTTP/1.1 503 ") && text.contains("\r\nContent-Type: text/plain; charset=utf-8\r\n"))
        #expect(text.contains("\r\n\r\nproblem tooManyBufferedBytes (503): "))
        #expect(try daemon.metric("anchord_buffered_bytes_refused_total") == 3)
        #expect(try daemon.metric("anchord_buffered_bytes") == 0)
        let status = try TestConnection.get("/v1/status", at: try #require(daemon.addresses.first))
        #expect(status.contains(#""buffers":{"bytes":0,"refused":3}"#))
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

    @Test func `uses bounded memory for a client that sends and does not read`() throws {
        // By default, AddressSanitizer keeps 256 MiB of freed memory in quarantine.
        let options = "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"
        let daemon = try daemon(environment: ["ASAN_OPTIONS": options])
        let connection = try beginLines(daemon)
        let before = daemon.peakMemory
        let sent = connection.sendUntilBlocked(chunk(try item() + "\n"), atMost: 400 << 20)
        #expect(sent < 100 << 20)
        #expect(daemon.peakMemory - before < 48 << 20)
        #expect(try TestConnection.get("/livez", at: try #require(daemon.addresses.first)).hasSuffix("ok\n"))
    }

    @Test func `completes an active batch after SIGTERM`() throws {
        let daemon = try daemon()
        let connection = try beginLines(daemon)
        connection.send(chunk(try item() + "\n"))
        #expect(connection.text(upTo: "}\n").contains("\"trusted\":true"))
        daemon.signal(SIGTERM)
        _ = try daemon.entry("shutting down, waiting for active requests")
        connection.send(chunk(try item() + "\n") + "0\r\n\r\n")
        let rest = connection.rest()
        #expect(rest.contains("\"trusted\":true") && rest.hasSuffix("\r\n0\r\n\r\n"))
        #expect(try daemon.entry("stopped")["abortedRequests"] as? Int == 0)
        daemon.expectEnd()
    }

    @Test func `rejects an incomplete array at the request timeout with 408, as text if preferred`() throws {
        let daemon = try daemon(["--timeouts-request", "1s"])
        for (accept, type) in [("*/*", "application/problem+json"), ("text/plain", "text/plain; charset=utf-8")] {
            let connection = try TestConnection(try #require(daemon.addresses.first))
            connection.send(
                "POST /v1/evaluations/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Accept: \(accept)\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n"
            )
            let answer = connection.rest()
            #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.contains("\r\nContent-Type: \(type)\r\n"))
        }
    }

    @Test func `ends a batch that exceeds the shutdown timeout with a problem`() throws {
        let daemon = try daemon(["--timeouts-shutdown", "1s"])
        let connection = try beginLines(daemon)
        connection.send(chunk(try item() + "\n"))
        #expect(connection.text(upTo: "}\n").contains("\"trusted\":true"))
        daemon.signal(SIGTERM)
        let rest = connection.rest()
        #expect(rest.contains("\"code\":\"serverEnding\"") && rest.contains("\"pointer\":\"/1\""))
        #expect(!rest.contains("verdict"))
        #expect(try daemon.entry("stopped")["abortedRequests"] as? Int == 1)
        daemon.expectEnd(1)
    }

    @Test func `applies the configured limits on batches`() throws {
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
