import Glibc
import Synchronization
import Testing

@testable import MicrohttpdServer

@Suite struct `Responses in progress` {
    /// Responds with the present version: at once, or at the end of a task.
    private final class Versions: HTTPResponder {
        let isNew = Atomic(false)

        private var response: HTTPResponse {
            HTTPResponse(status: 200, body: Array((isNew.load(ordering: .acquiring) ? "new;" : "old;").utf8))
        }

        func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
            let isTask = head.path == "/task"
            return .whole(
                { [self] _, _ in
                    guard isTask else { return .now(response) }
                    return .task { [self] _ async throws(HTTPFailure) in
                        await Task.yield()
                        return response
                    }
                },
                remembersHead: false
            )
        }

        func response(to failure: HTTPFailure, accept: [String]) -> HTTPResponse { HTTPResponse(status: 500) }
    }

    private static let (clients, requests) = (50, 20)

    /// Returns the number of bytes that can be read without waiting.
    private static func available(_ client: TestClient) -> Int {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        return max(
            0,
            unsafe recv(client.descriptor, &bytes, bytes.count, Int32(MSG_PEEK | MSG_DONTWAIT))
        )
    }

    /// Reads the bodies of all responses of a client, with their positions in the bytes that it receives.
    private static func bodies(_ client: TestClient) -> [(text: String, end: Int)] {
        var (received, bodies): ([UInt8], [(String, Int)]) = ([], [])
        var piece = [UInt8](repeating: 0, count: 4096)
        while bodies.count < requests {
            let count = unsafe recv(client.descriptor, &piece, piece.count, 0)
            guard count > 0 else { break }
            for byte in piece.prefix(count) {
                received.append(byte)
                guard byte == UInt8(ascii: ";") else { continue }
                bodies.append((String(decoding: received.suffix(4), as: UTF8.self), received.count))
            }
        }
        return bodies
    }

    @Test func `are written before the end of settling, of a thousand requests`() async throws {
        for _ in 1...5 {
            let versions = Versions()
            var configuration = ServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)])
            configuration.workers = 2
            let server = HTTPServer(configuration: configuration, responder: versions)
            let address = try #require(try server.start().first)
            let clients = try (1...Self.clients).map { _ in try TestClient(address) }
            let head = "HTTP/1.1\r\nHost: h\r\n\r\n"
            for client in clients {
                client.send((1...Self.requests).map { "GET /\($0 % 2 == 0 ? "task" : "now") \(head)" }.joined())
            }
            versions.isNew.store(true, ordering: .releasing)
            #expect(await BlockingWork { server.settle("/now", within: .seconds(600)) }.value == true)
            let written = clients.map(Self.available)
            for (client, written) in zip(clients, written) {
                let bodies = Self.bodies(client)
                #expect(bodies.count == Self.requests)
                #expect(bodies.allSatisfy { $0.text == "new;" || $0.text == "old;" && $0.end <= written })
            }
            _ = server.drain(deadline: .zero)
        }
    }
}
