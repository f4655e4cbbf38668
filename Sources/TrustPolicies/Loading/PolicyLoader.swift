package import TrustEvaluation
package import TrustModel

/// Loads everything that a snapshot is made of, whole or not at all.
package struct PolicyLoader: Sendable {
    private let directory: PolicyDirectory?
    private let systemAnchorsPath: String
    private let certificates: any PinMaterialReading
    private let evidence: any RevocationEvidenceReading
    private let names: any InternationalizedNames
    private let suffixes: any PublicSuffixes
    private let sha256: @Sendable ([UInt8]) -> Fingerprint

    /// Takes where to load from.
    ///
    /// - Parameters:
    ///   - directory: the policy directory; nil for the built-in set only.
    ///   - systemAnchors: the bundle or directory of the system's anchors.
    ///   - certificates: reads anchors and pins.
    ///   - evidence: reads the revocation evidence of policies.
    ///   - names: converts U-labels in host rules.
    ///   - suffixes: the names that no host rule reaches across.
    ///   - sha256: the SHA-256 digest of bytes, for revisions.
    package init(
        directory: String?,
        systemAnchors: String,
        certificates: any PinMaterialReading,
        evidence: any RevocationEvidenceReading,
        names: any InternationalizedNames,
        suffixes: any PublicSuffixes,
        sha256: @escaping @Sendable ([UInt8]) -> Fingerprint
    ) {
        self.directory = directory.map(PolicyDirectory.init)
        systemAnchorsPath = systemAnchors
        self.certificates = certificates
        self.evidence = evidence
        self.names = names
        self.suffixes = suffixes
        self.sha256 = sha256
    }

    /// Reads all files anew.
    ///
    /// - Throws: ``PolicyLoadError`` with the problems of all files, the system's anchors first.
    package func load() throws(PolicyLoadError) -> PolicySnapshot {
        var problems: [PolicyProblem] = []
        var system: (anchors: AnchorSet, report: SystemAnchorsReport)?
        do {
            system = try SystemAnchors.load(path: systemAnchorsPath, reader: certificates)
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
            sha256: sha256
        )
    }

    /// What reads a document against a snapshot's anchors, for documents that are not in the directory yet.
    package func policySetReader(systemAnchors: AnchorSet) -> PolicySetReader {
        PolicySetReader(
            certificates: certificates,
            evidence: evidence,
            names: names,
            suffixes: suffixes,
            sha256: sha256,
            systemAnchors: systemAnchors
        )
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
