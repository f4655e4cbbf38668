import Synchronization
import TrustEvaluation

/// The number of fetches that one request may still cause, in all rounds.
///
/// Each attempt counts: every location, and every repetition with another HTTP method or another digest.
package final class FetchAllowance: Sendable {
    /// The maximum number of fetches of missing issuers; anyone can name their locations.
    package static let issuers = 8
    /// The maximum number of all fetches.
    package static let attempts = 64

    /// A number of fetches that are left.
    private final class Rest: Sendable {
        private let count: Mutex<Int>

        init(_ count: Int) { self.count = Mutex(count) }

        /// Spends one fetch; returns false if none is left.
        func spendOne() -> Bool {
            count.withLock { count in
                guard count > 0 else { return false }
                count -= 1
                return true
            }
        }

        func spend(atMost number: Int) { count.withLock { $0 = max(0, $0 - number) } }
    }

    private let issuers: Rest
    private let attempts: Rest

    private init(_ issuers: Rest, _ attempts: Rest) {
        self.issuers = issuers
        self.attempts = attempts
    }

    /// Creates the allowance of a request.
    package convenience init(issuers: Int = issuers, attempts: Int = attempts) {
        self.init(Rest(issuers), Rest(attempts))
    }

    /// Spends one fetch; returns false if the request may not cause another one.
    func spend(on method: EvidenceNeed.Method) -> Bool {
        guard method != .issuer || issuers.spendOne() else { return false }
        return attempts.spendOne()
    }

    /// Spends the repetitions of a fetch, which have already been sent.
    func spendRepetitions(_ count: Int) { attempts.spend(atMost: count) }
}
