package import TrustModel

/// The decision of an evaluator, before the policy's mode and identity are applied.
package struct EvaluatorDecision: Sendable {
    /// Whether the chain is trusted.
    package var isAccepted: Bool
    /// The result in the terms of `SecTrust`.
    package var result: Verdict.Result
    /// The rule that determined the result.
    package var resultRule: Verdict.ResultRule
    /// All errors, warnings and notices, most useful first.
    package var reasons: [Finding]
    /// Whether the evaluation could not be completed; if so, the decision is not a rejection.
    package var isUndecided = false
    /// Whether the policy is in report mode and the chain is rejected only by errors that this mode waives.
    ///
    /// The chain then has a path that is otherwise accepted.
    package var isWaived = false
    /// Whether report mode may waive errors that are added to an accepting decision, such as that of a script.
    var isValidForReporting = false
    /// The codes that an exception would have to accept, each once; empty for an accepting decision.
    package var codesToAccept: [ReasonCode] = []
    /// The checks performed.
    package var checks: [CheckReport] = []
    /// The evaluated path, leaf first; empty if there is none.
    package var path: [PathElement] = []
    /// The other evaluated paths, best first.
    package var rejectedPaths: [RejectedPath] = []
    /// The certificate that a pin matched, or whose key a pin matched.
    package var matchedCertificate: Certificate?
    /// The name with which an accepting decision allows the client; nil if the evaluator does not limit the clients.
    package var principal: Principal?
    /// The last second at which an accepting decision is valid.
    package var validUntil: Instant?
    /// The revocation status of the certificates of ``path``.
    var revocation = RevocationReport()
    /// The evidence that the decision used or lacked, each piece once.
    package internal(set) var evidence: [EvidenceUse] = []
    /// The missing evidence that could change the decision, and that the policy allows to fetch.
    package internal(set) var needs: [EvidenceNeed] = []

    /// Creates an accepting decision.
    package static func accepted(_ result: Verdict.ResultRule, reasons: [Finding]) -> EvaluatorDecision {
        EvaluatorDecision(
            isAccepted: true,
            result: result == .explicitTrust ? .proceed : .unspecified,
            resultRule: result,
            reasons: reasons
        )
    }

    /// Creates a rejecting decision, whose result follows from the errors among the reasons.
    package static func refused(_ reasons: [Finding]) -> EvaluatorDecision {
        let errors = reasons.filter { $0.severity == .error }
        let codes = errors.map(\.code).unique
        // A fixed finding cannot be overridden, even if its code is recoverable in other cases.
        let effects = Set(errors.map { $0.isFixed ? ReasonCode.TrustResultEffect.fatal : $0.code.gravity })
        let (result, rule): (Verdict.Result, Verdict.ResultRule) =
            if effects.contains(.denied) {
                (.deny, .explicitDistrust)
            } else if effects.contains(.fatal) {
                (.fatalTrustFailure, .fatalReason)
            } else if effects.contains(.recoverable), !effects.contains(.other) {
                (.recoverableTrustFailure, .recoverableReasons)
            } else {
                (.otherError, .incompleteEvaluation)
            }
        return EvaluatorDecision(
            isAccepted: false,
            result: result,
            resultRule: rule,
            reasons: reasons,
            isUndecided: codes.allSatisfy { $0.gravity == .other },
            codesToAccept: codes
        )
    }
}

extension [Finding] {
    /// The findings, most useful first: by severity, then by rank, then from the leaf up.
    package var ranked: [Finding] {
        sorted { left, right in
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
