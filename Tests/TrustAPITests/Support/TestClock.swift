import Synchronization
import TrustModel

/// A wall clock controlled by a test.
final class TestClock: Sendable {
    private let state: Mutex<Instant>

    init(_ now: Instant) {
        state = Mutex(now)
    }

    var now: Instant {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// The sizes of a fixture's caches.
struct CacheSizes: CustomStringConvertible {
    var verdicts = 0
    var verdictBytes = 1 << 20
    var certificates = 0
    var signatures = 0

    var description: String { "\(verdicts) verdicts, \(certificates) certificates, \(signatures) signatures" }
}
