import TrustEvaluation

extension EvaluatorDecoding {
    /// `evaluator: disabled`: accepts every chain, and has no keys of its own.
    static let disabled = EvaluatorDecoding(name: "disabled") { reader, _ in
        // Both versions of Alamofire have this evaluator, with the same behavior.
        _ = Compatibility.chosen(by: &reader, among: [.alamofire4, .alamofire5])
        finish(reader, evaluator: "disabled", because: ", which accepts everything")
        return DisabledEvaluator()
    }
}
