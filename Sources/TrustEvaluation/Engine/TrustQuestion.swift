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
    /// The time to evaluate at.
    package let instant: Instant
    /// The source of ``instant``.
    package let timeSource: TimeSource
    /// Revocation evidence in the request, used under every policy that validates paths.
    package let evidence: RevocationEvidence
    /// The certificate timestamps in the request, which are for the leaf.
    package let timestamps: [TimestampElement]
    /// The revocation evidence, indexed once for all evaluators of the policy.
    let sortedEvidence: SuppliedEvidence
    /// The evidence that was gathered since the first evaluation, used under policies that allow it.
    package var gathered = GatheredEvidence() {
        didSet { sortedGathered = SuppliedEvidence(gathered.evidence) }
    }
    /// The gathered revocation evidence, indexed once for all evaluators of the policy.
    private(set) var sortedGathered = SuppliedEvidence(RevocationEvidence())
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
        evidence: RevocationEvidence = RevocationEvidence(),
        timestamps: [TimestampElement] = [],
        explain: Bool = false,
        tracesScripts: Bool = false
    ) {
        precondition(!chain.isEmpty, "a chain has a leaf")
        self.chain = chain
        trustSettings = TrustSettingsSource(name: "the chain", chain)
        self.host = host
        self.instant = instant
        self.timeSource = timeSource
        self.evidence = evidence
        self.timestamps = timestamps
        sortedEvidence = SuppliedEvidence(evidence)
        self.explain = explain
        self.tracesScripts = tracesScripts
    }

    /// The certificates that were fetched as missing issuers: candidates for path building, which are not trusted.
    package var gatheredIssuers: [Certificate] { gathered.issuers }
}
