/// The answer to "may this chain be trusted for this host under this policy, and why?".
package struct Verdict: Sendable {
    /// What was found.
    package enum Outcome: String, Sendable, CaseIterable {
        case trusted
        case untrusted
        /// The question could not be answered; the action is then never `allow`.
        case indeterminate
    }

    /// What the client should do.
    package enum Action: String, Sendable, CaseIterable {
        case allow
        case deny
        /// The client's own handling applies: the policy set leaves this host to it.
        case defaultHandling = "default"
    }

    /// The challenge disposition, as Apple's loading system names it.
    package enum Disposition: String, Sendable, CaseIterable {
        case useCredential
        case cancelAuthenticationChallenge
        case performDefaultHandling
        case rejectProtectionSpace
    }

    /// The result type, as `SecTrust` names it.
    package enum Result: String, Sendable, CaseIterable {
        case proceed
        case unspecified
        case recoverableTrustFailure
        case fatalTrustFailure
        case deny
        case otherError
    }

    /// The rule that gave the result.
    package enum ResultRule: String, Sendable, CaseIterable {
        /// A path was validated to an anchor: `unspecified`.
        case implicitTrust
        /// The policy accepts without a valid path, or by an exception: `proceed`.
        case explicitTrust
        /// A reason refuses explicitly: `deny`.
        case explicitDistrust
        /// A reason that nothing can make right: `fatalTrustFailure`.
        case fatalReason
        /// The evaluation could not be completed: `otherError`.
        case incompleteEvaluation
        /// Every reason is one that a person in charge could accept: `recoverableTrustFailure`.
        case recoverableReasons
        /// The policy set has no policy for the host: `deny`, or `otherError` where it leaves the host to the client.
        case noPolicy
    }

    /// Whether the policy decides or only watches.
    package enum Mode: String, Sendable, CaseIterable {
        /// The action follows the outcome.
        case enforce
        /// The outcome is the real one; what the policy only reports does not deny.
        case report
    }

    /// What was found.
    package var outcome: Outcome
    /// What the client should do; `allow` where the outcome is `trusted`, or where the policy only reports.
    package var action: Action
    /// The same as a result of `SecTrust`.
    package var result: Result
    /// Which rule gave the result.
    package var resultRule: ResultRule
    /// Whether the policy decides or only watches.
    package var mode: Mode
    /// Which policy decided.
    package var policy: PolicyIdentity
    /// Every failure, warning and notice, the most useful first.
    package var reasons: [Finding]
    /// Every check of the evaluated path; only when an explanation was asked for.
    package var checks: [CheckReport]
    /// The path that was evaluated, leaf first; empty where none was.
    package var path: [PathElement]
    /// The other paths that were tried; only when an explanation was asked for.
    package var rejectedPaths: [RejectedPath]
    /// The digest of the key that a pin matched; for a certificate's pin, of that certificate's key.
    package var matchedPin: Fingerprint?
    /// The exception that would accept an untrusted but recoverable chain; only when an explanation was asked for.
    package var exceptionOffer: TrustException?
    /// The time that was evaluated at: the one asked for, else that of the request.
    package var evaluatedAt: Instant
    /// Whether the same question would have the same answer; false where a library failed, so that nobody may remember it.
    package var isRepeatable = true
    /// Until when a trusted verdict holds, inclusive; nil when it is not trusted or rests on no certificate.
    package var validUntil: Instant?

    /// Takes all parts as decided.
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
        matchedPin: Fingerprint? = nil,
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
        self.matchedPin = matchedPin
        self.exceptionOffer = exceptionOffer
        self.evaluatedAt = evaluatedAt
        self.validUntil = validUntil
    }

    /// The action as a challenge disposition.
    package var disposition: Disposition {
        switch action {
        case .allow: .useCredential
        case .deny: .cancelAuthenticationChallenge
        case .defaultHandling: .performDefaultHandling
        }
    }
}
