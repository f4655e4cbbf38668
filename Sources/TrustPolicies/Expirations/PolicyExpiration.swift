package import TrustModel

/// An expiring part of a policy set, such as a CRL or an exception, with its place in the document.
///
/// Immutable, and shared by a policy set and all snapshots that contain the set; the current time is an argument.
package final class PolicyExpiration: Sendable {
    /// The kinds of parts; the names are used in the API and as labels of metrics.
    package enum Kind: String, Sendable, CaseIterable {
        /// A trust anchor in `anchors`, until its notAfter.
        case anchor
        /// A certificate that a policy pins as a whole, until its notAfter.
        case pinnedCertificate
        /// A pin set, until `expires`.
        case pins
        /// A CRL, until its nextUpdate.
        case crl
        /// An OCSP response, until the earliest nextUpdate in it.
        case ocspResponse
        /// An exception, until `until`.
        case exception
    }

    /// The states that deserve a warning.
    package enum State: String, Sendable, CaseIterable {
        /// The part is still used, but not for long.
        case soon
        /// The part is no longer used, or makes verdicts fail.
        case ended
    }

    /// The part.
    let subject: ExpiringSubject
    /// The kind of the part.
    package let kind: Kind
    /// The set and the policy that contain the part first, such as `payments/pinned`.
    package let policy: String
    /// The place of the part in the document, with the file name and without a message.
    let place: PolicyProblem
    /// The last second at which the part is used.
    package let end: Instant
    /// The first second of the state `soon`.
    package let soonFrom: Instant
    /// The number of further places in the document that name the same certificate, CRL or OCSP response.
    package let otherPlaces: Int

    /// The longest time in seconds between ``soonFrom`` and ``end``: 30 days.
    static let maximumNotice: Int64 = 30 * 86400
    /// The time in seconds between ``soonFrom`` and ``end`` of exceptions: 14 days.
    static let exceptionNotice: Int64 = 14 * 86400

    /// Creates a value for a part; nil if the part does not expire.
    init?(_ subject: ExpiringSubject, policy: String, place: PolicyProblem, otherPlaces: Int = 0) {
        guard let period = subject.period else { return nil }
        self.subject = subject
        self.policy = policy
        self.place = place
        self.otherPlaces = otherPlaces
        kind = subject.kind
        end = period.end
        soonFrom = end.adding(seconds: -Self.notice(kind, from: period.beginning, to: end))
    }

    /// Returns how long before its end a part is in the state `soon`, in seconds.
    ///
    /// Certificates and evidence use the last quarter of their period, because a CRL may be valid for ten years or for a
    /// day. Pins and exceptions have no recorded beginning.
    private static func notice(_ kind: Kind, from beginning: Instant?, to end: Instant) -> Int64 {
        let maximum = kind == .exception ? exceptionNotice : maximumNotice
        guard let beginning else { return maximum }
        return min(maximum, max(0, end.secondsSince1970 - beginning.secondsSince1970) / 4)
    }

    /// Returns the state at `now`; nil if the part does not end soon.
    package func state(at now: Instant) -> State? {
        if now > end { return .ended }
        return now >= soonFrom ? .soon : nil
    }

    /// Returns the time after `now` at which the state next changes; nil if the state is already `ended`.
    func nextChange(after now: Instant) -> Instant? {
        if now < soonFrom { return soonFrom }
        return now <= end ? end.adding(seconds: 1) : nil
    }
}
