/// The result of evaluating a chain for a host under a policy, with its reasons.
package struct Verdict: Sendable {
    /// The outcome of the evaluation.
    package enum Outcome: String, Sendable, CaseIterable {
        case trusted
        case untrusted
        /// The evaluation could not be completed; the action is never `allow`.
        case indeterminate
    }

    /// The action that the client should take.
    package enum Action: String, Sendable, CaseIterable {
        case allow
        case deny
        /// The policy set leaves the host to the client's own handling.
        case defaultHandling = "default"
    }

    /// The challenge disposition, named as in Apple's URL loading system.
    package enum Disposition: String, Sendable, CaseIterable {
        case useCredential
        case cancelAuthenticationChallenge
        case performDefaultHandling
        case rejectProtectionSpace
    }

    /// The result type, named as in `SecTrust`.
    package enum Result: String, Sendable, CaseIterable {
        case proceed
        case unspecified
        case recoverableTrustFailure
        case fatalTrustFailure
        case deny
        case otherError
    }

    /// The rule that determined the result.
    package enum ResultRule: String, Sendable, CaseIterable {
        /// A path to an anchor is valid: `unspecified`.
        case implicitTrust
        /// The policy accepts the chain without a valid path, or by an exception: `proceed`.
        case explicitTrust
        /// A reason distrusts the chain explicitly: `deny`.
        case explicitDistrust
        /// A reason is fatal: `fatalTrustFailure`.
        case fatalReason
        /// The evaluation could not be completed: `otherError`.
        case incompleteEvaluation
        /// An exception could accept all reasons: `recoverableTrustFailure`.
        case recoverableReasons
        /// The policy set has no policy for the host: `deny`, or `otherError` if the client applies its own handling.
        case noPolicy
    }

    /// Whether the policy is enforced, or its outcome only reported.
    package enum Mode: String, Sendable, CaseIterable {
        /// The action follows the outcome.
        case enforce
        /// The outcome is unchanged, but the action allows a path whose errors report mode waives.
        ///
        /// Without `reportChains`, the path must be otherwise accepted (``ReasonCode/ReportHandling``).
        case report
    }

    /// The outcome of the evaluation.
    package var outcome: Outcome
    /// The action that the client should take: `allow` for trusted chains, and for untrusted ones that report mode
    /// allows.
    package var action: Action
    /// The result type, named as in `SecTrust`.
    package var result: Result
    /// The rule that determined the result.
    package var resultRule: ResultRule
    /// Whether the policy is enforced, or its outcome only reported.
    package var mode: Mode
    /// The policy that was evaluated.
    package var policy: PolicyIdentity
    /// The floor that had to accept too; nil if there is none for the host.
    package var floor: PolicyIdentity?
    /// All failures, warnings and notices, the most useful first.
    package var reasons: [Finding]
    /// All checks of the evaluated path; only if an explanation was requested.
    package var checks: [CheckReport]
    /// The evaluated path, leaf first; empty if there is none.
    package var path: [PathElement]
    /// The paths that were evaluated but not chosen; only if an explanation was requested.
    package var rejectedPaths: [RejectedPath]
    /// The certificate that matches a key pin or a certificate pin.
    ///
    /// A composite can take ``path`` from a member without the pin; the certificate may then be missing in ``path``.
    package var matchedCertificate: Certificate?
    /// The name with which the client is allowed; nil if the policy has no `allowedClients` or the verdict is not trusted.
    package var principal: Principal?
    /// The exception that would accept an untrusted but recoverable chain; only if an explanation was requested.
    package var exceptionOffer: TrustException?
    /// The evaluation time: the time that the request specifies, else the time of the request itself.
    package var evaluatedAt: Instant
    /// Whether repeating the request gives the same verdict.
    ///
    /// False after a library failure, after the decision of a script that must be asked each time, and if evidence is
    /// missing that can be fetched. Such a verdict is not cached.
    package var isRepeatable = true
    /// How long the verdict may be reused, in seconds, as the scripts allow; nil if they do not limit it.
    package var reusableSeconds: Int64?
    /// The failures of scripts, for metrics.
    package var scriptFailures: [ScriptFailure] = []
    /// The evidence that the verdict used or lacked, for metrics; each piece once.
    package var evidence: [EvidenceUse] = []
    /// The traces of the scripts in the order of their calls; only if they were requested.
    package var scriptTraces: [ScriptTrace] = []
    /// The last second at which a trusted verdict is valid, inclusive; nil if the verdict is untrusted or does not
    /// depend on certificates.
    package var validUntil: Instant?
    /// The last second at which an evaluation of the same question with the same evidence has the same verdict.
    ///
    /// It is the second of the evaluation itself until the evaluation has compared everything with its time.
    package var stableUntil: Instant

    /// Creates a verdict from its parts.
    package init(
        outcome: Outcome,
        action: Action,
        result: Result,
        resultRule: ResultRule,
        mode: Mode = .enforce,
        policy: PolicyIdentity,
        reasons: [Finding],
        checks: [CheckReport] = [],
        path: [PathElement] = [],
        rejectedPaths: [RejectedPath] = [],
        matchedCertificate: Certificate? = nil,
        principal: Principal? = nil,
        exceptionOffer: TrustException? = nil,
        evaluatedAt: Instant,
        validUntil: Instant? = nil
    ) {
        self.outcome = outcome
        self.action = action
        self.result = result
        self.resultRule = resultRule
        self.mode = mode
        self.policy = policy
        self.reasons = reasons
        self.checks = checks
        self.path = path
        self.rejectedPaths = rejectedPaths
        self.matchedCertificate = matchedCertificate
        self.principal = principal
        self.exceptionOffer = exceptionOffer
        self.evaluatedAt = evaluatedAt
        self.validUntil = validUntil
        stableUntil = evaluatedAt
    }

    /// The SHA-256 of the public key in ``matchedCertificate``, even if the pin is a certificate pin.
    package var matchedPin: Fingerprint? { matchedCertificate?.facts.publicKeyFingerprint }

    /// The action as a challenge disposition.
    package var disposition: Disposition {
        switch action {
        case .allow: .useCredential
        case .deny: .cancelAuthenticationChallenge
        case .defaultHandling: .performDefaultHandling
        }
    }
}
