package import StructuredDocuments
package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// A decoded evaluation request: the chain, the host, the policy and options.
package struct EvaluationRequest: Sendable {
    /// The policy that the request specifies.
    package enum Policy: Sendable {
        case named(PolicyName)
        /// A policy in the request itself, not decoded yet.
        case inline(DocumentNode)
    }

    /// The optional content of a verdict, by its name in `include`.
    package enum Inclusion: String, Sendable, CaseIterable {
        /// The certificates of the path and the key that a pin matched, as PEM.
        case certificates
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
    /// The optional content of the JSON form of the verdict.
    package var include: Set<Inclusion>
    /// Whether the verdict includes the traces of scripts; only the command line requests them.
    package var tracesScripts = false
    /// The time for which the response may wait for the evidence of its policy; nil for that of the configuration.
    package var deadline: Duration?
    /// Whether the client chose the deadline, and takes the risk of one that is too short to look for evidence.
    package var acceptsShortSearch = false
    /// The length of the body, if it contains the policy; 0 for other requests.
    package var inlineBytes = 0
    /// The text to copy to the verdict; in an HTTP request, not longer than ``maximumNonceLength``.
    package var nonce: String?

    /// The longest deadline that a request or the configuration may give.
    package static let longestDeadline = Duration.seconds(30)

    /// The maximum length of a nonce in Unicode scalars, enough for a SHA-256 digest in hexadecimal.
    static let maximumNonceLength = 64

    /// Returns whether a text is short enough for a nonce, without scanning all of a long text.
    static func isNonce(_ text: String) -> Bool {
        text.unicodeScalars.prefix(maximumNonceLength + 1).count <= maximumNonceLength
    }

    /// Creates a request from its parts.
    package init(
        chain: [Certificate],
        host: String? = nil,
        policy: Policy = .named(.system),
        instant: Instant? = nil,
        evidence: RevocationEvidence = RevocationEvidence(),
        timestamps: [TimestampElement] = [],
        explain: Bool = false,
        include: Set<Inclusion> = [],
        nonce: String? = nil
    ) {
        self.chain = chain
        self.host = host
        self.policy = policy
        self.instant = instant
        self.evidence = evidence
        self.timestamps = timestamps
        self.explain = explain
        self.include = include
        self.nonce = nonce
    }
}
