package import TrustModel

/// The expiring parts of all policy sets of a snapshot, sorted by end.
package struct ExpirationSchedule: Sendable {
    private let expirations: [PolicyExpiration]

    init(_ expirations: [PolicyExpiration]) {
        self.expirations = expirations.sortedByEnd
    }

    /// Returns the parts that end soon or have ended, earliest first.
    ///
    /// - Complexity: O(*n*) in the number of parts that end before or within 30 days after `now`.
    package func noticed(at now: Instant) -> [PolicyExpiration] {
        let horizon = now.adding(seconds: PolicyExpiration.maximumNotice)
        return expirations.prefix { $0.end <= horizon }.filter { $0.state(at: now) != nil }
    }

    /// Returns the parts whose state changed to `soon` or `ended` after `earlier` and not after `now`.
    package func noticed(after earlier: Instant, at now: Instant) -> [PolicyExpiration] {
        noticed(at: now).filter { $0.state(at: earlier) != $0.state(at: now) }
    }

    /// Returns the first second after `now` at which a state changes; nil if none changes.
    package func nextChange(after now: Instant) -> Instant? {
        var next: Instant?
        for expiration in expirations {
            // The remaining parts end later, and their state changes at most 30 days before their end.
            if let next, expiration.end.adding(seconds: -PolicyExpiration.maximumNotice) > next { break }
            guard let change = expiration.nextChange(after: now) else { continue }
            next = min(next ?? change, change)
        }
        return next
    }
}
