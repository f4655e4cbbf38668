import TrustModel

/// A bound on the work of one evaluation, which ended it.
package struct WorkBound: Sendable, Hashable {
    /// The work that is bounded, as messages call it.
    let work: String
    /// The amount that one evaluation may cause.
    let value: Int
    /// The configuration key that sets the amount; nil for a fixed bound.
    let configurationKey: String?

    /// One bound in words, such as `100 candidate paths (limits.paths)`.
    var description: String { "\(value) \(work) (\(configurationKey ?? "a fixed bound"))" }
}

extension EvaluationWork {
    /// The bounds that something could not be paid for under.
    var exceededBounds: [WorkBound] {
        let bounds: [(allowance: Allowance, work: String, configurationKey: String?)] = [
            (paths, "candidate paths", "limits.paths"),
            (signatures.allowance, "signature checks", "limits.signatureChecks"),
            (judgedCertificates, "certificates in all paths", "ten times limits.paths"),
            (nameComparisons, "comparisons of names with constraints", nil),
            (evidenceComparisons, "comparisons of evidence with certificates", nil),
        ]
        return bounds.filter { $0.allowance.refusals > 0 }.map {
            WorkBound(work: $0.work, value: $0.allowance.total, configurationKey: $0.configurationKey)
        }
    }
}

extension Finding {
    /// The finding that bounds on work ended an evaluation; the message begins with what was not done.
    static func budgetExhausted(_ undone: String, _ bounds: [WorkBound]) -> Finding {
        Finding(
            .internalBudgetExhausted,
            message:
                "\(undone): one evaluation may cause at most \(bounds.map(\.description).joined(separator: ", ")).",
            facts: bounds.isEmpty
                ? [] : [Fact("bounds", bounds.map(\.work)), Fact("values", bounds.map { String($0.value) })]
        )
    }
}
