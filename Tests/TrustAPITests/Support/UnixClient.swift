import Glibc

/// A blocking connection to a Unix socket for raw bytes; reads time out after ten minutes.
final class UnixClient {
    struct Refused: Error {}

    private let descriptor: Int32
    private(set) var received: [UInt8] = []

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let result = unsafe withUnsafeBytes(of: &address) { bytes in
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
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives what has arrived, and returns the number of bytes received so far.
    func receiveArrived() -> Int {
        while receive(Int32(MSG_DONTWAIT)) {}
        return received.count
    }

    /// Receives until the condition holds; returns false if the peer sends nothing more.
    func receive(until isDone: ([UInt8]) -> Bool) -> Bool {
        while !isDone(received) {
            guard receive(0) else { return false }
        }
        return true
    }

    private func receive(_ flags: Int32) -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &piece, piece.count, flags)
        guard count > 0 else { return false }
        received += piece[..<count]
        return true
    }
}

extension [UInt8] {
    /// Returns the ends of all occurrences of a text.
    func ends(of text: String) -> [Int] {
        let text = Array(text.utf8)
        // The functions of the C library are much faster than a search in a debug build.
        return unsafe withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return [] }
            var (ends, position) = ([Int](), 0)
            while let found = unsafe memchr(start + position, Int32(text[0]), bytes.count - position) {
                position = unsafe UnsafeRawPointer(found) - start
                guard bytes.count - position >= text.count else { break }
                if unsafe memcmp(found, text, text.count) == 0 { ends.append(position + text.count) }
                position += 1
            }
            return ends
        }
    }
}
