import TrustModel

extension EvaluatorDecision {
    /// The maximum number of needs that one evaluator reports at once; the others follow in the next round.
    private static let maximumNeeds = 16
    /// The maximum number of missing issuers that are looked for in all rounds.
    ///
    /// Each fetched certificate can name the location of a further one.
    private static let maximumIssuers = 8
    /// The longest validity of a trusted verdict without answers that could be fetched, in seconds.
    private static let longestRetry: Int64 = 60

    /// Reports the evidence that could change a decision by paths, and limits the validity of one without answers.
    ///
    /// Evidence is needed only for the path that decides, or would decide with the evidence.
    ///
    /// The `deciding` path is accepted, or allowed in report mode.
    mutating func addNeeds(
        of evaluations: [PathEvaluation],
        deciding: PathEvaluation?,
        under requirements: PathRequirements,
        at time: Moment,
        with gathered: GatheredEvidence
    ) {
        guard requirements.mayFetch else { return }
        let ranked = evaluations.enumerated().sorted { left, right in
            let (first, second) = (left.element.rankingKey, right.element.rankingKey)
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
        if let revocation = requirements.revocation, revocation.networkAccess {
            let deciding = deciding ?? ranked.first { $0.lacksOnlyRevocationAnswers(revocation, gathered) }
            needs = deciding?.revocationNeeds(revocation, gathered) ?? []
            if isAccepted, deciding?.lacksAnswers(revocation) ?? false {
                let seconds = min(Self.longestRetry, gathered.retryAfter ?? Self.longestRetry)
                let end = time.quoted.adding(seconds: seconds)
                validUntil = validUntil.map { min($0, end) } ?? end
            }
        }
        let found = gathered.issuerCount
        let fetchesIssuers = requirements.fetchesIssuers && requirements.enforcement.needsAnchor
        if !isAccepted, !isWaived, needs.isEmpty, fetchesIssuers, found < Self.maximumIssuers {
            var issuers: [EvidenceNeed] = []
            for need in ranked.filter(\.lacksOnlyIssuer).compactMap(\.issuerNeed)
            where !gathered.contains(need) && !issuers.contains(need) {
                issuers.append(need)
            }
            needs = Array(issuers.prefix(Self.maximumIssuers - found))
        }
        needs = Array(needs.prefix(Self.maximumNeeds))
    }
}

extension PathRequirements {
    /// Whether missing evidence may be fetched.
    fileprivate var mayFetch: Bool { fetchesIssuers || revocation?.networkAccess ?? false }
}
