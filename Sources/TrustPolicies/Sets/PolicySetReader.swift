package import StructuredDocuments
package import TrustEvaluation
import TrustModel

/// Turns the bytes of a document into a policy set: reads, validates, resolves.
package struct PolicySetReader: Sendable {
    private let ports: DocumentPorts
    private let systemAnchors: AnchorSet

    /// Takes what documents refer to.
    ///
    /// - Parameters:
    ///   - ports: what documents are read with.
    ///   - systemAnchors: the anchors of policies that name none.
    package init(ports: DocumentPorts, systemAnchors: AnchorSet) {
        self.ports = ports
        self.systemAnchors = systemAnchors
    }

    /// Reads a policy set.
    ///
    /// - Parameters:
    ///   - name: the set's name.
    ///   - source: the document, YAML or JSON.
    ///   - directory: where the relative paths in the document begin.
    ///   - file: what people call the document, for warnings; nil where it has only the set's name.
    /// - Returns: the set, every reference resolved, every anchor, pin and piece of evidence read, with what its author
    ///   should look at again.
    /// - Throws: ``DocumentError`` with everything that is wrong, in the order of the document.
    package func policySet(
        named name: String,
        source: [UInt8],
        directory: String,
        file: String? = nil
    ) throws(DocumentError) -> PolicySet {
        let journal = MaterialJournal(digest: ports.sha256, now: ports.now())
        let materials = MaterialSource.files(relativeTo: directory, journal)
        return try read(name, source, materials, journal, file: file ?? name, besides: [])
    }

    /// The built-in set `system`: the system's anchors under the profile `server`, for every host.
    package func systemSet() throws(DocumentError) -> PolicySet {
        let anchors = systemAnchors.contentDigests
        let name = PolicyName.system.set
        let journal = MaterialJournal(digest: ports.sha256, now: ports.now())
        return try read(name, Array(Self.systemDocument.utf8), .text, journal, file: name, besides: anchors)
    }

    private static let systemDocument = """
        description: Public servers, by the anchors of this system
        otherwise: server
        policies:
          server:
            evaluator: default
            profile: server

        """

    private func read(
        _ name: String,
        _ source: [UInt8],
        _ materialSource: MaterialSource,
        _ journal: MaterialJournal,
        file: String,
        besides fingerprints: [Fingerprint]
    ) throws(DocumentError) -> PolicySet {
        let root = try YAMLDocument.parse(source)
        let issues = DocumentIssues()
        let anchors = AnchorReader(reader: ports.certificates, source: materialSource, limits: .anchors)
        let pins = PinReader(reader: ports.certificates, source: materialSource, limits: .anchors)
        let evidence = EvidenceReader(
            reader: ports.evidence,
            source: materialSource,
            limits: .policies,
            digest: ports.sha256
        )
        let document = PolicySetDocument(
            DocumentValue(root, issues: issues),
            set: name,
            ports: ports,
            systemAnchors: systemAnchors,
            anchors: anchors,
            pins: pins,
            evidence: evidence,
            journal: journal
        )
        try issues.check()
        let warnings = issues.warnings.map { PolicyWarning($0, file: file) }
        let revision = revision(of: source, anchors.fromFiles + pins.fromFiles + evidence.fromFiles + fingerprints)
        return PolicySet(
            name: name,
            revision: revision,
            source: source,
            document: document,
            warnings: warnings,
            warningsDigest: warnings.isEmpty
                ? nil : ports.sha256(Array(warnings.map(\.description).joined(separator: "\n").utf8)),
            file: file,
            materials: journal.entries
        )
    }

    private func revision(of source: [UInt8], _ materials: [Fingerprint]) -> String {
        let digest = ports.sha256(source)
        guard !materials.isEmpty else { return "sha256:" + digest.hex }
        return "sha256:" + ports.sha256(digest.bytes + materials.flatMap(\.bytes)).hex
    }
}
