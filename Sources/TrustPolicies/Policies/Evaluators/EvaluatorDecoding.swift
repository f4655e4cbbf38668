import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Decodes the keys of one kind of evaluator.
///
/// To add an evaluator, write an extension with its decoding, and add it to ``all``.
struct EvaluatorDecoding: Sendable {
    /// The inputs for decoding besides the keys.
    struct Context {
        /// The full name of the policy, such as `payments/corporate`, for the names of anchor sets.
        let owner: String
        /// The trust anchors of policies without `anchors`.
        let systemAnchors: AnchorSet
        let anchors: AnchorReader
        let pins: PinReader
        let evidence: EvidenceReader
        /// Reads the files with values of constraints.
        let valueFiles: ValueFileReader
        let scripts: ScriptReader
        /// Whether the configuration allows policies to fetch evidence.
        let networkEnabled: Bool
        let logs: LogListSource
        /// The policies that composites can name.
        let references: PolicyReferences
        /// Converts the hosts of exceptions and the names of clients to A-labels.
        let names: any InternationalizedNames
        /// The public suffixes, which wildcards in the names of clients must not cover.
        let suffixes: any PublicSuffixes
        let allowance: PolicyAllowance
        /// Compares dates with the load time, for warnings about expired certificates.
        let journal: MaterialJournal
        /// Collects the ends of anchors, pins, evidence and exceptions; nil for inline policies.
        var expirations: ExpirationRecorder?
        /// Collects constraints on system anchors that the policy does not apply; nil as above.
        var unapplied: UnappliedConstraintRecorder?
        /// Whether the policy is part of a request.
        var isInline: Bool { expirations == nil }
        /// The number of nested composites that contain the policy.
        var depth = 0
    }

    let name: String
    /// Reads the keys of the evaluator and reports unknown keys; returns nil if it added issues.
    let decode: @Sendable (inout MappingReader, Context) -> (any Evaluator)?

    static let all: [EvaluatorDecoding] = [
        .standard,
        .revocation,
        .pinCertificates,
        .pinPublicKeys,
        .composite,
        .securityPolicy,
        .disabled,
        .custom,
    ]

    static func chosen(by reader: inout MappingReader) -> EvaluatorDecoding? {
        let names = DocumentValue.alternatives(all.map(\.name))
        guard let choice = reader.required("evaluator", expected: names) else {
            // The other keys depend on the evaluator; only those that no evaluator has are errors for sure.
            for key in PolicyKeyTable.policyKeys { _ = reader.value(key) }
            reader.finish(.policy)
            return nil
        }
        guard let name = choice.name() else { return nil }
        guard let decoding = all.first(where: { $0.name.hasSameBytes(as: name) }) else {
            choice.refuse(reasonForRefusing(name, choice.issues))
            return nil
        }
        return decoding
    }

    private static func reasonForRefusing(_ name: String, _ issues: DocumentIssues) -> String {
        let known = all.map(\.name)
        let hint = issues.hint(for: name, among: known)
        return "expected \(DocumentValue.alternatives(known)), found \(QuotedText.of(name))" + hint
    }

    /// Reports the keys that the evaluator did not read: misplaced, unsupported or unknown keys.
    ///
    /// A message about a misplaced key ends with the `reason`, or if that is nil, names the evaluators with this key.
    static func finish(_ reader: MappingReader, evaluator: String, because reason: String? = nil) {
        let clause = "does not apply to `evaluator: \(evaluator)`"
        reader.finish(
            .policy,
            misplaced: ({ PolicyKeyTable.policyKeys }, { clause + (reason ?? hint(forMisplaced: $0)) })
        )
    }

    /// Reads the key `intermediates` of a compatible mode and reports the remaining keys.
    ///
    /// The intermediates replace those that the library's operating system caches or fetches.
    static func finishCompatible(
        _ evaluator: PathEvaluator,
        _ reader: inout MappingReader,
        in context: Context
    ) -> PathEvaluator {
        let anchors = evaluator.requirements.anchors
        let intermediates = IntermediateDecoding.intermediates(&reader, under: anchors, context)
        finishCompatible(reader)
        return evaluator.offering(intermediates)
    }

    /// Reports the keys that are not settings of a library's evaluator.
    static func finishCompatible(_ reader: MappingReader) {
        let clause = "is not a setting of that library's evaluator"
        reader.finish(.policy, misplaced: ({ PolicyKeyTable.policyKeys }, { clause + hint(forMisplaced: $0) }))
    }

    /// Returns a message suffix that names the evaluators with this key, and explains a key that is a library's name.
    private static func hint(forMisplaced key: String) -> String {
        EvaluatorSettings.hint(for: key) + (LibraryName.table.hint(forMisplaced: key) ?? "")
    }
}
