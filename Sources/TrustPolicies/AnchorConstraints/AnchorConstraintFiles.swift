import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the documents with the constraints on system anchors.
enum AnchorConstraintFiles {
    /// Reads all documents in order; the journal records them and the files that they name.
    ///
    /// - Returns: The constraints; nil without documents.
    /// - Throws: ``PolicyLoadError`` with the problems of all documents.
    static func constraints(
        in paths: [String],
        ports: DocumentPorts,
        journal: MaterialJournal
    ) throws(PolicyLoadError) -> AnchorConstraints? {
        guard !paths.isEmpty else { return nil }
        var constraints: [AnchorConstraint] = []
        var digests: [Fingerprint] = []
        var problems: [PolicyProblem] = []
        for path in paths {
            do {
                let bytes = try journal.bytes(of: path)
                let read = try self.constraints(in: bytes, of: path, ports, journal)
                constraints += read.constraints
                digests += [ports.sha256(bytes)] + read.certificates
            } catch let error as LocalFiles.Failure {
                problems.append(PolicyProblem(file: path, detail: "the file \(error.reason)"))
            } catch let error as DocumentError {
                problems += error.issues.map { PolicyProblem($0, file: path) }
            } catch {
                problems.append(PolicyProblem(file: path, detail: "the file cannot be read: \(error)"))
            }
        }
        guard problems.isEmpty else { throw PolicyLoadError(problems) }
        return AnchorConstraints(constraints, digests: digests)
    }

    /// Reads one document, whose only keys are `anchorConstraints` and `description`.
    private static func constraints(
        in bytes: [UInt8],
        of path: String,
        _ ports: DocumentPorts,
        _ journal: MaterialJournal
    ) throws(DocumentError) -> (constraints: [AnchorConstraint], certificates: [Fingerprint]) {
        let root = try YAMLDocument.parse(bytes)
        let issues = DocumentIssues()
        let source = MaterialSource.files(
            relativeTo: MaterialDirectory(path: LocalFiles.directory(of: path), isConfined: false),
            journal
        )
        let anchors = AnchorReader(reader: ports.certificates, source: source, limits: .anchors)
        var constraints: [AnchorConstraint] = []
        if var reader = DocumentValue(root, issues: issues).mapping() {
            _ = reader.string("description")
            let list = reader.required("anchorConstraints", expected: "a list of constraints on trust anchors")
            let decoding = AnchorConstraintDecoding(anchors: anchors, names: ports.names, allowance: .document)
            constraints = list.map(decoding.constraints) ?? []
            reader.finish()
        }
        try issues.check()
        return (constraints, anchors.fromFiles)
    }
}
