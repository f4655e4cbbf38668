import StructuredDocuments
import TrustEvaluation
import TrustModel

/// How the keys of one kind of policy are read.
///
/// A new evaluator is a file with an extension that adds its decoding, one line in ``all``, and its name taken out of
/// ``DocumentedNames/announcedEvaluators``.
struct EvaluatorDecoding: Sendable {
    /// What a decoding may need besides the keys.
    struct Context {
        /// Whose policy it is, for the names of anchor sets, such as `payments/corporate`.
        let owner: String
        /// The anchors of policies that name none.
        let systemAnchors: AnchorSet
        let anchors: AnchorReader
        let pins: PinReader
        let evidence: EvidenceReader
        /// Where policies that are named by others are found.
        let references: PolicyReferences
        /// Reads the hosts of exceptions.
        let names: any InternationalizedNames
        /// What the whole policy may come to.
        let allowance: PolicyAllowance
        /// Compares dates with the time of loading, for warnings of what has expired.
        let journal: MaterialJournal
        /// How many composites the policy stands in.
        var depth = 0
    }

    /// The value of the key `evaluator`.
    let name: String
    /// Reads the other keys and reports unknown ones; nil where issues were added.
    let decode: @Sendable (inout MappingReader, Context) -> (any Evaluator)?

    /// Every evaluator that documents may name.
    static let all: [EvaluatorDecoding] = [
        .standard,
        .revocation,
        .pinCertificates,
        .pinPublicKeys,
        .composite,
        .securityPolicy,
        .disabled,
    ]

    /// The decoding that the key `evaluator` asks for.
    static func chosen(by reader: inout MappingReader) -> EvaluatorDecoding? {
        let names = DocumentValue.alternatives(all.map(\.name))
        guard let choice = reader.required("evaluator", expected: names), let name = choice.name() else { return nil }
        guard let decoding = all.first(where: { $0.name.hasSameBytes(as: name) }) else {
            choice.refuse(reasonForRefusing(name))
            return nil
        }
        return decoding
    }

    private static func reasonForRefusing(_ name: String) -> String {
        if DocumentedNames.announcedEvaluators.contains(where: name.hasSameBytes) {
            return "the evaluator `\(name)` is known but not supported by this version"
        }
        let known = all.map(\.name)
        let hint = NearestName.hint(for: name, among: known + DocumentedNames.announcedEvaluators)
        return "expected \(DocumentValue.alternatives(known)), found \(QuotedText.of(name))" + hint
    }

    /// Reports every key that the evaluator did not ask for: one of another evaluator, of a later version, or of none.
    static func finish(_ reader: MappingReader, evaluator: String, because reason: String = "") {
        let why = "has no meaning with `evaluator: \(evaluator)`" + reason
        reader.finish(knownButUnsupported: DocumentedNames.announcedKeys, misplaced: (DocumentedNames.policyKeys, why))
    }

    /// Reads the key `intermediates` of a compatible mode, where they take the place of what the library's system has
    /// cached or fetched, and reports every key that is no setting of the mechanism.
    static func finishCompatible(
        _ evaluator: PathEvaluator,
        _ reader: inout MappingReader,
        _ context: Context
    ) -> PathEvaluator {
        let anchors = evaluator.requirements.anchors
        let intermediates = IntermediateDecoding.intermediates(&reader, besides: anchors, context)
        finishCompatible(reader)
        return evaluator.offering(intermediates)
    }

    /// Reports every key that is no setting of a library's mechanism.
    static func finishCompatible(_ reader: MappingReader) {
        let why = "is no setting of that library's mechanism"
        reader.finish(misplaced: (DocumentedNames.policyKeys, why))
    }
}
