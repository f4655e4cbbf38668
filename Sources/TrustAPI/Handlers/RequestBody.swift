import Synchronization

/// The body of a request, until it is decoded: a task that waits keeps its closure, and must not keep the body with it.
final class RequestBody: Sendable {
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) {
        self.bytes = Mutex(bytes)
    }

    /// Returns the body, and keeps nothing of it.
    func consume() -> [UInt8] {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }
}
