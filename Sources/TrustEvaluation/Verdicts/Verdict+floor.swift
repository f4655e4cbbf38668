package import TrustModel

extension Verdict {
    /// The name of the fact that marks the reasons of a floor.
    fileprivate static let fact = "floor"

    /// Returns the verdict under a policy and a floor, which must both allow the chain.
    ///
    /// If the floor allows the chain, the policy decides. The floor can only reject, also if the policy is in report mode.
    /// The reasons of the floor have the fact `floor` with its name.
    package func limited(by floor: Verdict) -> Verdict {
        var verdict = self
        verdict.floor = floor.policy
        verdict.isRepeatable = isRepeatable && floor.isRepeatable
        verdict.reusableSeconds = [reusableSeconds, floor.reusableSeconds].compactMap(\.self).min()
        verdict.stableUntil = min(stableUntil, floor.stableUntil)
        verdict.scriptTraces += floor.scriptTraces
        verdict.scriptFailures += floor.scriptFailures
        if !floor.evidence.isEmpty { verdict.evidence = (evidence + floor.evidence).unique }
        verdict.checks += floor.checks.map {
            CheckReport(name: "\(Self.fact)/\($0.name)", status: $0.status, why: $0.why)
        }
        verdict.reasons = (reasons + floor.floorReasons(lowersErrors: floor.action == .allow)).ranked
        if floor.action == .allow {
            verdict.validUntil = validUntil.map { min($0, floor.validUntil ?? $0) }
        } else {
            verdict.reject(with: floor)
        }
        return verdict
    }

    /// Returns the verdict of a request that selects the floor itself.
    package var asFloor: Verdict {
        var verdict = self
        verdict.floor = policy
        verdict.reasons = floorReasons(lowersErrors: false)
        return verdict
    }

    /// Returns the reasons with the fact `floor`; errors that do not reject can become warnings.
    private func floorReasons(lowersErrors: Bool) -> [Finding] {
        reasons.map { reason in
            var reason = reason
            reason.facts.append(Fact(Self.fact, Self.name(of: policy)))
            if lowersErrors, reason.severity == .error { reason.severity = .warning }
            return reason
        }
    }

    private mutating func reject(with floor: Verdict) {
        outcome = floor.outcome == .indeterminate && outcome != .untrusted ? .indeterminate : .untrusted
        if action != .deny { (result, resultRule) = (floor.result, floor.resultRule) }
        action = .deny
        if path.isEmpty { path = floor.path }
        principal = nil
        exceptionOffer = nil
        validUntil = nil
    }

    private static func name(of policy: PolicyIdentity) -> String {
        [policy.set, policy.name].compactMap(\.self).joined(separator: "/")
    }
}

extension Finding {
    /// The name of the floor that reported the reason; nil for a reason of the policy.
    package var floorName: String? {
        guard case .text(let name)? = facts.first(where: { $0.name == Verdict.fact })?.value else { return nil }
        return name
    }
}
