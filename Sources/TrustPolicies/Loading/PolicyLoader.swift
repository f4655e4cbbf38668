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

    /// Reads all files anew.
    ///
    /// - Throws: ``PolicyLoadError`` with the problems of all files, the system's anchors first.
    package func load() throws(PolicyLoadError) -> PolicySnapshot {
        var problems: [PolicyProblem] = []
        var system: (anchors: AnchorSet, report: SystemAnchorsReport)?
        do {
            system = try SystemAnchors.load(path: systemAnchorsPath, reader: ports.systemAnchors)
        } catch {
            problems += error.problems
        }
        // Without the system's anchors nothing is loaded, but the documents are read for their own problems.
        let anchors = system?.anchors ?? AnchorSet(name: PolicyName.system.set, certificates: [], owner: .system)
        let sets = policySets(systemAnchors: anchors, problems: &problems)
        guard problems.isEmpty, let system else { throw PolicyLoadError(problems) }
        return PolicySnapshot(
            sets: sets,
            systemAnchors: system.anchors,
            systemAnchorsReport: system.report,
            sha256: ports.sha256
        )
    }

    /// What reads a document against a snapshot's anchors, for documents that are not in the directory yet.
    package func policySetReader(systemAnchors: AnchorSet) -> PolicySetReader {
        PolicySetReader(ports: ports, systemAnchors: systemAnchors)
    }

    private func policySets(systemAnchors: AnchorSet, problems: inout [PolicyProblem]) -> [PolicySet] {
        let reader = policySetReader(systemAnchors: systemAnchors)
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
