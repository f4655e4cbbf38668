package import TrustModel

/// Creates verdicts, both from decisions and for requests without an applicable policy.
package enum VerdictBuilder {
    static func verdict(_ decision: EvaluatorDecision, _ question: TrustQuestion, _ policy: TrustPolicy) -> Verdict {
        let onlyReports = policy.mode == .report && isOnlyReported(decision, policy)
        let hazards = policy.mode == .report ? [Finding.reportOnly(policy)] : []
        return question.time.dating { evaluatedAt in
            Verdict(
                outcome: decision.isAccepted ? .trusted : decision.isUndecided ? .indeterminate : .untrusted,
                action: decision.isAccepted || onlyReports ? .allow : .deny,
                result: decision.result,
                resultRule: decision.resultRule,
                mode: policy.mode,
                policy: policy.identity,
                reasons: hazards.isEmpty ? decision.reasons : (decision.reasons + hazards).ranked,
                checks: question.explain ? decision.checks : [],
                path: decision.path,
                rejectedPaths: question.explain ? decision.rejectedPaths : [],
                matchedCertificate: decision.matchedCertificate,
                // Report mode allows rejected clients too, but an application must not authorize these by a name.
                principal: decision.isAccepted ? decision.principal : nil,
                evaluatedAt: evaluatedAt,
                validUntil: decision.isAccepted ? decision.validUntil : nil
            )
        }
    }

    /// Whether a policy in report mode allows a rejected chain.
    ///
    /// The path must be otherwise accepted, as with TrustKit's enforcePinning, unless the policy reports chains too. Some
    /// errors deny even then, also those of one member of a composite.
    private static func isOnlyReported(_ decision: EvaluatorDecision, _ policy: TrustPolicy) -> Bool {
        guard !decision.isUndecided else { return false }
        let errors = decision.reasons.lazy.filter { $0.severity == .error }
        guard errors.allSatisfy({ $0.code.reportMode != .alwaysDenied }) else { return false }
        return policy.reportsChains || decision.isWaived
    }

    /// Creates the verdict for an invalid host name if a policy set has rules for hosts.
    ///
    /// The request is denied; otherwise another spelling of a host could circumvent the host's rule.
    package static func unreadableHost(
        _ identity: PolicyIdentity,
        _ text: String,
        _ error: HostNameError,
        at time: EvaluationTime
    ) -> Verdict {
        let decision = EvaluatorDecision.refused([.unreadableHost(text, error)])
        var verdict = time.dating { evaluatedAt in
            Verdict(
                outcome: .untrusted,
                action: .deny,
                result: decision.result,
                resultRule: decision.resultRule,
                policy: identity,
                reasons: decision.reasons,
                evaluatedAt: evaluatedAt
            )
        }
        verdict.stableUntil = Instant(secondsSince1970: .max)
        return verdict
    }

    /// Creates the verdict for a host without a policy in the set: denied, or the client decides.
    package static func noMatch(
        _ identity: PolicyIdentity,
        host: RequestedHost,
        leavesToClient: Bool,
        at time: EvaluationTime
    ) -> Verdict {
        let set = identity.set ?? "inline"
        let subject =
            switch host {
            case .none: "a request without a host"
            case .name(let name): "\(name)"
            case .invalid(let text, _): VisibleText.quoted(text)
            }
        let consequence = leavesToClient ? "the client uses its default handling" : "the request is denied"
        var reason = Finding(
            .policyNoMatch,
            severity: leavesToClient ? .notice : .error,
            message:
                "The policy set \(set) has no policy for \(subject): according to `\(identity.rule ?? "otherwise")`, "
                + "\(consequence)."
        )
        if host == .none { reason.specialRemedy = .missingHost }
        var verdict = time.dating { evaluatedAt in
            Verdict(
                outcome: leavesToClient ? .indeterminate : .untrusted,
                action: leavesToClient ? .defaultHandling : .deny,
                result: leavesToClient ? .otherError : .deny,
                resultRule: .noPolicy,
                policy: identity,
                reasons: [reason],
                evaluatedAt: evaluatedAt
            )
        }
        verdict.stableUntil = Instant(secondsSince1970: .max)
        return verdict
    }
}

extension Finding {
    /// The warning in every verdict of a policy in report mode.
    fileprivate static func reportOnly(_ policy: TrustPolicy) -> Finding {
        Finding(.hazardReportOnly, severity: .warning, message: ReportModeText.consequence(of: policy))
    }
}
