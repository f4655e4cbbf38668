import StructuredDocuments
import TrustEvaluation

extension EvaluatorDecoding {
    /// `evaluator: default`: certification path validation to a trust anchor.
    static let standard = EvaluatorDecoding(name: "default") { reader, context in
        // With this evaluator, both versions of Alamofire make the same decisions.
        if Compatibility.chosen(by: &reader, among: [.alamofire4, .alamofire5]) != nil {
            let validateHost = reader.bool("validateHost") ?? true
            let anchors = RequirementsDecoding.systemAnchors(&reader, context)
            let evaluator = Alamofire4.performDefaultEvaluation(validateHost: validateHost, anchors: anchors)
            return finishCompatible(evaluator, &reader, in: context)
        }
        let requirements = RequirementsDecoding.requirements(&reader, context)
        if let value = reader.value("validateCertificateChain"), value.bool() == false {
            value.refuse(
                "the default evaluator always validates the chain: remove the key (`evaluator: disabled` accepts every chain)"
            )
        }
        finish(reader, evaluator: "default")
        return PathEvaluator(requirements)
    }
}
