import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustPolicies

/// The cases in the folder `tests` of a policy directory.
struct PolicyTestSuite {
    /// The name of the folder in the policy directory.
    static let folder = "tests"

    let cases: [PolicyTestCase]

    /// Reads all files of the folder.
    ///
    /// - Throws: ``CommandFailure`` with all problems, or if there is no case.
    init(of policies: String) throws(CommandFailure) {
        let folder = LocalFiles.path(Self.folder, from: policies)
        var cases: [PolicyTestCase] = []
        var problems: [String] = []
        for name in try Self.files(in: folder) {
            let file = "\(Self.folder)/\(name)"
            do throws(DocumentError) {
                let issues = DocumentIssues()
                let bytes = try InputFile.bytes(of: LocalFiles.path(name, from: folder), orDocumentError: file)
                cases += PolicyTestCase.cases(
                    DocumentValue(try YAMLDocument.parse(bytes), issues: issues),
                    file: file
                )
                try issues.check()
            } catch {
                problems += error.issues.map { PolicyProblem($0, file: file).description }
            }
        }
        guard problems.isEmpty else { throw CommandFailure(problems.map(QuotedText.printable)) }
        guard !cases.isEmpty else {
            throw CommandFailure([QuotedText.printable("\(folder) has no test file, such as \(Self.folder)/house.yaml")]
            )
        }
        self.cases = cases
    }

    private static func files(in folder: String) throws(CommandFailure) -> [String] {
        do throws(LocalFiles.Failure) {
            return try LocalFiles.names(in: folder).filter { name in
                PolicyDirectory.extensions.contains { name.lowercased().hasSuffix($0) }
            }.sorted()
        } catch {
            throw CommandFailure([QuotedText.printable("\(folder) \(error.reason)")])
        }
    }
}

extension InputFile {
    /// Returns the bytes of a file, whose failure is an issue of a document.
    fileprivate static func bytes(of path: String, orDocumentError file: String) throws(DocumentError) -> [UInt8] {
        do throws(CommandFailure) {
            return try bytes(of: path)
        } catch {
            throw DocumentError([DocumentIssue(pointer: "", detail: error.messages.joined(separator: "; "))])
        }
    }
}
