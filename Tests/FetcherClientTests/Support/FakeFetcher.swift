import FetchProtocol
import Foundation
import Glibc
import Synchronization

@testable import FetcherClient

/// A process anchord-fetcher within the tests: it listens on a Unix socket and treats each connection as a test wants.
final class FakeFetcher: Sendable {
    let path: String
    private let descriptor: Int32
    private let accepted = Mutex(0)

    /// Listens, and calls the function on a thread of its own for each connection.
    ///
    /// The connection is closed when the function returns.
    init(_ serve: @escaping @Sendable (FakeConnection) -> Void) throws {
        path = "/tmp/anchord-fetcher-\(UInt64.random(in: 0...UInt64.max)).sock"
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in unsafe place.copyBytes(from: Array(path.utf8)) }
        let bound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(descriptor, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
        Thread.detachNewThread { [self] in acceptAll(serve) }
    }

    /// The number of connections so far.
    var connections: Int { accepted.withLock { $0 } }

    /// Ends the thread and removes the socket.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        unsafe unlink(path)
    }

    private func acceptAll(_ serve: @escaping @Sendable (FakeConnection) -> Void) {
        while true {
            let client = accept(descriptor, nil, nil)
            guard client >= 0 else { break }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            accepted.withLock { $0 += 1 }
            Thread.detachNewThread {
                serve(FakeConnection(client))
                // Also ends the connection if a process that was started meanwhile has inherited it.
                shutdown(client, Int32(SHUT_RDWR))
                close(client)
            }
        }
        close(descriptor)
    }
}

/// A connection of the client to a ``FakeFetcher``, whose functions block.
final class FakeConnection: Sendable {
    private let descriptor: Int32
    private let buffer = Mutex(FrameBuffer<FetcherCommand>())

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Returns the next message; nil at the end of the connection.
    func next() -> FetcherCommand? {
        while true {
            if let command = buffer.withLock({ try? $0.next() }) { return command }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            buffer.withLock { $0.append(chunk[..<count]) }
        }
    }

    /// Returns the next message if it has been received, without waiting.
    func nextReceived() -> FetcherCommand? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        return buffer.withLock { buffer in
            if count > 0 { buffer.append(chunk[..<count]) }
            return try? buffer.next()
        }
    }

    /// Returns the next fetch, and ignores all other messages before it.
    func nextFetch() -> FetchRequest? {
        while let command = next() {
            if case .fetch(let request) = command { return request }
        }
        return nil
    }

    /// Accepts the settings.
    func becomeReady() {
        _ = next()
        send(.ready(version: "test"))
    }

    func send(_ report: FetcherReport) { send(report.frame) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Answers a fetch with a body, in one part.
    func answer(_ request: FetchRequest, _ body: String = "") {
        if !body.isEmpty { send(.part(request.id, Array(body.utf8))) }
        send(.completed(.answering(request.id, url: request.url)))
    }

    /// Answers each fetch with its URL as the body, and each canceled one, until the connection ends.
    func answerAll() {
        while let request = nextFetch() { answer(request, request.url) }
    }

    /// Blocks until the client closes the connection.
    func waitForEnd() {
        while next() != nil {}
    }
}

extension FetchCompletion {
    static func answering(_ id: UInt64, status: UInt16 = 200, url: String = "http://a.example/") -> FetchCompletion {
        FetchCompletion(id: id, status: status, url: url, milliseconds: 1, address: "192.0.2.1")
    }
}

extension FetchFailure {
    static func failing(_ id: UInt64, _ code: Code) -> FetchFailure {
        FetchFailure(id: id, code: code, detail: "", milliseconds: 1)
    }
}
