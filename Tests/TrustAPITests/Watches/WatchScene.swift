import Foundation
import Glibc
import MicrohttpdServer
import Testing
import TrustTestSupport

@testable import TrustAPI

/// The API behind a real socket, with clients that watch chains.
final class WatchScene {
    let api: APIFixture
    private let server: HTTPServer
    let address: ListenAddress

    /// Starts the server on a free port of the loopback interface, or on a Unix socket.
    init(_ api: APIFixture, unixSocket: String? = nil) throws {
        self.api = api
        let listener = unixSocket.map { ListenAddress.unix(path: $0) } ?? .tcp(host: "127.0.0.1", port: 0)
        var configuration = ServerConfiguration(listeners: [listener])
        configuration.workers = 1
        server = HTTPServer(configuration: configuration, responder: api.responder)
        address = try #require(try server.start().first)
    }

    deinit { _ = server.drain(deadline: .zero) }

    /// The members of a request for the leaf of the fixture.
    func members(_ policy: String = "system", chain: String? = nil) -> [String: Any] {
        ["chain": chain ?? api.chain, "host": "api.example.com", "policy": policy]
    }

    /// Sends a request for a watch.
    func open(_ members: [String: Any], fields: [String] = []) throws -> WatchClient {
        let client = try WatchClient(address)
        let body = try APIFixture.json(members)
        let head = ["POST /v1/watches HTTP/1.1", "Host: localhost", "Content-Type: application/json"] + fields
        client.send((head + ["Content-Length: \(body.utf8.count)", "", body]).joined(separator: "\r\n"))
        return client
    }

    /// Asks for decisions as events.
    func follow(_ query: String = "", fields: [String] = []) throws -> WatchClient {
        let client = try WatchClient(address)
        let head = ["GET /v1/decisions?follow=1\(query) HTTP/1.1", "Host: localhost"] + fields
        client.send((head + ["", ""]).joined(separator: "\r\n"))
        return client
    }

    /// Opens a watch and reads its first event, which must be a verdict.
    func watch(_ members: [String: Any], fields: [String] = []) throws -> WatchClient {
        let client = try open(members, fields: fields)
        let event = client.event()
        #expect(event?.name == "verdict", "\(client.text)")
        return client
    }

    var evaluations: Int { api.context.metrics.watches.evaluations }

    func drain() { _ = server.drain(deadline: .seconds(600)) }
}

/// A client of a watch, which reads the events; reads time out after ten minutes.
final class WatchClient {
    struct Refused: Error {}

    struct Event {
        var name = ""
        var id: String?
        var retry: String?
        var data = ""

        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any] ?? [:]
        }
        var action: String? { object["action"] as? String }
        var code: String? { object["code"] as? String }
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    /// The events of the last chunk that were not returned.
    private var blocks: [String] = []
    private(set) var head = ""

    init(_ address: ListenAddress) throws {
        guard case .tcp(_, let port) = address else { throw Refused() }
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        target.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafeBytes(of: &target) { bytes in
            unsafe connect(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        guard result == 0 else {
            close(descriptor)
            throw Refused()
        }
        var timeout = timeval(tv_sec: 600, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The head of the response, then the rest of a response that is not a stream.
    var text: String { head + "\r\n\r\n" + String(decoding: received, as: UTF8.self) }

    /// Reads up to the first event, which may be a comment; returns whether there is one.
    func begins() -> Bool {
        guard let block = block() else { return false }
        blocks.insert(block, at: 0)
        return true
    }

    /// Reads a response that ends with its connection.
    func rest() -> String {
        while receive() {}
        return String(decoding: received, as: UTF8.self)
    }

    /// Reads the next event that is not a comment; nil if the response ends.
    func event() -> Event? {
        while true {
            guard let block = block() else { return nil }
            var event = Event()
            for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
                switch parts[0] {
                case "event": event.name += value
                case "id": event.id = value
                case "retry": event.retry = value
                case "data": event.data += value
                default: continue
                }
            }
            if !event.name.isEmpty { return event }
        }
    }

    /// Returns one event without the empty line at its end, after reading a chunk if necessary; nil if the response ends.
    private func block() -> String? {
        if blocks.isEmpty {
            guard let chunk = chunk() else { return nil }
            blocks = chunk.split(separator: "\n\n").map(String.init)
        }
        return blocks.isEmpty ? nil : blocks.removeFirst()
    }

    private func chunk() -> String? {
        if head.isEmpty {
            guard let end = position(of: "\r\n\r\n") else { return nil }
            head = take(end)
            received.removeFirst(4)
            guard head.contains("chunked") else { return nil }
        }
        guard let end = position(of: "\r\n"), let count = Int(take(end), radix: 16) else { return nil }
        received.removeFirst(2)
        while received.count < count + 2 { guard receive() else { return nil } }
        defer { received.removeFirst(2) }
        return count == 0 ? nil : take(count)
    }

    private func take(_ count: Int) -> String {
        defer { received.removeFirst(count) }
        return String(decoding: received[..<count], as: UTF8.self)
    }

    private func position(of text: String) -> Int? {
        while true {
            if let range = received.ranges(of: Array(text.utf8)).first { return range.lowerBound }
            guard receive() else { return nil }
        }
    }

    private func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return false }
        received += piece[..<count]
        return true
    }
}
