package import TrustModel

/// Accepts a chain where some path from its leaf meets what is required (`default`).
///
/// What the requirements hold makes other mechanisms of it: pins, revocation, a profile, anchors of one's own.
package struct PathEvaluator: Evaluator {
    /// What a path must meet.
    package private(set) var requirements: PathRequirements

    /// Takes what a path must meet.
    package init(_ requirements: PathRequirements) {
        self.requirements = requirements
    }

    /// The same with certificates that path building may use besides those presented.
    package func offering(_ intermediates: IntermediateSet?) -> PathEvaluator {
        var evaluator = self
        evaluator.requirements.intermediates = intermediates
        return evaluator
    }

    /// Whether the leaf must be for the host.
    package var needsHost: Bool { requirements.validateHost }

    /// When the pins expire.
    package var pinsExpire: Instant? { requirements.pins?.expires }

    /// Whether pins are required.
    package var isPinning: Bool { requirements.pins != nil }

    /// Profile, purpose, anchors, intermediates, pins and revocation.
    package var summary: String {
        let anchors = requirements.anchors.map {
            "\($0.certificates.count) anchor\($0.certificates.count == 1 ? "" : "s") of \($0.name)"
        }
        let parts: [String?] = [
            "profile \(requirements.profile.rawValue)", "purpose \(requirements.purpose)",
            anchors.joined(separator: " and "), requirements.intermediates?.summary, requirements.pins?.summary,
            requirements.revocation?.summary,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// A server's host that is not compared, and pins without a valid path.
    ///
    /// The host codes that `checks` lowers are warned of where the document lowers them.
    package var hazards: [ReasonCode] {
        let ignoresHost = !requirements.validateHost && requirements.validatesHostByDefault
        return (ignoresHost ? [.hazardHostIgnored] : []) + requirements.enforcement.hazards
    }

    /// Anchors, pins and evidence change.
    package func note(changesIn stability: inout CacheLifetime) {
        stability.note(requirements)
    }

    /// Searches and evaluates paths.
    package func evaluate(_ question: TrustQuestion, in session: inout EvaluationSession) -> EvaluatorDecision {
        session.evaluatePaths(of: question, requirements)
    }
}
