import Glibc

/// Sockets that workers hand to the acceptor so that their peers get to read the last answer.
///
/// Closing a socket with unread bytes makes the kernel send a reset, which can destroy an answer on its way; so a second
/// descriptor stays open and is read until the peer has finished (RFC 9112 §9.6).
final class LingeringQueue: Sendable {
    /// The descriptors not yet taken; nil after the acceptor has ended.
    private let waiting = Locked<[Int32]?>([])

    deinit {
        end()
    }

    /// Whether no descriptor waits for the acceptor.
    var isEmpty: Bool {
        waiting.withLock { $0?.isEmpty ?? true }
    }

    /// Hands over a second descriptor of the socket.
    ///
    /// Does nothing if the process may open no more descriptors, or after ``end()``.
    func add(duplicateOf descriptor: Int32) {
        waiting.withLock { waiting in
            guard waiting != nil, let copy = Descriptor.duplicate(descriptor) else { return }
            waiting?.append(copy)
        }
    }

    /// Takes the descriptors that were handed over.
    func take() -> [Int32] {
        waiting.withLock { waiting in
            guard let taken = waiting else { return [] }
            waiting = []
            return taken
        }
    }

    /// Closes the descriptors that nobody will read from any more, and those handed over later.
    func end() {
        let left = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for descriptor in left { close(descriptor) }
    }
}
