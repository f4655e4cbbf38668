import TrustEvaluation
import TrustModel

extension EvaluatorDecoding {
    /// `evaluator: disabled`: everything is accepted, so no other key could have a meaning.
    static let disabled = EvaluatorDecoding(name: "disabled") { reader, _ in
        let why = "has no meaning with `evaluator: disabled`, which accepts everything"
        reader.finish(misplaced: Dictionary(uniqueKeysWithValues: DocumentedNames.policyKeys.map { ($0, why) }))
        reader.value("evaluator")?.warn("any chain is accepted without looking at it", code: .policyDisabled)
        return DisabledEvaluator()
    }
}
