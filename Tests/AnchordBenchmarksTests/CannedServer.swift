import Foundation
import Glibc

/// A server on a Unix socket that reads requests of a known length on one connection and sends one response to each.
final class CannedServer: Sendable {
    let path: String
    private let descriptor: Int32
    private let ends: AsyncStream<Int>

    init(answers: [String], requestLength: Int) {
        let path = "/tmp/anchord-canned-\(UInt32.random(in: 0...UInt32.max))"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let bound = unsafe withUnsafeBytes(of: address) {
            unsafe bind(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        precondition(bound == 0 && listen(descriptor, 1) == 0, "the socket of the test could not be bound")
        self.path = path
        self.descriptor = descriptor
        let (ends, continuation) = AsyncStream.makeStream(of: Int.self)
        self.ends = ends
        Thread.detachNewThread {
            continuation.yield(Self.serve(accept(descriptor, nil, nil), answers, requestLength))
            continuation.finish()
        }
    }

    /// The number of requests, available after the end of the connection.
    var requests: Int? {
        get async { await ends.first { _ in true } }
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    /// Responds until the connection is closed or all responses are sent; returns the number of requests.
    private static func serve(_ connection: Int32, _ answers: [String], _ requestLength: Int) -> Int {
        defer { close(connection) }
        var requests = 0
        var request = [UInt8](repeating: 0, count: requestLength)
        for answer in answers {
            guard unsafe recv(connection, &request, requestLength, Int32(MSG_WAITALL)) == requestLength else {
                break
            }
            requests += 1
            let bytes = Array(answer.utf8)
            // Sends each response in two parts.
            for part in [bytes.prefix(30), bytes.dropFirst(30)] {
                _ = unsafe part.withUnsafeBytes {
                    unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
        }
        return requests
    }
}
