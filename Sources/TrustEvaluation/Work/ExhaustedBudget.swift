import TrustModel

/// An exceeded limit on the work of one evaluation.
package struct ExhaustedBudget: Sendable, Hashable {
    /// The limited work, as a noun phrase for messages.
    let work: String
    /// The configured or fixed limit.
    let value: Int
    /// The limit that remained after reading the request's evidence; equal to ``value`` if there is little evidence.
    let available: Int
    /// The relation of the limit to the configuration's keys, for messages; nil if the limit is fixed.
    let configuration: String?

    /// The limit for messages, such as `100 candidate paths (limits.paths)` or `400 signature checks
    /// (limits.signatureChecks; 200 remained after the evidence was read)`.
    var description: String {
        let remainder = available < value ? "; \(available) remained after the evidence was read" : ""
        return "\(value) \(work) (\(configuration ?? "a fixed bound")\(remainder))"
    }
}

extension EvaluationResources {
    var exceededBounds: [ExhaustedBudget] { signatures.remainingBudget.exceededBounds }
}

extension RemainingBudget {
    /// The limits that were exceeded: those of single kinds of work first, then the limit of all work together.
    fileprivate var exceededBounds: [ExhaustedBudget] {
        let ofKinds = WorkKind.allCases.filter { self[$0].refusals > 0 }.map { kind in
            ExhaustedBudget(
                work: kind.name,
                value: budget.configured.units(of: kind) / kind.unitsEach,
                available: self[kind].total / kind.unitsEach,
                configuration: kind.configuration
            )
        }
        let together = ExhaustedBudget(
            work: "microseconds of work in total",
            value: budget.configured.nanoseconds / 1000,
            available: total.total / 1000,
            configuration: "raised with limits.signatureChecks or limits.paths"
        )
        return ofKinds + (total.refusals > 0 ? [together] : [])
    }
}

extension WorkKind {
    fileprivate var name: String {
        switch self {
        case .paths: "candidate paths"
        case .signatures: "signature checks"
        case .certificates: "certificates in all paths"
        case .names: "comparisons of names with constraints"
        case .evidence: "comparisons of evidence with certificates"
        case .policies: "certificate policies in all paths"
        case .issuers: "possible issuers"
        }
    }

    /// The number of cost units in one configured item: four in a signature check of 40 microseconds, otherwise one.
    fileprivate var unitsEach: Int { self == .signatures ? 4 : 1 }

    fileprivate var configuration: String? {
        switch self {
        case .paths: "limits.paths"
        case .signatures: "limits.signatureChecks"
        case .certificates: "ten times limits.paths"
        case .issuers: "100 times limits.paths"
        case .names, .evidence, .policies: nil
        }
    }
}

extension Finding {
    /// Creates the finding that a limit ended an evaluation; the message begins with `undone`.
    ///
    /// `namesakes` are the certificates of the policy that caused the work; nil if the request caused it.
    static func budgetExhausted(
        _ undone: String,
        _ bounds: [ExhaustedBudget],
        namesakes: PolicyNamesakes? = nil,
        remedy: SpecialRemedy? = nil
    ) -> Finding {
        let limits = bounds.map(\.description).joined(separator: ", ")
        let limitFacts = [
            Fact("bounds", bounds.map(\.work)), Fact("values", bounds.map { String($0.value) }),
            Fact("available", bounds.map { String($0.available) }),
        ]
        return Finding(
            .internalBudgetExhausted,
            message: "\(undone): one evaluation is limited to \(limits)." + (namesakes?.sentence ?? ""),
            facts: (bounds.isEmpty ? [] : limitFacts) + (namesakes?.facts ?? []),
            remedy: namesakes == nil ? remedy : .manyNamesakes
        )
    }
}
