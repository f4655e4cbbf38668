import TrustEvaluation

extension EvaluatorDecoding {
    /// `evaluator: disabled`: everything is accepted, so no other key could have a meaning.
    static let disabled = EvaluatorDecoding(name: "disabled") { reader, _ in
        // Both libraries have it, and it means the same.
        _ = Compatibility.chosen(by: &reader, among: [.alamofire4, .alamofire5])
        finish(reader, evaluator: "disabled", because: ", which accepts everything")
        return DisabledEvaluator()
    }
}
