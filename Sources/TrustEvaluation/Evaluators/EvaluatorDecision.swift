package import TrustModel

/// The decision of an evaluator about a chain, which a policy concludes and a ``Verdict`` contains.
///
/// A composite combines the decisions of its members, and a floor is combined with the policy beside it in the same way:
/// ``all(of:reasons:)`` and ``any(of:reasons:)``.
package struct EvaluatorDecision: Sendable {
    /// The outcome, action and result.
    package var conclusion: Conclusion
    /// All errors, warnings and notices, most useful first.
    package var reasons: [Finding]
    /// The codes that an exception would have to accept, each once; empty for an accepting decision.
    package var codesToAccept: [ReasonCode] = []
    /// Whether the policy is in report mode and the chain is rejected only by errors that this mode waives.
    ///
    /// The chain then has a path that is otherwise accepted.
    package var isWaived = false
    /// Whether report mode may waive errors that are added to an accepting decision, such as that of a script.
    var isValidForReporting = false
    /// The checks performed.
    package var checks: [CheckReport] = []
    /// The evaluated path, leaf first; empty if there is none.
    package var path: [PathElement] = []
    /// Whether a path to a trust anchor was required and accepted, at least by report mode.
    ///
    /// Other certificates of the chain do not matter then.
    var isPathValidated = false
    /// The other evaluated paths, best first.
    package var rejectedPaths: [RejectedPath] = []
    /// The certificate that a pin matched, or whose key a pin matched.
    ///
    /// A composite can take ``path`` from a member without the pin; the certificate may then be missing in ``path``.
    package var matchedCertificate: Certificate?
    /// The name with which an accepting decision allows the client; nil if the evaluator does not limit the clients.
    package var principal: Principal?
    /// The exception that would accept an untrusted but recoverable chain; only if an explanation was requested.
    package var exceptionOffer: TrustException?
    /// The last second at which an accepting decision is valid, inclusive; nil if it does not depend on certificates.
    package var validUntil: Instant?
    /// The revocation status of the certificates of ``path``; empty after the evaluation.
    var revocation = RevocationReport.empty
    /// The evidence that the decision used or lacked, each piece once.
    package var evidence: [EvidenceUse] = []
    /// The missing evidence that could change the decision, and that the policy allows to fetch.
    package var needs: [EvidenceNeed] = []

    /// Creates a decision without a path.
    package init(_ conclusion: Conclusion, reasons: [Finding]) {
        self.conclusion = conclusion
        self.reasons = reasons
    }

    /// Creates an accepting decision.
    package static func accepted(_ rule: Verdict.ResultRule, reasons: [Finding]) -> EvaluatorDecision {
        EvaluatorDecision(.accepting(rule), reasons: reasons)
    }

    /// Creates a rejecting decision, whose result follows from the errors among the reasons.
    package static func refused(_ reasons: [Finding]) -> EvaluatorDecision {
        var decision = EvaluatorDecision(.refusing(reasons), reasons: reasons)
        decision.codesToAccept = reasons.filter { $0.severity == .error }.map(\.code).unique
        return decision
    }

    /// Whether the chain is trusted.
    package var isAccepted: Bool { conclusion.outcome == .trusted }

    /// Whether the evaluation could not be completed; if so, the decision is not a rejection.
    var isUndecided: Bool { conclusion.outcome == .indeterminate }

    /// Returns the rejecting decision about the same path, with an error in addition to the reasons.
    ///
    /// The needs remain: a script may reject a path because an answer about revocation is missing.
    func rejected(by error: Finding) -> EvaluatorDecision {
        let refused = EvaluatorDecision.refused((reasons + [error]).ranked)
        var rejected = self
        rejected.conclusion = refused.conclusion
        rejected.reasons = refused.reasons
        rejected.codesToAccept = refused.codesToAccept
        rejected.isWaived = isValidForReporting && error.code.reportMode == .waived
        rejected.isValidForReporting = false
        rejected.isPathValidated = isPathValidated && rejected.isWaived
        rejected.principal = nil
        rejected.validUntil = nil
        return rejected
    }
}

extension [Finding] {
    /// The findings, most useful first: by severity, then by rank, then from the leaf up.
    package var ranked: [Finding] {
        guard count > 1 else { return self }
        return sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            if left.isFixed != right.isFixed { return left.isFixed }
            if left.code.rank != right.code.rank { return left.code.rank < right.code.rank }
            if left.depth != right.depth { return (left.depth ?? -1) < (right.depth ?? -1) }
            return left.code.name < right.code.name
        }
    }
}

extension ReasonCode {
    var isOfPins: Bool { name.hasPrefix("pin.") }
}

extension [ReasonCode] {
    /// The codes, each once, in the order of their first occurrences.
    var unique: [ReasonCode] {
        var known: Set<ReasonCode> = []
        return filter { known.insert($0).inserted }
    }
}
