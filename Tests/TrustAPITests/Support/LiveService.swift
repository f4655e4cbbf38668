import Foundation
import MicrohttpdServer
import Testing

/// The API behind a real socket, with the `curl` program as the client.
final class LiveService {
    private let server: HTTPServer
    private let address: String

    /// Starts the server on a free port of the loopback interface.
    init(_ api: APIFixture) throws {
        var configuration = ServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)])
        configuration.workers = 1
        server = HTTPServer(configuration: configuration, responder: api.responder)
        guard case .tcp(let host, let port) = try #require(try server.start().first) else {
            throw CocoaError(.featureUnsupported)
        }
        address = "http://\(host):\(port)"
    }

    deinit { _ = server.drain(deadline: .zero) }

    /// Posts an evaluation request and returns the status from curl.
    func evaluate(_ members: [String: Any]) throws -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments = [
            "--silent", "--show-error", "--max-time", "20", "--header", "Content-Type: application/json",
            "--data-binary", "@-", "--write-out", "\n%{http_code}", address + "/v1/evaluations",
        ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: members))
        try input.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let end = try #require(bytes.lastIndex(of: UInt8(ascii: "\n")))
        let status = try #require(Int(String(decoding: bytes[(end + 1)...], as: UTF8.self)))
        return Answer(
            HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: Array(bytes[..<end]))
        )
    }
}
