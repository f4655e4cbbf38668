import TrustModel

/// The parts of finished sessions that an answer needs, without their state.
struct SessionReport {
    /// The evidence of the question, with what the evaluations found in memory.
    var gathered: GatheredEvidence
    var isRepeatable = true
    /// How long the decisions may be reused, in seconds; nil without limit.
    var reusableSeconds: Int64?
    /// The last second at which all comparisons with the time have the same results.
    var stableUntil = Instant(secondsSince1970: .max)
    /// The same, whether or not texts contain the time.
    var comparedUntil = Instant(secondsSince1970: .max)
    var scripts = ScriptReport()
    var unasked = MemoryLookups()
    var dependsOnMemory = false
    var fetchedIssuers: [FetchedIssuer] = []

    /// Adds the report of a floor, whose evaluation began with the evidence of this one.
    mutating func add(_ floor: SessionReport) {
        gathered = floor.gathered
        isRepeatable = isRepeatable && floor.isRepeatable
        reusableSeconds = [reusableSeconds, floor.reusableSeconds].compactMap(\.self).min()
        stableUntil = min(stableUntil, floor.stableUntil)
        comparedUntil = min(comparedUntil, floor.comparedUntil)
        scripts = scripts + floor.scripts
        unasked = unasked + floor.unasked
        dependsOnMemory = dependsOnMemory || floor.dependsOnMemory
        fetchedIssuers += floor.fetchedIssuers
    }
}

extension EvaluationSession {
    /// The report of the session, after its evaluation.
    var report: SessionReport {
        SessionReport(
            gathered: gathered,
            isRepeatable: isRepeatable,
            reusableSeconds: reusableSeconds,
            stableUntil: time.stableUntil,
            comparedUntil: time.comparedUntil,
            scripts: scripts.report,
            unasked: unasked,
            dependsOnMemory: dependsOnMemory,
            fetchedIssuers: fetchedIssuers
        )
    }
}
