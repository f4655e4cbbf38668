import Glibc

/// A queue of sockets that workers pass to the acceptor, which keeps them open until the client has read the response.
///
/// Closing a socket with unread bytes causes a reset, which can destroy a response in transit. Therefore, the acceptor
/// reads from a duplicate descriptor until the client has finished (RFC 9112 §9.6).
final class LingeringQueue: Sendable {
    /// The queued descriptors; nil after ``end()``.
    private let waiting = Locked<[Int32]?>([])

    deinit {
        end()
    }

    var isEmpty: Bool {
        waiting.withLock { $0?.isEmpty ?? true }
    }

    /// Adds a duplicate of a descriptor.
    ///
    /// Does nothing after ``end()``, or if the process has too many descriptors.
    func add(duplicateOf descriptor: Int32) {
        waiting.withLock { waiting in
            guard waiting != nil, let copy = Descriptor.duplicate(descriptor) else { return }
            waiting?.append(copy)
        }
    }

    /// Removes and returns the queued descriptors; the caller must close them.
    func take() -> [Int32] {
        waiting.withLock { waiting in
            guard let taken = waiting else { return [] }
            waiting = []
            return taken
        }
    }

    /// Closes the queued descriptors; ``add(duplicateOf:)`` does nothing from then on.
    func end() {
        let left = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for descriptor in left { close(descriptor) }
    }
}
