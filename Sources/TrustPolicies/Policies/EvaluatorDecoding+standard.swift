import StructuredDocuments
import TrustEvaluation

extension EvaluatorDecoding {
    /// `evaluator: default`: path validation to an anchor.
    static let standard = EvaluatorDecoding(name: "default") { reader, context in
        // Both versions of Alamofire decide alike.
        if Compatibility.chosen(by: &reader, among: [.alamofire4, .alamofire5]) != nil {
            let validateHost = reader.bool("validateHost") ?? true
            let anchors = RequirementsDecoding.systemAnchors(&reader, context)
            let evaluator = Alamofire4.performDefaultEvaluation(validateHost: validateHost, anchors: anchors)
            return finishCompatible(evaluator, &reader, context)
        }
        let requirements = RequirementsDecoding.requirements(&reader, context)
        if let value = reader.value("validateCertificateChain"), value.bool() == false {
            value.refuse("the default evaluator always validates the chain; `evaluator: disabled` accepts everything")
        }
        finish(reader, evaluator: "default")
        return PathEvaluator(requirements)
    }
}
