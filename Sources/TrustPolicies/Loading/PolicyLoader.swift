import StructuredDocuments
package import TrustEvaluation
package import TrustModel

/// Loads a complete policy snapshot, or fails.
package struct PolicyLoader: Sendable {
    /// The policy directory; nil for the built-in set only.
    let directory: PolicyDirectory?
    /// The sets that clients write; nil if none may.
    let written: WrittenPolicies?
    private let systemAnchorsPath: String
    private let anchorConstraints: [String]
    private let ports: DocumentPorts
    private let floors: String?
    private let floorsPlace: String
    private let logListPath: String?
    let blockPlaces: BlockFile.Places

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - directory: The policy directory; nil for the built-in set only.
    ///   - written: The directory of the policy sets that clients write; nil if none may.
    ///   - systemAnchors: The bundle or directory of the system trust store.
    ///   - anchorConstraints: The documents with the constraints on system anchors.
    ///   - ports: The adapters for reading documents.
    ///   - floors: The name of the set whose policies must accept every chain too; nil for no floors.
    ///   - floorsPlace: The place where `floors` is configured, for messages.
    ///   - logList: The file with the Certificate Transparency logs; nil for none.
    ///   - blocks: The operator's file with blocks; nil for none.
    ///   - writtenBlocks: The directory of the blocks that clients write; nil if none may.
    package init(
        directory: String?,
        written: String? = nil,
        systemAnchors: String,
        anchorConstraints: [String] = [],
        ports: DocumentPorts,
        floors: String? = nil,
        floorsPlace: String = "floors",
        logList: String? = nil,
        blocks: String? = nil,
        writtenBlocks: String? = nil
    ) {
        logListPath = logList
        blockPlaces = BlockFile.Places(
            file: blocks,
            written: writtenBlocks.map { WrittenBlocks(directory: $0, sha256: ports.sha256) }
        )
        self.floorsPlace = floorsPlace
        self.floors = floors
        self.anchorConstraints = anchorConstraints
        self.directory = directory.map(PolicyDirectory.init)
        self.written = written.map { WrittenPolicies(path: $0, sha256: ports.sha256) }
        systemAnchorsPath = systemAnchors
        self.ports = ports
    }

    /// Reads all files and creates a snapshot that shares the unchanged policy sets with the previous one.
    ///
    /// A policy set is reused if its document, its file name, the files and directories that the document names, and
    /// the system trust store are unchanged. In addition, no date that affects the set's warnings may have passed. File
    /// times are not used: they are coarse and can be set.
    ///
    /// - Parameter previous: The snapshot in use; nil for the first load.
    /// - Returns: The new snapshot.
    /// - Throws: ``PolicyLoadError`` with the problems of all files, those of the system trust store first.
    package func load(after previous: PolicySnapshot? = nil) throws(PolicyLoadError) -> PolicySnapshot {
        try load(after: previous, replacing: nil)
    }

    /// Loads as ``load(after:)`` does, with a change of one written set that is not stored under its final name yet.
    ///
    /// Without a change, uses what is stored.
    func load(
        after previous: PolicySnapshot?,
        replacing change: WrittenSetChange?
    ) throws(PolicyLoadError) -> PolicySnapshot {
        let comparison = MaterialComparison(digest: ports.sha256, now: ports.now())
        var problems: [PolicyProblem] = []
        var system: LoadedSystemAnchors?
        do {
            system = try systemAnchors(after: previous, comparison)
        } catch {
            problems += error.problems
        }
        var logs: LogListFile?
        do {
            logs = try logList(after: previous, comparison)
        } catch {
            problems += error.problems
        }
        var blocks = BlockFile.none
        do {
            blocks = try blockFile(after: previous, comparison)
        } catch {
            problems += error.problems
        }
        // Without a system trust store, loading fails, but the documents are still read to report their problems.
        let anchors = system?.anchors ?? AnchorSet(name: PolicyName.system.set, certificates: [], owner: .system)
        let reader = policySetReader(systemAnchors: anchors, logList: logs?.list)
        // Policies without `anchors` refer to the system trust store, and those with `transparency` to the log list.
        let known = previous.flatMap { $0.systemAnchors === anchors && $0.logList === logs?.list ? $0 : nil }
        let sets = policySets(by: reader, reusing: known, replacing: change, comparison, problems: &problems)
        if problems.isEmpty { problems += floorProblems(among: sets) }
        guard problems.isEmpty, let system else { throw PolicyLoadError(problems) }
        return PolicySnapshot(
            sets: sets,
            systemAnchors: system.anchors,
            systemAnchorsReport: system.report,
            systemAnchorsMaterials: system.materials,
            logListFile: logs,
            floors: floors,
            blockFile: blocks,
            sha256: ports.sha256
        )
    }

    /// Returns a problem if the set of the floors does not exist, since requests could then use weaker policies, and for
    /// each of its policies that accepts certificates for servers from clients.
    private func floorProblems(among sets: [PolicySet]) -> [PolicyProblem] {
        guard let floors else { return [] }
        if let set = sets.first(where: { $0.name.hasSameBytes(as: floors) }) {
            return set.policies.filter(\.evaluator.traits.acceptsServersAsClients).map { policy in
                PolicyProblem(
                    file: set.file,
                    pointer: "/policies/\(policy.identity.name ?? "")",
                    detail: "a floor cannot have `clientPurpose`: remove it, or use a policy of another set"
                )
            }
        }
        let hint = NearestName.hint(for: floors, among: sets.map(\.name))
        return [
            PolicyProblem(
                file: floorsPlace,
                detail: "there is no policy set `\(floors)`\(directory.map { " in \($0.path)" } ?? "")\(hint)"
            )
        ]
    }

    private typealias LoadedSystemAnchors = (
        anchors: AnchorSet, report: SystemAnchorsReport, materials: [MaterialEntry]
    )

    private func systemAnchors(
        after previous: PolicySnapshot?,
        _ comparison: MaterialComparison
    ) throws(PolicyLoadError) -> LoadedSystemAnchors {
        if let previous, comparison.areUnchanged(previous.systemAnchorsMaterials) {
            return (previous.systemAnchors, previous.systemAnchorsReport, previous.systemAnchorsMaterials)
        }
        let journal = MaterialJournal(digest: ports.sha256, now: ports.now())
        let constraints = try AnchorConstraintFiles.constraints(in: anchorConstraints, ports: ports, journal: journal)
        let loaded = try SystemAnchors.load(
            path: systemAnchorsPath,
            constraints: constraints,
            reader: ports.certificates,
            journal: journal
        )
        return (loaded.anchors, loaded.report, journal.entries)
    }

    /// Returns the log list; that of the previous snapshot if the file is unchanged, and nil if none is configured.
    private func logList(
        after previous: PolicySnapshot?,
        _ comparison: MaterialComparison
    ) throws(PolicyLoadError) -> LogListFile? {
        guard let logListPath else { return nil }
        if let file = previous?.logListFile, comparison.areUnchanged(file.materials) { return file }
        return try LogListFile(path: logListPath, ports)
    }

    /// Returns the blocks; those of the previous snapshot if the files are unchanged.
    private func blockFile(
        after previous: PolicySnapshot?,
        _ comparison: MaterialComparison
    ) throws(PolicyLoadError) -> BlockFile {
        guard blockPlaces.file != nil || blockPlaces.written != nil else { return .none }
        if let file = previous?.blockFile, !file.materials.isEmpty, comparison.areUnchanged(file.materials) {
            return file
        }
        return try BlockFile(blockPlaces, ports)
    }

    /// Reads a block in a request, whose place has its name.
    ///
    /// - Throws: ``DocumentError`` with all issues, or if the block has ended.
    func block(_ node: DocumentNode, named id: String) throws(DocumentError) -> DefinedBlock {
        let block = try BlockListReader.block(node, named: id, ports: ports)
        guard block.block.isInForce(at: ports.now()) else {
            let detail = "the block would have no effect, because its end is in the past"
            throw DocumentError([DocumentIssue(pointer: "/until", detail: detail)])
        }
        return block
    }

    /// Checks that a list of written blocks can be read.
    ///
    /// - Throws: ``DocumentError`` with all issues.
    func checkWrittenBlocks(_ bytes: [UInt8]) throws(DocumentError) {
        _ = try BlockListReader.written(in: bytes, ports: ports)
    }

    /// Returns a reader that uses the given system trust store and log list, for documents outside the directory.
    package func policySetReader(systemAnchors: AnchorSet, logList: TransparencyLogList? = nil) -> PolicySetReader {
        PolicySetReader(
            ports: ports,
            systemAnchors: systemAnchors,
            logList: logList,
            hasLogList: logListPath != nil
        )
    }

    private func policySets(
        by reader: PolicySetReader,
        reusing known: PolicySnapshot?,
        replacing change: WrittenSetChange?,
        _ comparison: MaterialComparison,
        problems: inout [PolicyProblem]
    ) -> [PolicySet] {
        var sets: [PolicySet] = []
        do {
            sets.append(try reader.systemSet())
        } catch {
            problems += Self.problems(of: error, in: "the built-in set")
        }
        for document in documents(replacing: change, problems: &problems) {
            if let set = known?.policySet(named: document.name), set.isUnchanged(document, comparison) {
                sets.append(set)
                continue
            }
            do {
                sets.append(
                    try reader.policySet(
                        named: document.name,
                        source: document.bytes,
                        directory: document.directory,
                        file: document.file,
                        isWritten: document.isWritten,
                        mayHaveScripts: document.name != change?.name || change?.mayHaveScripts ?? true
                    )
                )
            } catch {
                problems += Self.problems(of: error, in: document.shownFile)
            }
        }
        return sets
    }

    /// Returns the documents of both directories; a name in both is a problem.
    private func documents(
        replacing change: WrittenSetChange?,
        problems: inout [PolicyProblem]
    ) -> [PolicyDirectory.Document] {
        let kept = directory?.documents() ?? (documents: [], problems: [])
        var stored = written?.documents() ?? (documents: [], problems: [])
        if let change {
            stored.documents.removeAll { $0.name == change.name }
            stored.documents += change.document.map { [$0] } ?? []
        }
        problems += kept.problems + stored.problems
        for document in stored.documents {
            guard let other = kept.documents.first(where: { $0.name == document.name }) else { continue }
            problems.append(
                PolicyProblem(
                    file: document.shownFile,
                    detail:
                        "the name `\(document.name)` is already used by \(other.file) in \(other.directory): remove or "
                        + "rename one of them"
                )
            )
        }
        return kept.documents + stored.documents
    }

    private static func problems(of error: DocumentError, in file: String) -> [PolicyProblem] {
        error.issues.map { PolicyProblem($0, file: file) }
    }
}

/// A written set as it will be stored.
struct WrittenSetChange {
    let name: String
    /// The document in the directory of the new revision; nil for a deletion.
    let document: PolicyDirectory.Document?
    /// Whether the document may name scripts; otherwise none is compiled.
    let mayHaveScripts: Bool
}

extension PolicyDirectory.Document {
    /// The file for messages: the path of a document that a client wrote, otherwise its name.
    var shownFile: String { isWritten ? "\(directory)/\(file)" : file }
}

extension PolicySet {
    fileprivate func isUnchanged(_ document: PolicyDirectory.Document, _ comparison: MaterialComparison) -> Bool {
        // The file name must be the same, because warnings contain it. The files of an earlier revision remain unchanged.
        file.hasSameBytes(as: document.file) && directory == document.directory && source == document.bytes
            && comparison.areUnchanged(materials)
    }
}
