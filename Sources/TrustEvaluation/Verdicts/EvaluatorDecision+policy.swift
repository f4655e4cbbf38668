import TrustModel

/// The decisions of policies, from those of their evaluators.
extension EvaluatorDecision {
    /// Makes the decision that of a policy, whose report mode can allow a rejected chain and warns of itself.
    mutating func conclude(by policy: TrustPolicy) {
        // Report mode allows rejected clients too, but an application must not authorize these by a name.
        if !isAccepted { (principal, validUntil) = (nil, nil) }
        guard policy.mode == .report else { return }
        if isOnlyReported(by: policy) { conclusion.action = .allow }
        reasons.append(
            Finding(.hazardReportOnly, severity: .warning, message: ReportModeText.consequence(of: policy))
        )
        reasons = reasons.ranked
    }

    /// Whether a policy in report mode allows a rejected chain.
    ///
    /// The path must be otherwise accepted, as with TrustKit's enforcePinning, unless the policy reports chains too. Some
    /// errors deny even then, also those of one member of a composite.
    private func isOnlyReported(by policy: TrustPolicy) -> Bool {
        guard !isUndecided else { return false }
        let errors = reasons.lazy.filter { $0.severity == .error }
        guard errors.allSatisfy({ $0.code.reportMode != .alwaysDenied }) else { return false }
        return policy.reportsChains || isWaived
    }

    /// Creates the decision for a host without a policy in the set: denied, or the client decides.
    static func withoutPolicy(
        _ identity: PolicyIdentity,
        host: RequestedHost,
        leavesToClient: Bool
    ) -> EvaluatorDecision {
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
                "The policy set \(identity.set ?? "inline") has no policy for \(subject): according to "
                + "`\(identity.rule ?? "otherwise")`, \(consequence)."
        )
        if host == .none { reason.specialRemedy = .missingHost }
        let conclusion =
            leavesToClient
            ? Conclusion(.indeterminate, .defaultHandling, result: .otherError, by: .noPolicy)
            : Conclusion(.untrusted, .deny, result: .deny, by: .noPolicy)
        return EvaluatorDecision(conclusion, reasons: [reason])
    }
}
