package import TrustModel

/// The period in which revocation evidence may be used, from five minutes before thisUpdate; both ends are inclusive.
package struct EvidenceFreshness {
    /// The default of the maximum age of an OCSP response without nextUpdate, in seconds.
    ///
    /// According to RFC 6960 section 4.2.2.1, an absent nextUpdate means that newer information is always available.
    package static let ocspAge: Int64 = 3600
    /// The maximum age of a CRL without nextUpdate, in seconds.
    ///
    /// RFC 5280 section 5.1.2.5 requires nextUpdate. Ten days is the longest period that the CA/Browser Forum's
    /// Baseline Requirements (section 4.9.7) allow for a CRL about subscriber certificates.
    static let crlAge: Int64 = 10 * 86400

    /// The time by which clocks may differ, in seconds: evidence may be used this long before its thisUpdate.
    static let clockSkew: Int64 = 300

    /// The time at which the information was known to be correct.
    package let thisUpdate: Instant
    /// The time by which newer information is available; nil if the evidence contains no such time.
    package let nextUpdate: Instant?
    /// The last second at which the evidence may be used.
    package private(set) var end: Instant

    /// Creates the period of a CRL.
    package init(_ list: CertificateRevocationListFacts) {
        self.init(thisUpdate: list.thisUpdate, nextUpdate: list.nextUpdate, ageWithoutNextUpdate: Self.crlAge)
    }

    /// Creates the period of the response for one certificate.
    ///
    /// - Parameters:
    ///   - single: The status of the certificate.
    ///   - ageWithoutNextUpdate: The maximum age of a status without nextUpdate, in seconds. Zero means that only the
    ///     request that fetched the response may use it.
    package init(_ single: OCSPAnswerFacts.Single, ageWithoutNextUpdate: Int64) {
        thisUpdate = single.thisUpdate
        nextUpdate = single.nextUpdate
        let age = ageWithoutNextUpdate
        // With the age zero, the period is always past; only ``ofFetched(at:)`` makes such a response usable.
        let own = age > 0 ? single.thisUpdate.adding(seconds: age) : Instant(secondsSince1970: .min)
        end = single.nextUpdate ?? own
    }

    /// Returns the period of a response that was fetched for the present evaluation.
    ///
    /// The responder's clock may be slow, so the evaluation may use a status without nextUpdate that is a few minutes old.
    func ofFetched(at time: Moment) -> EvidenceFreshness {
        guard nextUpdate == nil, time.hasEnded(end), !time.hasEnded(thisUpdate.adding(seconds: Self.clockSkew)) else {
            return self
        }
        var period = self
        period.end = time.endOfRequest
        return period
    }

    private init(thisUpdate: Instant, nextUpdate: Instant?, ageWithoutNextUpdate: Int64) {
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        end = nextUpdate ?? thisUpdate.adding(seconds: ageWithoutNextUpdate)
    }

    func isFuture(at time: Moment) -> Bool { !time.hasBegun(thisUpdate.adding(seconds: -Self.clockSkew)) }

    func isPast(at time: Moment) -> Bool { time.hasEnded(end) }

    /// Returns a clause that explains why the evidence may not be used at a time; nil if it may be used.
    func problem(at time: Moment) -> String? {
        if isFuture(at: time) {
            return
                "is not yet valid: its thisUpdate \(thisUpdate) is more than five minutes after the time of evaluation"
        }
        guard isPast(at: time) else { return nil }
        return nextUpdate == nil
            ? "is too old: it has no nextUpdate, and its thisUpdate is \(thisUpdate)" : "expired on \(end)"
    }

    var facts: [Fact] {
        [Fact("thisUpdate", thisUpdate)] + (nextUpdate.map { [Fact("nextUpdate", $0)] } ?? [])
    }
}
