package import StructuredDocuments
package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// The question of a client whether to trust a chain for a host, under a policy.
package struct Inquiry: Sendable {
    /// The policy that the client specifies.
    package enum Policy: Sendable {
        case named(PolicyName)
        /// A policy in the request itself, not decoded yet.
        case inline(DocumentNode)
    }

    /// The certificates, leaf first; never empty.
    package var chain: [Certificate]
    /// The host as sent by the client; the evaluation checks its syntax.
    package var host: String?
    /// The policy to evaluate with, `system` by default.
    package var policy: Policy
    /// The evaluation time; nil for the current time.
    package var instant: Instant?
    /// Revocation evidence from the client, such as a stapled OCSP response.
    package var evidence: RevocationEvidence
    /// Certificate timestamps that the server sent beside the chain.
    package var timestamps: [TimestampElement]
    /// Whether the verdict includes checks and rejected paths.
    package var explain: Bool
    /// Whether the verdict includes the traces of scripts; only the command line requests them.
    package var tracesScripts = false
    /// The time for which the response may wait for evidence; nil for that of the configuration.
    ///
    /// A floor has at least the time of the configuration.
    package var deadline: Duration?
    /// Whether the client chose the deadline, and takes the risk of one that is too short to look for evidence.
    package var acceptsShortSearch = false
    /// The length of the body, if it contains the policy; 0 for other requests.
    package var inlineBytes = 0

    /// The longest deadline that a request or the configuration may give.
    package static let longestDeadline = Duration.seconds(30)

    /// Creates an inquiry from its parts.
    package init(
        chain: [Certificate],
        host: String? = nil,
        policy: Policy = .named(.system),
        instant: Instant? = nil,
        evidence: RevocationEvidence = RevocationEvidence(),
        timestamps: [TimestampElement] = [],
        explain: Bool = false
    ) {
        self.chain = chain
        self.host = host
        self.policy = policy
        self.instant = instant
        self.evidence = evidence
        self.timestamps = timestamps
        self.explain = explain
    }
}
