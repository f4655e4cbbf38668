package import TrustModel

/// Where the time of an evaluation comes from.
package enum TimeSource: String, Sendable {
    /// The clock of the machine that evaluates.
    case clock
    /// The request, which named a time.
    case request
}

/// What is asked of the engine.
package struct TrustQuestion: Sendable {
    /// The certificates as sent, the leaf first; never empty.
    package let chain: [Certificate]
    /// The host that was asked for.
    package let host: RequestedHost
    /// The time to evaluate at, which need not be now.
    package let instant: Instant
    /// Where that time comes from.
    package let timeSource: TimeSource
    /// Revocation evidence that came with the question; it counts under every policy that validates paths.
    package let evidence: RevocationEvidence
    /// The same, sorted once for all evaluators of the policy.
    let sortedEvidence: SuppliedEvidence
    /// The trust settings that came with the chain, which can only restrict.
    let trustSettings: TrustSettingsSource
    /// Whether checks and rejected paths are wanted.
    package var explain: Bool

    /// Takes the parts; there must be a leaf.
    package init(
        chain: [Certificate],
        host: RequestedHost,
        instant: Instant,
        timeSource: TimeSource = .request,
        evidence: RevocationEvidence = RevocationEvidence(),
        explain: Bool = false
    ) {
        precondition(!chain.isEmpty, "a chain has a leaf")
        self.chain = chain
        trustSettings = TrustSettingsSource(name: "the chain", chain)
        self.host = host
        self.instant = instant
        self.timeSource = timeSource
        self.evidence = evidence
        sortedEvidence = SuppliedEvidence(evidence)
        self.explain = explain
    }
}
