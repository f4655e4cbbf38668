import TrustEvaluation

extension EvaluatorDecoding {
    /// `evaluator: disabled`: everything is accepted, so no other key could have a meaning.
    static let disabled = EvaluatorDecoding(name: "disabled") { reader, _ in
        // Both libraries have it, and it means the same.
        _ = Compatibility.chosen(by: &reader, among: [.alamofire4, .alamofire5])
        let why = "has no meaning with `evaluator: disabled`, which accepts everything"
        reader.finish(misplaced: Dictionary(uniqueKeysWithValues: DocumentedNames.policyKeys.map { ($0, why) }))
        return DisabledEvaluator()
    }
}
