package import TrustEvaluation
package import TrustModel

/// The part of a verdict on which a client acts, and by which two decisions on one inquiry are compared.
package struct DecisionOutcome: Sendable, Hashable {
    /// A reason code with its severity under the policy.
    package struct Reason: Sendable, Hashable {
        /// The name of the code; another version may have codes that this one does not know.
        package let code: String
        /// The severity: error or warning.
        package let severity: Severity

        /// Creates a reason.
        package init(code: String, severity: Severity) {
            self.code = code
            self.severity = severity
        }
    }

    /// The action.
    package let action: Verdict.Action
    /// The errors and warnings, each once, in the order of their codes.
    package let reasons: [Reason]
    /// The name with which the client is allowed.
    package let principal: Principal?

    /// Creates an outcome.
    ///
    /// Notices are left out: they describe an accepted path, and a client that acts on the verdict does not need them.
    package init(action: Verdict.Action, reasons: some Sequence<Reason>, principal: Principal?) {
        self.action = action
        self.principal = principal
        self.reasons = Set(reasons.filter { $0.severity != .notice }).sorted()
    }

    /// The outcome of a verdict.
    package init(_ verdict: Verdict) {
        let reasons = verdict.reasons.map { Reason(code: $0.code.name, severity: $0.severity) }
        self.init(action: verdict.action, reasons: reasons, principal: verdict.principal)
    }

    /// The outcome that a decision records.
    package init(_ facts: DecisionFacts) {
        let reasons = facts.reasons.map { Reason(code: $0.code.name, severity: $0.severity) }
        self.init(action: facts.action, reasons: reasons, principal: facts.principal)
    }
}

extension DecisionOutcome.Reason: Comparable {
    /// Orders reasons by their codes, and errors before warnings of the same code.
    package static func < (left: DecisionOutcome.Reason, right: DecisionOutcome.Reason) -> Bool {
        left.code == right.code ? left.severity > right.severity : left.code < right.code
    }
}
