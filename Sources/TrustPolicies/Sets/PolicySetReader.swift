package import StructuredDocuments
package import TrustEvaluation
package import TrustModel

/// Parses and validates documents of policy sets.
package struct PolicySetReader: Sendable {
    private let ports: DocumentPorts
    private let systemAnchors: AnchorSet
    private let logList: TransparencyLogList?
    private let hasLogList: Bool

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - ports: The adapters for reading documents.
    ///   - systemAnchors: The trust anchors of policies without `anchors`.
    ///   - logList: The log list; nil if none is configured, or if it cannot be read.
    ///   - hasLogList: Whether a log list is configured; by default, if there is one.
    package init(
        ports: DocumentPorts,
        systemAnchors: AnchorSet,
        logList: TransparencyLogList? = nil,
        hasLogList: Bool? = nil
    ) {
        self.ports = ports
        self.systemAnchors = systemAnchors
        self.logList = logList
        self.hasLogList = hasLogList ?? (logList != nil)
    }

    /// Reads a policy set.
    ///
    /// - Parameters:
    ///   - name: The set's name.
    ///   - source: The document, YAML or JSON.
    ///   - directory: The directory for relative paths in the document.
    ///   - file: The file name for warnings; nil to use the set's name.
    ///   - isWritten: Whether a client wrote the document, which may then name files below `directory` only.
    ///   - mayHaveScripts: Whether the document may name scripts; otherwise none is read or compiled.
    /// - Returns: The set with all references resolved, all files read, and its warnings.
    /// - Throws: ``DocumentError`` with all issues, in document order.
    package func policySet(
        named name: String,
        source: [UInt8],
        directory: String,
        file: String? = nil,
        isWritten: Bool = false,
        mayHaveScripts: Bool = true
    ) throws(DocumentError) -> PolicySet {
        let journal = MaterialJournal(digest: ports.sha256, now: ports.now())
        let total = isWritten ? UploadAllowance() : nil
        let place = MaterialDirectory(path: directory, isConfined: isWritten, total: total)
        let materials = MaterialSource.files(relativeTo: place, journal)
        return try read(
            name,
            source,
            materials: materials,
            scripts: mayHaveScripts ? scriptSource(materials) : .forbidden,
            journal: journal,
            file: file ?? name,
            including: []
        )
    }

    /// Returns the built-in set `system`: the system trust store and the profile `server`, for every host.
    package func systemSet() throws(DocumentError) -> PolicySet {
        let anchors = systemAnchors.contentDigests
        let name = PolicyName.system.set
        let journal = MaterialJournal(digest: ports.sha256, now: ports.now())
        return try read(
            name,
            Array(Self.systemDocument.utf8),
            materials: .text,
            scripts: .request,
            journal: journal,
            file: name,
            including: anchors
        )
    }

    private static let systemDocument = """
        description: Public servers, evaluated with the system trust store
        otherwise: server
        policies:
          server:
            evaluator: default
            profile: server

        """

    private func read(
        _ name: String,
        _ source: [UInt8],
        materials materialSource: MaterialSource,
        scripts scriptSource: ScriptReader.Source,
        journal: MaterialJournal,
        file: String,
        including fingerprints: [Fingerprint]
    ) throws(DocumentError) -> PolicySet {
        let root = try YAMLDocument.parse(source)
        let issues = DocumentIssues(foreignNames: LibraryName.table)
        let anchors = AnchorReader(reader: ports.certificates, source: materialSource, limits: .anchors)
        let pins = PinReader(reader: ports.certificates, source: materialSource, limits: .anchors)
        let evidence = EvidenceReader(
            reader: ports.evidence,
            source: materialSource,
            limits: .policies(listBytes: ports.crlBytes),
            digest: ports.sha256
        )
        let valueFiles = ValueFileReader(source: materialSource, digest: ports.sha256)
        let logs = LogListSource(logList, isConfigured: hasLogList)
        let scripts = ScriptReader(scriptSource, digest: ports.sha256)
        let document = PolicySetDocument(
            DocumentValue(root, issues: issues),
            set: name,
            ports: ports,
            systemAnchors: systemAnchors,
            anchors: anchors,
            pins: pins,
            evidence: evidence,
            valueFiles: valueFiles,
            scripts: scripts,
            logs: logs,
            journal: journal,
            expirations: ExpirationRecorder(file: file)
        )
        try issues.check()
        let warnings = issues.warnings.map { PolicyWarning($0, file: file) }
        let files =
            anchors.fromFiles + pins.fromFiles + evidence.fromFiles + valueFiles.fromFiles + scripts.fromFiles
            + logs.digests
        let revision = revision(of: source, files + fingerprints)
        let named = journal.entries.fileDigests(relativeTo: materialSource.directory?.path ?? "")
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let all = [(path: file, digest: ports.sha256(source))] + named.map { (path: $0.key, digest: $0.value) }
        return PolicySet(
            name: name,
            revision: revision,
            contentDigest: PolicyUpload.digest(of: all, ports.sha256),
            source: source,
            document: document,
            warnings: warnings,
            warningsDigest: warnings.isEmpty
                ? nil : ports.sha256(Array(warnings.map(\.description).joined(separator: "\n").utf8)),
            days: issues.days.map { PolicyProblem($0, file: file) },
            file: file,
            materials: journal.entries,
            directory: materialSource.directory?.path,
            isWritten: materialSource.directory?.isConfined ?? false,
            hasScripts: !scripts.fromFiles.isEmpty
        )
    }

    private func scriptSource(_ source: MaterialSource) -> ScriptReader.Source {
        switch source {
        case .text: .request
        case .files(let directory, let journal):
            ports.scripts.map { .files($0, relativeTo: directory, journal) } ?? .disabled
        }
    }

    private func revision(of source: [UInt8], _ materials: [Fingerprint]) -> String {
        let digest = ports.sha256(source)
        guard !materials.isEmpty else { return "sha256:" + digest.hex }
        return "sha256:" + ports.sha256(digest.bytes + materials.flatMap(\.bytes)).hex
    }
}
