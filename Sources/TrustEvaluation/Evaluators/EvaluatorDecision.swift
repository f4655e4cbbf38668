package import TrustModel

/// What an evaluator decided, before it is known whose policy it was and whether that policy only reports.
package struct EvaluatorDecision: Sendable {
    /// Whether the chain may be trusted.
    package var isAccepted: Bool
    /// The result as `SecTrust` names it.
    package var result: Verdict.Result
    /// Which rule gave the result.
    package var resultRule: Verdict.ResultRule
    /// Every failure, warning and notice, the most useful first.
    package var reasons: [Finding]
    /// Whether the question could not be answered at all, as opposed to answered with no.
    package var isUndecided = false
    /// Whether it refuses for nothing but pins, which a policy that only reports lets pass.
    package var isRefusedByPinsOnly = false
    /// The codes that an exception would have to accept, each once; empty where the decision accepts.
    package var codesToAccept: [ReasonCode] = []
    /// Every check that was made.
    package var checks: [CheckReport] = []
    /// The path that was evaluated, leaf first; empty where none was.
    package var path: [PathElement] = []
    /// The other paths that were tried, the most promising first.
    package var rejectedPaths: [RejectedPath] = []
    /// The digest of the key that a pin matched.
    package var matchedPin: Fingerprint?
    /// Until when an accepting decision holds, inclusive.
    package var validUntil: Instant?

    /// An accepting decision.
    package static func accepted(_ result: Verdict.ResultRule, reasons: [Finding]) -> EvaluatorDecision {
        EvaluatorDecision(
            isAccepted: true,
            result: result == .explicitTrust ? .proceed : .unspecified,
            resultRule: result,
            reasons: reasons
        )
    }

    /// A refusing decision; its result follows from the errors among the reasons.
    package static func refused(_ reasons: [Finding]) -> EvaluatorDecision {
        let codes = reasons.filter { $0.severity == .error }.map(\.code).unique
        let gravities = Set(codes.map(\.gravity))
        let (result, rule): (Verdict.Result, Verdict.ResultRule) =
            if gravities.contains(.denied) {
                (.deny, .explicitDistrust)
            } else if gravities.contains(.fatal) {
                (.fatalTrustFailure, .fatalReason)
            } else if gravities.contains(.recoverable), !gravities.contains(.other) {
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
            isRefusedByPinsOnly: !codes.isEmpty && codes.allSatisfy(\.isOfPins),
            codesToAccept: codes
        )
    }
}

extension [Finding] {
    /// The same findings, the most useful first: by severity, by what explains most, from the leaf on.
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
    /// Whether it is told of pins, and of nothing else in a path.
    var isOfPins: Bool { name.hasPrefix("pin.") }
}

extension [ReasonCode] {
    /// The same codes, each once, where it comes first.
    var unique: [ReasonCode] {
        var known: Set<ReasonCode> = []
        return filter { known.insert($0).inserted }
    }
}
