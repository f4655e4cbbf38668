import Synchronization
import TrustEvaluation

/// The number of fetches that one request may still cause, in all of its rounds.
///
/// Each attempt counts: every location, and every repetition with another HTTP method or another digest.
package final class FetchAllowance: Sendable {
    /// The maximum number of fetches of missing issuers; anyone can name their locations.
    package static let issuers = 8
    /// The maximum number of all fetches.
    package static let attempts = 64

    private struct Rest {
        var issuers: Int
        var attempts: Int
    }

    private let rest: Mutex<Rest>

    /// Creates the allowance of a request.
    package init(issuers: Int = issuers, attempts: Int = attempts) {
        rest = Mutex(Rest(issuers: issuers, attempts: attempts))
    }

    /// Takes one fetch; returns false if the request may not cause another one.
    func take(_ method: EvidenceNeed.Method) -> Bool {
        rest.withLock { rest in
            guard rest.attempts > 0, method != .issuer || rest.issuers > 0 else { return false }
            rest.attempts -= 1
            if method == .issuer { rest.issuers -= 1 }
            return true
        }
    }

    /// Takes the repetitions of a fetch, which have already been sent.
    func takeRepetitions(_ count: Int) {
        rest.withLock { $0.attempts = max(0, $0.attempts - count) }
    }
}
