import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads one policy: the keys of its evaluator, and the keys that all policies have.
enum PolicyDecoding {
    /// Returns the policy of a mapping and adds warnings about its hazards; nil if decoding added issues.
    static func policy(
        _ value: DocumentValue,
        identity: PolicyIdentity,
        in context: EvaluatorDecoding.Context
    ) -> TrustPolicy? {
        guard var reader = value.mapping(), let decoding = EvaluatorDecoding.chosen(by: &reader) else { return nil }
        _ = reader.string("description")
        let mode = reader.oneOf("mode", Verdict.Mode.self) ?? .enforce
        let reportsChains = reportsChains(&reader, mode)
        let exceptions = reader.value("exceptions").map { ExceptionDecoding.exceptions($0, context) }
        let shadow = reader.value("shadow").flatMap { policy(namedAsShadow: $0, context) }
        guard let evaluator = decoding.decode(&reader, context) else { return nil }
        let traits = evaluator.traits
        if traits.needsHost, exceptions?.contains(where: { $0.host == nil }) ?? false {
            reader.value("exceptions")?.refuse("each exception must name a host because the policy validates the host")
        }
        for hazard in traits.hazards { reader.value("evaluator")?.warn(hazard.description, code: hazard.code) }
        return TrustPolicy(
            identity: identity,
            evaluator: evaluator,
            mode: mode,
            reportsChains: reportsChains,
            exceptions: exceptions ?? [],
            shadow: shadow
        )
    }

    /// Returns the policy that a key names; nil after an issue was added.
    private static func policy(
        namedAsShadow value: DocumentValue,
        _ context: EvaluatorDecoding.Context
    ) -> TrustPolicy? {
        guard !context.isInline, context.depth == 0 else {
            value.refuse("only a policy of a set, and not one in a request or a composite, can have a shadow")
            return nil
        }
        let reason = "policies refer to each other more than \(EvaluatorDecoding.maximumDepth) levels deep"
        return context.references.policy(namedBy: value, ifTooDeep: reason)?.policy
    }

    /// Reads `reportChains`, and warns of report mode.
    private static func reportsChains(_ reader: inout MappingReader, _ mode: Verdict.Mode) -> Bool {
        let key = reader.value("reportChains")
        let reportsChains = key?.bool() ?? false
        guard mode == .report else {
            key?.refuse("`reportChains` requires `mode: report`: remove the key")
            return false
        }
        let text = ReportModeText.consequence(reportingChains: reportsChains)
        reader.value("mode")?.warn(text, code: .hazardReportOnly)
        return reportsChains
    }
}
