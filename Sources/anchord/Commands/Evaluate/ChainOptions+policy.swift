import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// The parts of an evaluation that the options name.
extension ChainOptions {
    func snapshot(_ parts: EvaluationComponents) throws(CommandFailure) -> PolicySnapshot {
        // With --anchors, the system trust store is unused and need not exist.
        let loader = parts.loader(
            directory: policies,
            systemAnchors: anchors.first ?? systemAnchors,
            anchorConstraints: anchorConstraints,
            floors: floors,
            logList: logList
        )
        return try loader.snapshotForCommand()
    }

    func requestedPolicy(_ inputs: EvaluationInputs) throws(CommandFailure) -> Inquiry.Policy {
        guard !anchors.isEmpty else { return .named(policy.flatMap(PolicyName.init) ?? .system) }
        let given = try anchors.map { file throws(CommandFailure) in try anchorNode(file, inputs) }
        let entries = [
            DocumentNode.Entry(key: "evaluator", value: DocumentNode(.string("default"))),
            DocumentNode.Entry(key: "anchors", value: DocumentNode(.sequence(given))),
        ]
        return .inline(DocumentNode(.mapping(entries)))
    }

    /// Returns an anchor file as an item of an inline policy; PEM stays text to preserve its trust settings.
    private func anchorNode(_ file: String, _ inputs: EvaluationInputs) throws(CommandFailure) -> DocumentNode {
        let bytes = try InputFile.bytes(of: file)
        _ = try inputs.certificates(in: bytes, of: file, limits: .anchors)
        let isText = PEMText.hasBlock(in: bytes)
        return DocumentNode(.string(isText ? String(decoding: bytes, as: UTF8.self) : Base64.encode(bytes)))
    }
}
