import StructuredDocuments
import Synchronization

/// Limits the checks of candidates that run at the same time, since each can take as long as a thousand evaluations.
package final class CandidatePlaces: Sendable {
    /// The maximum number of checks; each client has one.
    private static let maximum = 2

    /// The names of the clients with a check.
    private let taken = Mutex<[String]>([])

    /// Creates free places.
    package init() {}

    /// Takes a place for a client; returns false if it has one, or if none is free.
    func enter(_ client: String) -> Bool {
        taken.withLock { taken in
            guard taken.count < Self.maximum, !taken.contains(where: client.hasSameBytes) else { return false }
            taken.append(client)
            return true
        }
    }

    /// Returns the place of a client.
    func leave(_ client: String) {
        taken.withLock { taken in taken.removeAll { $0.hasSameBytes(as: client) } }
    }
}
