package import TrustModel

/// The result of evaluating a chain for a host under a policy, with its reasons.
///
/// It is the decision of the policy together with its floor, and the conditions under which the verdict may be given again.
package final class Verdict: Sendable {
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

    /// The decision of the policy and its floor.
    package let decision: EvaluatorDecision
    /// The policy that was evaluated.
    package let policy: PolicyIdentity
    /// Whether the policy is enforced, or its outcome only reported.
    package let mode: Mode
    /// The floor that had to accept too; nil if there is none for the host.
    package let floor: PolicyIdentity?
    /// The evaluation time: the time that the request specifies, else the time of the request itself.
    package let evaluatedAt: Instant
    /// The conditions under which the verdict may be given again.
    package let reuse: VerdictReuse
    /// The traces and failures of the scripts.
    package let scripts: ScriptReport

    /// Creates a verdict from its parts.
    package init(
        _ decision: EvaluatorDecision,
        policy: PolicyIdentity,
        mode: Mode = .enforce,
        floor: PolicyIdentity? = nil,
        evaluatedAt: Instant,
        reuse: VerdictReuse,
        scripts: ScriptReport = ScriptReport()
    ) {
        self.decision = decision
        self.policy = policy
        self.mode = mode
        self.floor = floor
        self.evaluatedAt = evaluatedAt
        self.reuse = reuse
        self.scripts = scripts
    }

    /// Returns the same verdict for a request at another time.
    package func repeated(at instant: Instant) -> Verdict {
        Verdict(
            decision,
            policy: policy,
            mode: mode,
            floor: floor,
            evaluatedAt: instant,
            reuse: reuse,
            scripts: scripts
        )
    }
}

extension Verdict {
    /// The outcome of the evaluation.
    package var outcome: Outcome { decision.conclusion.outcome }
    /// The action that the client should take.
    package var action: Action { decision.conclusion.action }
    /// The result type, named as in `SecTrust`.
    package var result: Result { decision.conclusion.result }
    /// The rule that determined the result.
    package var resultRule: ResultRule { decision.conclusion.resultRule }
    /// All failures, warnings and notices, the most useful first.
    package var reasons: [Finding] { decision.reasons }
    /// All checks of the evaluated path; only if an explanation was requested.
    package var checks: [CheckReport] { decision.checks }
    /// The evaluated path, leaf first; empty if there is none.
    package var path: [PathElement] { decision.path }
    /// The paths that were evaluated but not chosen; only if an explanation was requested.
    package var rejectedPaths: [RejectedPath] { decision.rejectedPaths }
    /// The certificate that matches a key pin or a certificate pin.
    package var matchedCertificate: Certificate? { decision.matchedCertificate }
    /// The SHA-256 of the public key in ``matchedCertificate``, even if the pin is a certificate pin.
    package var matchedPin: Fingerprint? { matchedCertificate?.facts.publicKeyFingerprint }
    /// The name with which the client is allowed; nil if the policy has no `allowedClients` or the verdict is not trusted.
    package var principal: Principal? { decision.principal }
    /// The exception that would accept an untrusted but recoverable chain; only if an explanation was requested.
    package var exceptionOffer: TrustException? { decision.exceptionOffer }
    /// The last second at which a trusted verdict is valid, inclusive; nil if the verdict is untrusted or does not
    /// depend on certificates.
    package var validUntil: Instant? { decision.validUntil }
    /// The evidence that the verdict used or lacked, for metrics; each piece once.
    package var evidence: [EvidenceUse] { decision.evidence }

    /// The action as a challenge disposition.
    package var disposition: Disposition {
        switch action {
        case .allow: .useCredential
        case .deny: .cancelAuthenticationChallenge
        case .defaultHandling: .performDefaultHandling
        }
    }
}
