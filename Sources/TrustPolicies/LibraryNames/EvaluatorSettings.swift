import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Finds the evaluators that have a key of a policy, from the keys that their decodings request.
enum EvaluatorSettings {
    /// The keys of an evaluator with one value of `compatibility`, or without `compatibility` (nil).
    private struct EvaluatorForm {
        let compatibility: Compatibility?
        let keys: Set<String>
    }

    /// Returns a suffix such as "; it is a setting of `pinCertificates` and `pinPublicKeys`"; may be empty.
    static func hint(for key: String) -> String {
        let owners = owners(of: key)
        guard let last = owners.last else { return "" }
        let others = owners.dropLast().joined(separator: ", ")
        return "; it is a setting of " + (others.isEmpty ? last : others + " and " + last)
    }

    /// Returns the evaluators that have a key, in Markdown.
    ///
    /// If only some forms of an evaluator have the key, the text names these forms.
    static func owners(of key: String) -> [String] {
        forms.compactMap { evaluator, forms in
            let owners = forms.filter { $0.keys.contains(key) }.map(\.compatibility)
            guard !owners.isEmpty else { return nil }
            guard owners.count < forms.count else { return "`\(evaluator)`" }
            let libraries = owners.compactMap { $0.map { "`compatibility: \($0.rawValue)`" } }
            guard owners.contains(nil) else { return "`\(evaluator)` with \(libraries.joined(separator: " or "))" }
            return "`\(evaluator)` "
                + (libraries.isEmpty
                    ? "without `compatibility`"
                    : "without `compatibility` or with \(libraries.joined(separator: " or "))")
        }
    }

    /// Returns the values of `compatibility` with which an evaluator has a key; nil stands for its absence.
    static func forms(of key: String, in evaluator: String) -> [Compatibility?] {
        let forms = forms.first { $0.evaluator.hasSameBytes(as: evaluator) }?.forms ?? []
        return forms.filter { $0.keys.contains(key) }.map(\.compatibility)
    }

    private static let forms: [(evaluator: String, forms: [EvaluatorForm])] = EvaluatorDecoding.all.map { decoding in
        (decoding.name, ([nil] + Compatibility.allCases).compactMap { form(of: decoding, $0) })
    }

    /// Finds the keys by decoding a policy without them; nil if the library does not have the evaluator.
    private static func form(of decoding: EvaluatorDecoding, _ compatibility: Compatibility?) -> EvaluatorForm? {
        let issues = DocumentIssues()
        let names = [("evaluator", decoding.name), ("compatibility", compatibility?.rawValue)]
        let entries = names.compactMap { key, value in
            value.map { DocumentNode.Entry(key: key, value: DocumentNode(.string($0))) }
        }
        guard var reader = DocumentValue(DocumentNode(.mapping(entries)), issues: issues).mapping() else { return nil }
        // The decoding would report an unread `evaluator` as misplaced, for which it needs the table being created.
        _ = reader.value("evaluator")
        _ = decoding.decode(&reader, .withoutMaterials)
        guard !issues.hasIssue(at: "/compatibility") else { return nil }
        return EvaluatorForm(compatibility: compatibility, keys: Set(reader.knownKeys).subtracting(["evaluator"]))
    }
}

extension EvaluatorDecoding.Context {
    /// A context for policies without certificates, keys, evidence, hosts and references.
    fileprivate static var withoutMaterials: Self {
        let reader = NoMaterials()
        return Self(
            owner: "",
            systemAnchors: AnchorSet(name: "", certificates: []),
            anchors: AnchorReader(reader: reader, source: .text, limits: .anchors),
            pins: PinReader(reader: reader, source: .text, limits: .anchors),
            evidence: EvidenceReader(reader: reader, source: .text, limits: .policies) { _ in nil },
            valueFiles: ValueFileReader(source: .text) { _ in preconditionFailure("there are no files") },
            scripts: ScriptReader(.request) { _ in preconditionFailure("there are no scripts") },
            networkEnabled: false,
            logs: LogListSource(nil, isConfigured: false),
            references: .none,
            names: reader,
            suffixes: reader,
            allowance: .document,
            journal: MaterialJournal(
                digest: { _ in preconditionFailure("there are no materials") },
                now: Instant(secondsSince1970: 0)
            )
        )
    }
}

/// Ports that are never called, because the policies have no materials.
private struct NoMaterials: PinMaterialReading, RevocationEvidenceReading, InternationalizedNames, PublicSuffixes {
    func certificates(in: [UInt8], limits: CertificateLimits) throws(CertificateReadingError) -> [Certificate] { [] }

    func readableCertificates(
        in: [UInt8],
        limits: CertificateLimits
    ) -> (certificates: [Certificate], failures: [CertificateReadingError]) { ([], []) }

    func readablePinMaterials(
        in: [UInt8],
        limits: CertificateLimits
    ) -> (materials: [PinMaterial], failures: [CertificateReadingError]) { ([], []) }

    func revocationLists(
        in: [UInt8],
        limits: EvidenceLimits
    ) throws(EvidenceReadingError) -> [CertificateRevocationList] { [] }

    func ocspResponse(in: [UInt8], limits: EvidenceLimits) throws(EvidenceReadingError) -> OCSPResponse {
        throw EvidenceReadingError(.noEvidence, reason: "there is no evidence")
    }

    func asciiName(of name: String) throws(HostNameError) -> String { name }

    func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool { false }
}
