import Dispatch
import Synchronization

/// Makes the changes of one kind that clients ask for, one at a time, on a thread of its own.
final class ChangeQueue: Sendable {
    /// The maximum number of changes that wait or are made, in total and for each author; each keeps the body of its request.
    ///
    /// A change is made even if its client has disconnected, so that the limits of connections do not limit them.
    private static let (maximumPending, maximumPendingOfAuthor) = (8, 2)

    /// The authors of the changes that wait or are made.
    private let pending = Mutex<[String]>([])
    private let queue: DispatchQueue

    /// Creates a queue; the label is the name of its thread.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Makes a change after all earlier ones, and returns its result; nil if too many wait.
    func run<Value: Sendable>(for author: String, _ change: @escaping @Sendable () -> Value) async -> Value? {
        guard begin(author) else { return nil }
        return await withCheckedContinuation { continuation in
            queue.async { [self] in
                let result = change()
                end(author)
                continuation.resume(returning: result)
            }
        }
    }

    private func begin(_ author: String) -> Bool {
        pending.withLock { pending in
            guard pending.count < Self.maximumPending,
                pending.count(where: { $0 == author }) < Self.maximumPendingOfAuthor
            else { return false }
            pending.append(author)
            return true
        }
    }

    private func end(_ author: String) {
        pending.withLock { pending in
            if let position = pending.firstIndex(of: author) { pending.remove(at: position) }
        }
    }
}
