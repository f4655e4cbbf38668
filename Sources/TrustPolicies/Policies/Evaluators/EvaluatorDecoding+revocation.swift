import StructuredDocuments
import TrustEvaluation

extension EvaluatorDecoding {
    /// `evaluator: revocation`: the default evaluator, which checks revocation even without the key `revocation`.
    static let revocation = EvaluatorDecoding(name: "revocation") { reader, context in
        switch Compatibility.chosen(by: &reader, among: [.alamofire4, .alamofire5]) {
        case .alamofire4: return alamofire4Revocation(&reader, context)
        case .alamofire5: return alamofire5Revocation(&reader, context)
        case .afnetworking, nil: break
        }
        var requirements = RequirementsDecoding.requirements(&reader, context)
        requirements.revocation = requirements.revocation ?? RevocationRequirements()
        finish(reader, evaluator: "revocation")
        return PathEvaluator(requirements)
    }

    private static func alamofire4Revocation(_ reader: inout MappingReader, _ context: Context) -> any Evaluator {
        let flags = RevocationFlags.read(&reader, context)
        if flags != nil, let options = reader.value("options") {
            options.refuse("`options` and `revocationFlags` are two forms of the same setting: keep one of them")
        }
        let evaluator = Alamofire4.performRevokedEvaluation(
            flags ?? RevocationOptions.read(&reader, context),
            validateHost: reader.bool("validateHost") ?? true,
            anchors: RequirementsDecoding.systemAnchors(&reader, context)
        )
        return finishCompatible(evaluator, &reader, in: context)
    }

    private static func alamofire5Revocation(_ reader: inout MappingReader, _ context: Context) -> any Evaluator {
        let evaluator = Alamofire5.revocation(
            RevocationOptions.read(&reader, context),
            performDefaultValidation: reader.bool("performDefaultValidation") ?? true,
            validateHost: reader.bool("validateHost") ?? true,
            anchors: RequirementsDecoding.systemAnchors(&reader, context)
        )
        return finishCompatible(evaluator, &reader, in: context)
    }
}
