package import TrustModel

/// The source of an evaluation's time.
package enum TimeSource: String, Sendable {
    case clock
    case request
}

/// A chain to evaluate, with the circumstances of the request.
package struct TrustQuestion: Sendable {
    /// The certificates as sent, leaf first; never empty.
    package let chain: [Certificate]
    /// The host in the request.
    package let host: RequestedHost
    /// The time to evaluate at, which only the ``Moment`` of an evaluation can compare.
    package var time: EvaluationTime
    /// Revocation evidence in the request, used under every policy that validates paths.
    package let evidence: RevocationEvidence
    /// The certificate timestamps in the request, which are for the leaf.
    package let timestamps: [TimestampElement]
    /// The revocation evidence, indexed once for all evaluators of the policy.
    let sortedEvidence: SuppliedEvidence
    /// The evidence that was gathered since the first evaluation, used under policies that allow it.
    package var gathered = GatheredEvidence()
    /// The evidence in memory that was fetched for other questions; nil without a memory.
    package var known: RememberedEvidence?
    /// The log list for constraints on trust anchors that compare timestamps; nil if none is configured.
    package var logs: TransparencyLogList?
    /// The blocks of the operator; nil if there are none.
    package var blocks: BlocksInForce?
    /// The trust settings of the chain's certificates, which can only restrict trust.
    let trustSettings: TrustSettingsSource
    /// Whether the verdict includes checks and rejected paths.
    package var explain: Bool
    /// Whether the verdict includes the traces of scripts.
    package var tracesScripts: Bool

    /// Creates a question; the chain must not be empty.
    package init(
        chain: [Certificate],
        host: RequestedHost,
        instant: Instant,
        timeSource: TimeSource = .request,
        clock: Instant? = nil,
        evidence: RevocationEvidence = RevocationEvidence(),
        timestamps: [TimestampElement] = [],
        explain: Bool = false,
        tracesScripts: Bool = false
    ) {
        precondition(!chain.isEmpty, "a chain has a leaf")
        self.chain = chain
        trustSettings = TrustSettingsSource(name: "the chain", chain)
        self.host = host
        time = EvaluationTime(instant, source: timeSource, clock: clock)
        self.evidence = evidence
        self.timestamps = timestamps
        sortedEvidence = SuppliedEvidence(evidence)
        self.explain = explain
        self.tracesScripts = tracesScripts
    }

    /// Returns the certificates that were fetched as missing issuers, if a policy allows this.
    ///
    /// They are candidates for path building, which are not trusted.
    func fetchedIssuers(under requirements: PathRequirements) -> [Certificate] {
        requirements.fetchesIssuers ? gathered.issuers : []
    }
}
