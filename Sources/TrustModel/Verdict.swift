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

    /// What was found.
    package var outcome: Outcome
    /// What the client should do; `allow` only where the outcome is `trusted`.
    package var action: Action
    /// The same as a result of `SecTrust`.
    package var result: Result
    /// Which policy decided.
    package var policy: PolicyIdentity
    /// Every failure, warning and notice, the most useful first.
    package var reasons: [Finding]
    /// Every check of the judged path; only when an explanation was asked for.
    package var checks: [CheckReport]
    /// The path that was judged, leaf first; empty where none was.
    package var path: [PathElement]
    /// The other paths that were tried; only when an explanation was asked for.
    package var rejectedPaths: [RejectedPath]
    /// The time that was judged at: the one asked for, else that of the request.
    package var evaluatedAt: Instant
    /// Until when a trusted verdict holds, inclusive; nil when it is not trusted or rests on no certificate.
    package var validUntil: Instant?

    /// Takes all parts as decided.
    package init(
        outcome: Outcome,
        action: Action,
        result: Result,
        policy: PolicyIdentity,
        reasons: [Finding],
        checks: [CheckReport] = [],
        path: [PathElement] = [],
        rejectedPaths: [RejectedPath] = [],
        evaluatedAt: Instant,
        validUntil: Instant? = nil
    ) {
        self.outcome = outcome
        self.action = action
        self.result = result
        self.policy = policy
        self.reasons = reasons
        self.checks = checks
        self.path = path
        self.rejectedPaths = rejectedPaths
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
