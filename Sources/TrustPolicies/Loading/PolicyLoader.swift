import StructuredDocuments
package import TrustEvaluation
import TrustModel

/// Loads everything that a snapshot is made of, whole or not at all.
package struct PolicyLoader: Sendable {
    private let directory: PolicyDirectory?
    private let systemAnchorsPath: String
    private let ports: DocumentPorts

    /// Takes where to load from.
    ///
    /// - Parameters:
    ///   - directory: the policy directory; nil for the built-in set only.
    ///   - systemAnchors: the bundle or directory of the system's anchors.
    ///   - ports: what documents are read with.
    package init(directory: String?, systemAnchors: String, ports: DocumentPorts) {
        self.directory = directory.map(PolicyDirectory.init)
        systemAnchorsPath = systemAnchors
        self.ports = ports
    }

    /// Reads all files, and makes anew what follows from those that changed.
    ///
    /// A document is parsed again unless its bytes, its file's name, the system's anchors and the contents of all files and
    /// directories that it names are what they were, and no date that its warnings depend on has passed since. Times of files
    /// are not relied on: they are coarse, and can be set.
    ///
    /// - Parameter previous: the snapshot whose unchanged parts are shared; nil where there is none.
    /// - Returns: the new snapshot.
    /// - Throws: ``PolicyLoadError`` with the problems of all files, the system's anchors first.
    package func load(after previous: PolicySnapshot? = nil) throws(PolicyLoadError) -> PolicySnapshot {
        let comparison = MaterialComparison(digest: ports.sha256, now: ports.now())
        var problems: [PolicyProblem] = []
        var system: LoadedSystemAnchors?
        do {
            system = try systemAnchors(after: previous, comparison)
        } catch {
            problems += error.problems
        }
        // Without the system's anchors nothing is loaded, but the documents are read for their own problems.
        let anchors = system?.anchors ?? AnchorSet(name: PolicyName.system.set, certificates: [], owner: .system)
        let sets = policySets(systemAnchors: anchors, after: previous, comparison, problems: &problems)
        guard problems.isEmpty, let system else { throw PolicyLoadError(problems) }
        return PolicySnapshot(
            sets: sets,
            systemAnchors: system.anchors,
            systemAnchorsReport: system.report,
            systemAnchorsMaterials: system.materials,
            sha256: ports.sha256
        )
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
        let loaded = try SystemAnchors.load(path: systemAnchorsPath, reader: ports.certificates, journal: journal)
        return (loaded.anchors, loaded.report, journal.entries)
    }

    /// What reads a document against a snapshot's anchors, for documents that are not in the directory yet.
    package func policySetReader(systemAnchors: AnchorSet) -> PolicySetReader {
        PolicySetReader(ports: ports, systemAnchors: systemAnchors)
    }

    private func policySets(
        systemAnchors: AnchorSet,
        after previous: PolicySnapshot?,
        _ comparison: MaterialComparison,
        problems: inout [PolicyProblem]
    ) -> [PolicySet] {
        let reader = policySetReader(systemAnchors: systemAnchors)
        // Policies that name no anchors hold the system's.
        let known = previous.flatMap { $0.systemAnchors === systemAnchors ? $0 : nil }
        var sets: [PolicySet] = []
        do {
            sets.append(try reader.systemSet())
        } catch {
            problems += Self.problems(of: error, in: "the built-in set")
        }
        guard let directory else { return sets }
        let found = directory.documents()
        problems += found.problems
        for document in found.documents {
            if let set = known?.policySet(named: document.name), set.isUnchanged(document, comparison) {
                sets.append(set)
                continue
            }
            do {
                sets.append(
                    try reader.policySet(
                        named: document.name,
                        source: document.bytes,
                        directory: directory.path,
                        file: document.file
                    )
                )
            } catch {
                problems += Self.problems(of: error, in: document.file)
            }
        }
        return sets
    }

    private static func problems(of error: DocumentError, in file: String) -> [PolicyProblem] {
        error.issues.map { PolicyProblem($0, file: file) }
    }
}

extension PolicySet {
    /// Whether reading a document would make the same set again.
    fileprivate func isUnchanged(_ document: PolicyDirectory.Document, _ comparison: MaterialComparison) -> Bool {
        // Warnings name the file.
        file.hasSameBytes(as: document.file) && source == document.bytes && comparison.areUnchanged(materials)
    }
}
