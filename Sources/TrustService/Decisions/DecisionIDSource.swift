import Synchronization
import TrustModel

/// Generates unique decision identifiers without a system call for each.
///
/// The identifiers are predictable, so they must not serve as secrets.
package final class DecisionIDSource: Sendable {
    private struct State {
        let seeds: (UInt64, UInt64)
        var count: UInt64 = 0

        init() {
            var generator = SystemRandomNumberGenerator()
            seeds = (generator.next(), generator.next())
        }
    }

    private final class Part: Sendable {
        let state = Mutex(State())
    }

    private let parts: [Part]

    /// Creates a source with one shard per worker.
    package init(workers: Int) {
        parts = (0..<max(workers, 1)).map { _ in Part() }
    }

    /// Returns an identifier that is unique in this process, for a time in milliseconds since 1970.
    ///
    /// `worker` selects a shard to avoid lock contention.
    package func next(milliseconds: UInt64, worker: Int) -> DecisionID {
        parts[worker % parts.count].state.withLock { state in
            // SplitMix64 (Steele, Lea, Flood, 2014) maps different counts to different values, so no value repeats.
            state.count &+= 0x9E37_79B9_7F4A_7C15
            return DecisionID(
                milliseconds: milliseconds,
                Self.mixed(state.seeds.0 &+ state.count),
                Self.mixed(state.seeds.1 &+ state.count)
            )
        }
    }

    /// Mixes the bits of a word, as SplitMix64 does at its end.
    static func mixed(_ word: UInt64) -> UInt64 {
        var word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
