package import StructuredDocuments
package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// What a client asks: a chain, a host, a policy.
package struct EvaluationRequest: Sendable {
    /// Which policy is meant.
    package enum Policy: Sendable {
        case named(PolicyName)
        /// A policy that came with the request, not decoded yet.
        case inline(DocumentNode)
    }

    /// Leaf first; never empty.
    package var chain: [Certificate]
    /// As the client gave it; whether it is a host name is a question of the evaluation.
    package var host: String?
    /// The policy to evaluate by; `system` where the client names none.
    package var policy: Policy
    /// The time to evaluate at; nil for now.
    package var instant: Instant?
    /// Revocation evidence that the client has, such as what the server stapled.
    package var evidence: RevocationEvidence
    /// Whether checks and rejected paths are wanted in the answer.
    package var explain: Bool
    /// Echoed in the answer; on the wire at most ``maximumNonceLength``.
    package var nonce: String?

    /// How long a nonce may be, in Unicode scalars: a SHA-256 digest in hexadecimal.
    static let maximumNonceLength = 64

    /// Whether a text is short enough for a nonce; of a long one only the beginning is looked at.
    static func isNonce(_ text: String) -> Bool {
        text.unicodeScalars.prefix(maximumNonceLength + 1).count <= maximumNonceLength
    }

    /// Takes the parts.
    package init(
        chain: [Certificate],
        host: String? = nil,
        policy: Policy = .named(.system),
        instant: Instant? = nil,
        evidence: RevocationEvidence = RevocationEvidence(),
        explain: Bool = false,
        nonce: String? = nil
    ) {
        self.chain = chain
        self.host = host
        self.policy = policy
        self.instant = instant
        self.evidence = evidence
        self.explain = explain
        self.nonce = nonce
    }
}
