package import TrustModel

/// A timestamp of the leaf that an accepted log has signed.
package struct VerifiedTimestamp: Sendable {
    /// The ways in which timestamps are delivered.
    package enum Origin: String, Sendable, Hashable, CaseIterable {
        /// In the certificate.
        case embedded
        /// In the request, as a TLS server sends it.
        case request
        /// In an OCSP response of the request.
        case ocsp
    }

    /// How the timestamp was delivered.
    package let origin: Origin
    /// The time of the timestamp, not later than the evaluation.
    package let instant: Instant
    /// The log that signed it.
    package let log: TransparencyLog
    /// Whether the log is not retired at the time of the evaluation; otherwise the timestamp is older than the retirement.
    package let isCurrent: Bool

    /// Creates a value.
    package init(origin: Origin, instant: Instant, log: TransparencyLog, isCurrent: Bool) {
        self.origin = origin
        self.instant = instant
        self.log = log
        self.isCurrent = isCurrent
    }

    /// The operator of the log at the time of the timestamp.
    package var operatorName: String { log.operatorName(at: instant) }
}

/// The reason why a timestamp is not accepted.
package struct TimestampDefect: Sendable, Hashable {
    /// `ct.invalid` or `ct.unknownLog`.
    package let code: ReasonCode
    /// How the timestamp was delivered.
    package let origin: VerifiedTimestamp.Origin
    /// The defect as a clause after "The timestamp".
    package let message: String
    /// The log and the times that were compared.
    package let facts: [Fact]

    /// Creates a defect.
    package init(_ code: ReasonCode, from origin: VerifiedTimestamp.Origin, _ message: String, facts: [Fact] = []) {
        self.code = code
        self.origin = origin
        self.message = message
        self.facts = [Fact("origin", origin.rawValue)] + facts
    }
}

/// The timestamps of a leaf with one issuer.
package struct TimestampReport: Sendable {
    /// The accepted timestamps, in the order embedded, request, OCSP.
    package internal(set) var verified: [VerifiedTimestamp] = []
    /// The timestamps that are not accepted.
    package internal(set) var defects: [TimestampDefect] = []
    /// The budgets that were exhausted before all timestamps were checked; empty if all were checked.
    package internal(set) var exceededBounds: [ExhaustedBudget] = []
    /// The last second before a log of the list changes its state; nil if none does.
    var unchangedUntil: Instant?

    /// Creates a report without timestamps.
    package init() {}
}
