import Glibc

/// Sockets that workers hand to the acceptor so that their peers get to read the last answer.
///
/// Closing a socket with unread bytes makes the kernel send a reset, which can destroy an answer on its way; so a second
/// descriptor stays open and is read until the peer has finished (RFC 9112 §9.6).
final class LingeringHandover: Sendable {
    private let waiting = Locked<[Int32]>([])

    deinit {
        for descriptor in take() { close(descriptor) }
    }

    /// Hands over a second descriptor of the socket; nothing when the process may have no more.
    func add(duplicateOf descriptor: Int32) {
        guard let copy = Descriptor.duplicate(descriptor) else { return }
        waiting.withLock { $0.append(copy) }
    }

    /// Takes what was handed over.
    func take() -> [Int32] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
