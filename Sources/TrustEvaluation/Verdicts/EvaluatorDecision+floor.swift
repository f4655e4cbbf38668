package import TrustModel

/// The part of a floor in a decision.
extension EvaluatorDecision {
    /// The name of the fact that marks the reasons of a floor.
    fileprivate static let floorFact = "floor"

    /// Returns the decision of a policy and its floor, which must both allow the chain.
    ///
    /// A floor that allows the chain leaves everything to the policy but the reasons and the end of the validity.
    func limited(by floor: EvaluatorDecision) -> EvaluatorDecision {
        let limit = floor.limit
        var limited = EvaluatorDecision.all(of: [self, limit], reasons: (reasons + limit.reasons).ranked)
        // The needs of the floor come first: the policy of a request must not use up the fetches of the floor.
        if !limited.needs.isEmpty { limited.needs = (limit.needs + needs).merged }
        return limited
    }

    /// Returns the decision with the name of the floor in each reason.
    func marked(asFloor identity: PolicyIdentity) -> EvaluatorDecision {
        let name = Fact(Self.floorFact, [identity.set, identity.name].compactMap(\.self).joined(separator: "/"))
        var marked = self
        for index in reasons.indices { marked.reasons[index].facts.append(name) }
        return marked
    }

    /// The decision of a floor as a limit of another one: if it allows the chain, the limit accepts.
    ///
    /// Errors that a floor in report mode waives become warnings. Principals, matched pins and offers of exceptions are those
    /// of the policy.
    private var limit: EvaluatorDecision {
        var limit = labeled(Self.floorFact)
        limit.principal = nil
        limit.matchedCertificate = nil
        limit.exceptionOffer = nil
        guard conclusion.action == .allow else { return limit }
        limit.conclusion = .accepting(.implicitTrust)
        (limit.path, limit.rejectedPaths) = ([], [])
        for index in reasons.indices where reasons[index].severity == .error {
            limit.reasons[index].severity = .warning
        }
        return limit
    }
}

extension Finding {
    /// The name of the floor that reported the reason; nil for a reason of the policy.
    package var floorName: String? {
        guard case .text(let name)? = facts.first(where: { $0.name == EvaluatorDecision.floorFact })?.value else {
            return nil
        }
        return name
    }
}
