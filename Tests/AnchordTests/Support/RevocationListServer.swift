import Foundation
import Glibc

/// An HTTP server that responds to every request with the same CRL, until the process ends.
final class RevocationListServer {
    private let listener: PlainTestServer
    var port: Int { listener.port }

    init() throws { listener = try PlainTestServer() }

    /// Answers all requests, each on a connection of its own; HTTP allows to reuse the CRL for 0 to 8 seconds.
    func serve(_ der: Data) {
        let descriptor = listener.descriptor
        Thread.detachNewThread {
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                Self.respond(to: client, [UInt8](der))
                close(client)
            }
        }
    }

    private static func respond(to client: Int32, _ der: [UInt8]) {
        var request: [UInt8] = []
        var byte: UInt8 = 0
        while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard unsafe recv(client, &byte, 1, 0) == 1 else { return }
            request.append(byte)
        }
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/pkix-crl\r\nCache-Control: max-age=\(Int.random(in: 0...8))\r\n"
            + "Content-Length: \(der.count)\r\nConnection: close\r\n\r\n"
        var rest = (Array(head.utf8) + der)[...]
        while !rest.isEmpty {
            let chunk = Array(rest.prefix(1 << 16))
            let count = unsafe send(client, chunk, chunk.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
