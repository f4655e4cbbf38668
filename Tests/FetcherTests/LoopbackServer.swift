import Foundation
import Glibc
import Synchronization

/// A server on 127.0.0.1 that answers every connection with a script, each in a thread of its own.
final class LoopbackServer: Sendable {
    /// Writes the response to a connection; the request's bytes up to the empty line were read before.
    typealias Script = @Sendable (Connection) -> Void

    /// A connection, closed when the script returns.
    struct Connection: Sendable {
        let descriptor: Int32
        /// The request line and the header fields.
        let head: String

        /// Whether all bytes were written.
        @discardableResult
        func write(_ text: String) -> Bool { write(Array(text.utf8)) }

        @discardableResult
        func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { bytes in
                    unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// Reads a byte; nil when the client has closed the connection.
        func readByte() -> UInt8? {
            var byte = UInt8(0)
            return unsafe recv(descriptor, &byte, 1, 0) == 1 ? byte : nil
        }
    }

    let port: UInt16
    private let listener: Int32
    private let heads = Mutex<[String]>([])

    init(_ script: @escaping Script) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, 512) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept(script) }
    }

    /// The heads of all requests so far.
    var requests: [String] { heads.withLock { $0 } }

    /// Ends the thread that accepts connections.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept(_ script: @escaping Script) {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            Thread.detachNewThread { [self] in
                var head: [UInt8] = []
                let probe = Connection(descriptor: descriptor, head: "")
                while !head.ends(with: "\r\n\r\n".utf8), let byte = probe.readByte() { head.append(byte) }
                let text = String(decoding: head, as: UTF8.self)
                heads.withLock { $0.append(text) }
                script(Connection(descriptor: descriptor, head: text))
                shutdown(descriptor, Int32(SHUT_WR))
                close(descriptor)
            }
        }
        close(listener)
    }
}

extension Array where Element == UInt8 {
    fileprivate func ends(with bytes: some Collection<UInt8>) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
