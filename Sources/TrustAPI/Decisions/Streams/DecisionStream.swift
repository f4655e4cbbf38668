import MicrohttpdServer
import Synchronization

/// One stream of decisions: what a client follows, and the progress.
final class DecisionStream: Sendable {
    private static let count = Atomic<UInt64>(0)

    /// A number that no other stream has.
    let id = DecisionStream.count.add(1, ordering: .relaxed).newValue
    let credentials: CallerCredentials
    let progress: Mutex<StreamProgress>
    /// The place among all streams and watches.
    private let reserved: WatchPlace

    init(_ progress: StreamProgress, credentials: CallerCredentials, reserved: WatchPlace) {
        self.progress = Mutex(progress)
        (self.credentials, self.reserved) = (credentials, reserved)
    }
}
