import Foundation
import Glibc
import Synchronization

/// An HTTP server that answers by a table: the first component of each path has one behavior.
///
/// Every connection carries one request, as those of anchord-fetcher do.
final class HostileServer {
    /// A request as it was received.
    struct Request: Sendable {
        let method: String
        /// The path after its first component, without the slash between them.
        let rest: String
        let body: [UInt8]
        /// The number of earlier requests for the same first component with the same method.
        let number: Int

        /// The OCSP request in the body or, for a GET, in the path (RFC 6960 section A.1).
        var ocspRequest: [UInt8] {
            if method == "POST" { return body }
            return Data(base64Encoded: rest.removingPercentEncoding ?? "").map(Array.init) ?? []
        }
    }

    /// The action of the server after it has read a request.
    enum Behavior: Sendable {
        /// Sends these bytes and closes the connection.
        case send([UInt8])
        /// Sends these bytes, and others repeatedly until the client disconnects, with a pause in microseconds after each.
        case stream([UInt8], then: [UInt8], pause: UInt32)
        /// Sends nothing until the client disconnects.
        case wait
        /// Closes the connection so that the client receives a reset.
        case reset
        /// Chooses another behavior by the request.
        case choose(@Sendable (Request) -> Behavior)

        /// Sends a complete response.
        static func respond(_ body: [UInt8], status: String = "200 OK", fields: [String] = []) -> Behavior {
            .send(head(status, fields + ["Content-Length: \(body.count)"]) + body)
        }

        /// Redirects to a location.
        static func redirect(_ location: String) -> Behavior {
            .respond([], status: "302 Found", fields: ["Location: \(location)"])
        }

        /// Sends body bytes without end, slowly or as fast as the client reads.
        static func endless(_ chunk: [UInt8], pause: UInt32 = 0, fields: [String] = []) -> Behavior {
            .stream(head("200 OK", fields), then: chunk, pause: pause)
        }

        /// Returns the status line and the header fields of a response.
        static func head(_ status: String, _ fields: [String]) -> [UInt8] {
            Array((["HTTP/1.1 \(status)"] + fields + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8)
        }
    }

    /// The requests for one first component of a path.
    private final class Route: Sendable {
        let behavior: Behavior
        let gets = Atomic(0)
        let posts = Atomic(0)

        init(_ behavior: Behavior) { self.behavior = behavior }

        /// Counts a request, and returns the number of earlier ones with its method.
        func count(_ method: String) -> Int {
            method == "POST" ? posts.add(1, ordering: .relaxed).oldValue : gets.add(1, ordering: .relaxed).oldValue
        }
    }

    private final class Connections: Sendable {
        let count = Atomic(0)
    }

    private let listener: Int32
    private let connections = Connections()
    private var routes: [String: Route] = [:]
    let port: Int

    /// Binds a free port of an address; the server accepts connections once it serves.
    convenience init(address: String = "127.0.0.1") throws {
        try self.init(BoundSocket(address: address, port: 0))
    }

    /// Takes a listening socket, which may belong to another network namespace.
    init(_ socket: BoundSocket) {
        (listener, port) = (socket.descriptor, socket.port)
    }

    deinit {
        // Ends the thread that accepts.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Begins to accept connections; paths that are not in the table are answered with the status 404.
    func serve(_ table: [String: Behavior] = [:]) {
        routes = table.mapValues(Route.init)
        let (listener, routes, connections) = (listener, routes, connections)
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                connections.count.add(1, ordering: .relaxed)
                Thread.detachNewThread {
                    Self.answer(client, routes)
                    close(client)
                }
            }
            close(listener)
        }
    }

    /// The number of accepted connections.
    var accepted: Int { connections.count.load(ordering: .relaxed) }

    /// The numbers of requests by method.
    struct Counts: Equatable {
        var gets = 0
        var posts = 0
    }

    /// The numbers of requests for the first component of a path.
    func requests(_ name: String) -> Counts {
        guard let route = routes[name] else { return Counts() }
        return Counts(gets: route.gets.load(ordering: .relaxed), posts: route.posts.load(ordering: .relaxed))
    }

    private static func answer(_ client: Int32, _ routes: [String: Route]) {
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        guard let (method, path, body) = read(client) else { return }
        let parts = path.dropFirst().split(separator: "/", maxSplits: 1).map(String.init)
        guard let name = parts.first, let route = routes[name] else {
            return perform(.respond([], status: "404 Not Found"), client)
        }
        let number = route.count(method)
        let request = Request(method: method, rest: parts.dropFirst().first ?? "", body: body, number: number)
        var behavior = route.behavior
        while case .choose(let choice) = behavior { behavior = choice(request) }
        perform(behavior, client)
    }

    private static func perform(_ behavior: Behavior, _ client: Int32) {
        switch behavior {
        case .send(let bytes): send(client, bytes)
        case .stream(let bytes, let chunk, let pause):
            guard send(client, bytes) else { return }
            while send(client, chunk) { if pause > 0 { usleep(pause) } }  // Deliberate pause: the server is slow.
        case .wait:
            var byte: UInt8 = 0
            while unsafe recv(client, &byte, 1, 0) > 0 {}
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        case .choose: break
        }
    }

    @discardableResult
    private static func send(_ client: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads one request; nil if the client disconnects before its end.
    private static func read(_ client: Int32) -> (method: String, path: String, body: [UInt8])? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                let length = head.firstMatch(of: /(?i)\r\ncontent-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
                let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
                guard words.count == 3 else { return nil }
                let body = bytes[end.upperBound...]
                if body.count >= length { return (String(words[0]), String(words[1]), Array(body)) }
            }
            let count = unsafe recv(client, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
        }
    }
}
