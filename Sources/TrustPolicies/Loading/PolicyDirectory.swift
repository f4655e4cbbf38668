import FileAccess
import StructuredDocuments

/// The directory that holds one document a policy set.
package struct PolicyDirectory: Sendable {
    /// A document and the set that it defines.
    package struct Document: Sendable, Equatable {
        /// The set's name: the file's without its extension.
        package let name: String
        /// The file's name in the directory.
        package let file: String
        /// The document as it was read, at most ``YAMLDocument/maximumBytes`` long.
        package let bytes: [UInt8]
    }

    /// What documents are called, in order of preference.
    package static let extensions = [".yaml", ".yml", ".json"]
    /// The directory's path; paths in its documents begin here.
    package let path: String

    /// Takes the path of a directory.
    package init(path: String) {
        self.path = path
    }

    /// Reads every document, in the order of file names; hidden files and those with other extensions do not count.
    ///
    /// - Returns: the documents that can be read, and what is wrong with the others.
    package func documents() -> (documents: [Document], problems: [PolicyProblem]) {
        var documents: [Document] = []
        var problems: [PolicyProblem] = []
        var fileOfName: [String: String] = [PolicyName.system.set: "the built-in set"]
        do {
            for file in try LocalFiles.names(in: path) {
                guard let name = Self.setName(of: file) else { continue }
                if let problem = Self.problem(of: name, in: file, taken: fileOfName) { problems.append(problem) }
                fileOfName[name] = fileOfName[name] ?? file
                do {
                    let path = LocalFiles.path(file, from: path)
                    let bytes = try LocalFiles.bytes(of: path, maximum: YAMLDocument.maximumBytes)
                    documents.append(Document(name: name, file: file, bytes: bytes))
                } catch {
                    problems.append(PolicyProblem(file: file, detail: "the file \(error.reason)"))
                }
            }
        } catch {
            problems.append(PolicyProblem(file: path, detail: "the policy directory \(error.reason)"))
        }
        return (documents, problems)
    }

    private static func setName(of file: String) -> String? {
        extensions.first(where: file.hasSuffix).map { String(file.dropLast($0.count)) }
    }

    private static func problem(of name: String, in file: String, taken: [String: String]) -> PolicyProblem? {
        guard PolicyName.isSetName(name) else {
            let rule = "use a-z, 0-9, `.`, `_` and `-`, at most 64, the first a letter or a digit"
            return PolicyProblem(file: file, detail: "\(QuotedText.of(name)) is no name for a policy set: \(rule)")
        }
        return taken[name].map { other in
            PolicyProblem(file: file, detail: "the name `\(name)` belongs to \(other) already: rename the file")
        }
    }
}
