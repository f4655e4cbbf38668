package import TrustModel

/// Forms verdicts: from decisions, and where there is no policy to evaluate by.
package enum VerdictBuilder {
    /// The verdict of a policy whose mechanism evaluated so.
    static func verdict(_ decision: EvaluatorDecision, _ question: TrustQuestion, _ policy: TrustPolicy) -> Verdict {
        let onlyReports = policy.mode == .report && isOnlyReported(decision, policy)
        return Verdict(
            outcome: decision.isAccepted ? .trusted : decision.isUndecided ? .indeterminate : .untrusted,
            action: decision.isAccepted || onlyReports ? .allow : .deny,
            result: decision.result,
            resultRule: decision.resultRule,
            mode: policy.mode,
            policy: policy.identity,
            reasons: decision.reasons,
            checks: question.explain ? decision.checks : [],
            path: decision.path,
            rejectedPaths: question.explain ? decision.rejectedPaths : [],
            matchedPin: decision.matchedPin,
            evaluatedAt: question.instant,
            validUntil: decision.isAccepted ? decision.validUntil : nil
        )
    }

    /// Whether a policy that only reports lets pass what it found.
    ///
    /// Where pins are part of the mechanism only they are reported: what else is wrong with a chain still denies, as with
    /// TrustKit's enforcePinning.
    private static func isOnlyReported(_ decision: EvaluatorDecision, _ policy: TrustPolicy) -> Bool {
        guard !decision.isUndecided else { return false }
        return !policy.evaluator.isPinning || decision.isRefusedByPinsOnly
    }

    /// The verdict where a policy set has rules for hosts and the host is no host name, so that nobody knows which of them
    /// counts: it is denied, lest another spelling of a host lead around its rule.
    package static func unreadableHost(
        _ identity: PolicyIdentity,
        _ text: String,
        _ error: HostNameError,
        at instant: Instant
    ) -> Verdict {
        let decision = EvaluatorDecision.refused([.unreadableHost(text, error)])
        return Verdict(
            outcome: .untrusted,
            action: .deny,
            result: decision.result,
            resultRule: decision.resultRule,
            policy: identity,
            reasons: decision.reasons,
            evaluatedAt: instant
        )
    }

    /// The verdict where a policy set has no policy for the host: it denies the host, or leaves it to the client.
    package static func noMatch(
        _ identity: PolicyIdentity,
        host: RequestedHost,
        leavesToClient: Bool,
        at instant: Instant
    ) -> Verdict {
        let set = identity.set ?? "inline"
        let subject =
            switch host {
            case .none: "a request without host"
            case .name(let name): "\(name)"
            case .invalid(let text, _): "\"\(text)\""
            }
        let consequence = leavesToClient ? "the client's own handling applies" : "it is denied"
        var reason = Finding(
            .policyNoMatch,
            severity: leavesToClient ? .notice : .error,
            message:
                "The policy set \(set) has no policy for \(subject): by `\(identity.rule ?? "otherwise")`, \(consequence)."
        )
        if host == .none { reason.specialRemedy = .missingHost }
        return Verdict(
            outcome: leavesToClient ? .indeterminate : .untrusted,
            action: leavesToClient ? .defaultHandling : .deny,
            result: leavesToClient ? .otherError : .deny,
            resultRule: .noPolicy,
            policy: identity,
            reasons: [reason],
            evaluatedAt: instant
        )
    }
}
