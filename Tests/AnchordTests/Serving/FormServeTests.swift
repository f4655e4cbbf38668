import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord serve and forms` {
    let files: ChainFiles
    let daemon: AnchordDaemon
    let address: String

    init() throws {
        files = try ChainFiles()
        daemon = try AnchordDaemon(["--listen", "127.0.0.1:0", "--system-anchors", files.root])
        address = try #require(daemon.addresses.first)
    }

    /// Runs curl, and returns its exit status and the body of the response.
    private func curl(_ arguments: [String], path: String = "/v1/evaluations") throws -> (status: Int32, body: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["curl", "-q", "--silent", "--noproxy", "*"] + arguments + ["http://\(address)\(path)"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        try output.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    private var fields: [String] {
        ["-F", "file=@\(files.chain)", "-F", "host=\(ChainFiles.host)", "-F", "at=\(ChainFiles.valid)"]
    }

    @Test func `a form sent by curl is evaluated`() throws {
        let text = try curl(["--fail-with-body", "-H", "Accept: text/plain"] + fields)
        #expect(text.status == 0)
        #expect(text.body.hasPrefix("trusted: allow"))
        let json = try curl(fields + ["-F", "include=certificates"])
        #expect(json.body.contains(#""pem":"-----BEGIN CERTIFICATE-----\n"#))
        let refused = try curl(["--fail-with-body"] + fields + ["-F", "chain=x"])
        #expect(refused.status == 22)
        #expect(refused.body.contains("unknown field"))
        let described = try curl(["-F", "file=@\(files.chain)"], path: "/v1/certificates")
        #expect(described.body.hasPrefix(#"{"certificates":["#))
    }

    @Test func `a DER file is evaluated by its media type`() throws {
        let openssl = try OpenSSLProgram()
        let path = try openssl.file("leaf.der", "")
        _ = try openssl.run(["x509", "-in", files.chain, "-outform", "DER", "-out", path])
        let answer = try curl(["--data-binary", "@\(path)", "-H", "Content-Type: application/pkix-cert"])
        #expect(answer.body.contains("\"code\":\"hostRequired\""))
        let described = try curl(
            ["--data-binary", "@\(path)", "-H", "Content-Type: application/pkix-cert"],
            path: "/v1/certificates"
        )
        #expect(described.body.contains("CN=\(ChainFiles.host)"))
    }

    /// The requests of browsers for a form of another site, as they appear on the wire.
    @Test(arguments: [
        "Origin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n",
        "Origin: null\r\nSec-Fetch-Site: cross-site\r\n", "Origin: null\r\n", "Origin: https://evil.example\r\n",
        "Sec-Fetch-Site: cross-site\r\n", "Origin: http://localhost:3000\r\nSec-Fetch-Site: same-site\r\n",
    ])
    func `a form posted by a page of another site is rejected, also after an accepted form`(headers: String) throws {
        func request(_ headers: String) -> String {
            let body =
                "--B\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\(files.chainText)\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"host\"\r\n\r\n\(ChainFiles.host)\r\n--B--\r\n"
            return "POST /v1/evaluations HTTP/1.1\r\nHost: \(address)\r\n\(headers)"
                + "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let connection = try TestConnection(address)
        connection.send(request(""))
        #expect(connection.text(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        connection.send(request("Connection: close\r\n" + headers))
        let answers = connection.rest()
        #expect(answers.contains("HTTP/1.1 403 "), "\(answers)")
        #expect(answers.contains("\"code\":\"foreignOrigin\""))
        #expect(try daemon.metric("anchord_problems_total{code=\"foreignOrigin\"}") == 1)
    }

    @Test func `the root path shows an example that works`() throws {
        let page = try curl([], path: "/").body
        let start = try #require(page.range(of: "curl --fail-with-body"))
        let command = page[start.lowerBound...].replacing("chain.pem", with: files.chain)
            .replacing("api.example.com", with: ChainFiles.host)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", String(command)]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        // The chain has expired by now.
        #expect(String(decoding: bytes, as: UTF8.self).contains("trusted: "))
    }
}
