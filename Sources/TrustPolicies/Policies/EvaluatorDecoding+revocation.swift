import TrustEvaluation

extension EvaluatorDecoding {
    /// `evaluator: revocation`: the default evaluator, which asks for revocation even where the key is left out.
    static let revocation = EvaluatorDecoding(name: "revocation") { reader, context in
        var requirements = RequirementsDecoding.requirements(&reader, context)
        requirements.revocation = requirements.revocation ?? RevocationRequirements()
        finish(reader, evaluator: "revocation")
        return PathEvaluator(requirements)
    }
}
