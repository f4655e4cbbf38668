import TrustModel

/// Whether evidence is of the time of evaluation; both ends are inclusive.
struct EvidenceFreshness {
    /// How long an OCSP answer without nextUpdate is relied on, in seconds.
    ///
    /// RFC 6960 section 4.2.2.1 says that newer information is always to be had then; a day is what mozilla::pkix allows.
    static let ocspAge: Int64 = 86400
    /// How long a CRL without nextUpdate is relied on, in seconds.
    ///
    /// RFC 5280 section 5.1.2.5 demands nextUpdate; ten days is the longest that the CA/Browser Forum's Baseline
    /// Requirements (section 4.9.7) allow a CRL for subscribers.
    static let crlAge: Int64 = 10 * 86400

    let thisUpdate: Instant
    let nextUpdate: Instant?
    /// The last second at which the evidence is relied on.
    let end: Instant

    init(thisUpdate: Instant, nextUpdate: Instant?, ageWithoutNextUpdate: Int64) {
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        end = nextUpdate ?? thisUpdate.adding(seconds: ageWithoutNextUpdate)
    }

    /// Whether the evidence is of a later time than the evaluation.
    func isFuture(at instant: Instant) -> Bool { thisUpdate > instant }

    /// Whether the evidence is relied on no more.
    func isPast(at instant: Instant) -> Bool { end < instant }

    /// What is wrong with the times, a clause; nil where they are right.
    func complaint(at instant: Instant) -> String? {
        if isFuture(at: instant) { return "is of \(thisUpdate), after the time of evaluation" }
        guard isPast(at: instant) else { return nil }
        return nextUpdate == nil
            ? "is of \(thisUpdate), says not when it ends, and is too old" : "ended on \(end)"
    }

    var facts: [Fact] {
        [Fact("thisUpdate", thisUpdate)] + (nextUpdate.map { [Fact("nextUpdate", $0)] } ?? [])
    }
}
