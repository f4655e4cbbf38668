package import TrustModel

/// The outcome of a decision, and the action and result that follow from its reasons.
package struct Conclusion: Sendable, Equatable {
    /// The outcome of the evaluation.
    package var outcome: Verdict.Outcome
    /// The action that the client should take: `allow` for trusted chains, and for untrusted ones that report mode
    /// allows.
    package var action: Verdict.Action
    /// The result type, named as in `SecTrust`.
    package var result: Verdict.Result
    /// The rule that determined the result.
    package var resultRule: Verdict.ResultRule

    /// Creates a conclusion from its parts.
    package init(
        _ outcome: Verdict.Outcome,
        _ action: Verdict.Action,
        result: Verdict.Result,
        by resultRule: Verdict.ResultRule
    ) {
        self.outcome = outcome
        self.action = action
        self.result = result
        self.resultRule = resultRule
    }

    /// Returns the conclusion to trust a chain.
    package static func accepting(_ rule: Verdict.ResultRule) -> Conclusion {
        Conclusion(.trusted, .allow, result: rule == .explicitTrust ? .proceed : .unspecified, by: rule)
    }

    /// Returns the conclusion to deny a chain for the errors among findings; it is undecided if no error rejects the chain.
    package static func refusing(_ findings: [Finding]) -> Conclusion {
        let errors = findings.lazy.filter { $0.severity == .error }
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
        let isUndecided = errors.allSatisfy { $0.code.gravity == .other }
        return Conclusion(isUndecided ? .indeterminate : .untrusted, .deny, result: result, by: rule)
    }
}
