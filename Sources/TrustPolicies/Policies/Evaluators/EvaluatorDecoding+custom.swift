import StructuredDocuments
import TrustEvaluation
import TrustModel

extension EvaluatorDecoding {
    /// `evaluator: custom`: asks a script about the path that the other keys accept.
    static let custom = EvaluatorDecoding(name: "custom") { reader, context in
        reader.value("compatibility")?.refuse("the evaluator `custom` reproduces no library: remove the key")
        var requirements = RequirementsDecoding.requirements(&reader, context)
        if let value = reader.value("validateCertificateChain"), value.bool() == false {
            requirements.enforcement = .nothing
            requirements.validateHost = false
            PinDecoding.refuseIneffectiveSettings(requirements, &reader)
            if let host = reader.value("validateHost"), host.bool() == true {
                host.refuse("with `validateCertificateChain: false`, the script alone decides: remove the key")
            }
        }
        let script = reader.required("script", expected: "the path of a Lua file").flatMap { value in
            context.allowance.admits(1, .scripts, at: value) ? context.scripts.script(value) : nil
        }
        finish(reader, evaluator: "custom")
        guard let (script, file) = script else { return nil }
        let name = PolicyName(context.owner)
        let identity = PolicyIdentity(set: name?.set, name: name?.policy, rule: nil, revision: nil)
        return CustomEvaluator(requirements, script: script, file: file, policy: identity, logs: context.logs.use())
    }
}
