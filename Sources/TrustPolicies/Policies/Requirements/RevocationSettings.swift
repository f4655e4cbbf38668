import StructuredDocuments
import TrustEvaluation

/// Reads the key `revocation`: the requirements on revocation, and the evidence of the policy.
enum RevocationSettings {
    /// Returns the requirements that a mapping sets; invalid values become issues.
    static func read(_ value: DocumentValue, _ context: EvaluatorDecoding.Context) -> RevocationRequirements {
        var requirements = RevocationRequirements()
        guard var reader = value.mapping() else { return requirements }
        requirements.methods = methods(&reader)
        requirements.preferred = preferred(&reader, of: requirements.methods)
        requirements.scope = reader.oneOf("scope", RevocationRequirements.Scope.self) ?? .chain
        requirements.requirePositiveResponse = reader.bool("requirePositiveResponse") ?? false
        requirements.networkAccess = NetworkPermission.read("networkAccess", from: &reader, context)
        if let age = reader.value("withoutNextUpdate").flatMap(age) { requirements.withoutNextUpdate = age }
        requirements.shortLived = reader.duration("shortLived")
        requirements.noRevAvail = reader.oneOf("noRevAvail", RevocationRequirements.NoRevAvail.self) ?? .accept
        requirements.evidence.lists = context.evidence.lists(of: reader.list("crls") ?? []) {
            context.record(.crl($0), at: $1)
        }
        requirements.evidence.responses = context.evidence.responses(of: reader.list("ocsp") ?? []) {
            context.record(.ocspResponse($0, ageWithoutNextUpdate: requirements.withoutNextUpdate), at: $1)
        }
        reader.finish(.revocation)
        return requirements
    }

    /// Returns a duration in seconds, which can be zero.
    private static func age(_ value: DocumentValue) -> Int64? {
        switch value.node.content {
        case .number("0"), .string("0"), .string("0s"): 0
        default: value.duration()
        }
    }

    private static func methods(_ reader: inout MappingReader) -> Set<RevocationRequirements.Method> {
        let all = Set(RevocationRequirements.Method.allCases)
        guard let items = reader.value("methods")?.list(ofAtMost: all.count) else { return all }
        return Set(items.compactMap { $0.oneOf(RevocationRequirements.Method.self) })
    }

    private static func preferred(
        _ reader: inout MappingReader,
        of methods: Set<RevocationRequirements.Method>
    ) -> RevocationRequirements.Method {
        guard let value = reader.value("prefer"), let method = value.oneOf(RevocationRequirements.Method.self) else {
            return methods == [.crl] ? .crl : .ocsp
        }
        if !methods.contains(method) {
            value.refuse(
                "`\(method.rawValue)` is set as `prefer`, but is not one of the `methods`: add it to "
                    + "`methods`"
            )
        }
        return method
    }
}
