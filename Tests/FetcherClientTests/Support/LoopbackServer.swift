import Foundation
import Glibc

/// An HTTP server on 127.0.0.1 that answers each request with its path, or never if the path contains `hang`.
final class LoopbackServer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (descriptor, length)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound, listen(descriptor, 128) == 0 else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { break }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread { Self.answer(client) }
            }
            close(descriptor)
        }
    }

    /// Ends the thread that accepts connections.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private static func answer(_ client: Int32) {
        defer {
            shutdown(client, Int32(SHUT_RDWR))
            close(client)
        }
        var head: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
            let count = unsafe recv(client, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            head += chunk[..<count]
        }
        let path = String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init) ?? ""
        if path.contains("hang") {
            // Ends when the client closes the connection.
            unsafe _ = recv(client, &chunk, chunk.count, 0)
            return
        }
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\nConnection: close\r\n\r\n\(path)"
        let bytes = Array(answer.utf8)
        unsafe _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
