import TrustModel

/// Accepts a chain if a path from its leaf meets the requirements (`default`).
///
/// The requirements can include pins, revocation, a profile and anchors.
package struct PathEvaluator: Evaluator {
    /// The requirements on a path.
    package let requirements: PathRequirements
    let knownIssuers = KnownIssuers()

    /// Creates an evaluator with the given requirements.
    package init(_ requirements: PathRequirements) {
        self.requirements = requirements
    }

    /// Returns the evaluator with additional certificates for path building.
    package func offering(_ intermediates: IntermediateSet?) -> PathEvaluator {
        var requirements = requirements
        requirements.intermediates = intermediates
        return PathEvaluator(requirements)
    }

    /// The properties of the requirements.
    package var traits: EvaluatorTraits {
        var traits = EvaluatorTraits(summary: summary, clientRisks: clientRisks)
        traits.needsHost = requirements.validateHost
        traits.hazards = hazards.map { EvaluatorTraits.Hazard($0) }
        traits.pinsExpire = requirements.pins?.expires
        traits.acceptsServersAsClients = requirements.serverAuthUntil != nil
        traits.paths = [requirements]
        if requirements.revocation != nil { traits.remembering = [requirements] }
        return traits
    }

    /// A list of profile, purpose, anchors, their constraints, intermediates, pins and revocation requirements.
    private var summary: String {
        let anchors = requirements.anchors.map {
            "\($0.certificates.count) anchor\($0.certificates.count == 1 ? "" : "s") of \($0.name)"
        }
        let parts: [String?] = [
            "profile \(requirements.profile.rawValue)", "purpose \(requirements.purpose)",
            anchors.joined(separator: " and "), requirements.anchorConstraints?.summary,
            requirements.intermediates?.summary, requirements.pins?.summary,
            requirements.revocation?.summary,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The hazards of a TLS server policy that ignores the host, of a policy that enforces only some findings, of an anchor
    /// without a trust domain, and of clients of public CAs.
    ///
    /// If `checks` downgrades host codes, the document's warnings and every verdict report this downgrade instead.
    private var hazards: [ReasonCode] {
        let ignoresHost = !requirements.validateHost && requirements.validatesHostByDefault
        return (ignoresHost ? [.hazardHostIgnored] : []) + requirements.enforcement.hazards
            + (requirements.unboundAnchor == nil ? [] : [.hazardTrustDomainUnbound])
            + (requirements.acceptsPublicClients ? [.hazardPublicClients] : [])
    }

    /// The risks of the anchors, unless they are limited by pins, of the purpose, and of unlimited names.
    private var clientRisks: Set<ClientRisk> {
        var risks: Set<ClientRisk> = []
        if requirements.acceptsPublicAuthorities { risks.insert(.systemAnchors) }
        if requirements.purpose == .serverAuth { risks.insert(.serverPurpose) }
        if requirements.allowedClients == nil { risks.insert(.anyName) }
        return risks
    }

    /// Decides by the best path from the chain's leaf.
    package func evaluate(_ question: TrustQuestion, in session: EvaluationSession) -> EvaluatorDecision {
        session.evaluatePaths(of: question, requirements, remembering: knownIssuers)
    }
}
