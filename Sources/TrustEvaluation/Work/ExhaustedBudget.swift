import TrustModel

/// A bound on the work of one evaluation, which ended it.
package struct ExhaustedBudget: Sendable, Hashable {
    /// The work that is bounded, as messages call it.
    let work: String
    /// The amount that one evaluation may cause, as it is configured or fixed.
    let value: Int
    /// The amount that was left after the request's evidence was read; the same as ``value`` with little evidence.
    let available: Int
    /// The configuration key that sets the amount; nil for a fixed bound.
    let configurationKey: String?

    /// One bound in words, such as `100 candidate paths (limits.paths)` or
    /// `400 signature checks (limits.signatureChecks; reading the evidence left 200)`.
    var description: String {
        let remainder = available < value ? "; reading the evidence left \(available)" : ""
        return "\(value) \(work) (\(configurationKey ?? "a fixed bound")\(remainder))"
    }
}

extension EvaluationResources {
    /// The bounds that something could not be paid for under.
    var exceededBounds: [ExhaustedBudget] { signatures.account.exceededBounds }
}

extension RemainingBudget {
    /// The bounds that something could not be paid for under, those of the kinds first.
    fileprivate var exceededBounds: [ExhaustedBudget] {
        let ofKinds = WorkKind.allCases.filter { self[$0].refusals > 0 }.map { kind in
            ExhaustedBudget(
                work: kind.name,
                value: budget.configured.units(of: kind) / kind.unitsEach,
                available: self[kind].total / kind.unitsEach,
                configurationKey: kind.configurationKey
            )
        }
        let together = ExhaustedBudget(
            work: "microseconds of all work together",
            value: budget.configured.nanoseconds / 1000,
            available: total.total / 1000,
            configurationKey: nil
        )
        return ofKinds + (total.refusals > 0 ? [together] : [])
    }
}

extension WorkKind {
    /// How messages call it.
    fileprivate var name: String {
        switch self {
        case .paths: "candidate paths"
        case .signatures: "signature checks"
        case .certificates: "certificates in all paths"
        case .names: "comparisons of names with constraints"
        case .evidence: "comparisons of evidence with certificates"
        case .policies: "certificate policies in all paths"
        }
    }

    /// How many units one of them has in the configuration: signatures are counted as checks of 40 microseconds.
    fileprivate var unitsEach: Int { self == .signatures ? 4 : 1 }

    /// The configuration key that sets the amount; nil for a fixed bound.
    fileprivate var configurationKey: String? {
        switch self {
        case .paths: "limits.paths"
        case .signatures: "limits.signatureChecks"
        case .certificates: "ten times limits.paths"
        case .names, .evidence, .policies: nil
        }
    }
}

extension Finding {
    /// The finding that bounds on work ended an evaluation; the message begins with what was not done.
    static func budgetExhausted(_ undone: String, _ bounds: [ExhaustedBudget]) -> Finding {
        Finding(
            .internalBudgetExhausted,
            message:
                "\(undone): one evaluation may cause at most \(bounds.map(\.description).joined(separator: ", ")).",
            facts: bounds.isEmpty
                ? []
                : [
                    Fact("bounds", bounds.map(\.work)), Fact("values", bounds.map { String($0.value) }),
                    Fact("available", bounds.map { String($0.available) }),
                ]
        )
    }
}
