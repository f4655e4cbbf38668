import Foundation
import Glibc

/// A server on a Unix socket that reads requests of a known length on one connection, and gives one answer to each.
final class CannedServer: Sendable {
    let path: String
    private let descriptor: Int32

    init(answers: [String], requestLength: Int) {
        let path = "/tmp/anchord-canned-\(UInt32.random(in: 0...UInt32.max))"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let bound = unsafe withUnsafeBytes(of: address) {
            unsafe bind(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        precondition(bound == 0 && listen(descriptor, 1) == 0, "a test's own socket can be bound")
        self.path = path
        self.descriptor = descriptor
        Thread.detachNewThread { Self.serve(accept(descriptor, nil, nil), answers, requestLength) }
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    private static func serve(_ connection: Int32, _ answers: [String], _ requestLength: Int) {
        var request = [UInt8](repeating: 0, count: requestLength)
        for answer in answers {
            guard unsafe recv(connection, &request, requestLength, Int32(MSG_WAITALL)) == requestLength else {
                break
            }
            let bytes = Array(answer.utf8)
            // In two parts, as answers may come.
            for part in [bytes.prefix(30), bytes.dropFirst(30)] {
                _ = unsafe part.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
            }
        }
        close(connection)
    }
}
