import FileAccess
import StructuredDocuments

/// The policy directory, which contains one document per policy set.
package struct PolicyDirectory: Sendable {
    /// A document and the name of its policy set.
    package struct Document: Sendable, Equatable {
        /// The set's name: the file name without its extension.
        package let name: String
        /// The file name in the directory.
        package let file: String
        /// The content of the file, at most ``YAMLDocument/maximumBytes`` long.
        package let bytes: [UInt8]
        /// The directory of the document, to which the paths in it are relative.
        package let directory: String
        /// Whether a client wrote the document, which may then name files below its directory only.
        package let isWritten: Bool
    }

    /// The file extensions of documents.
    package static let extensions = [".yaml", ".yml", ".json"]
    /// The directory's path, to which paths in its documents are relative.
    package let path: String

    /// Creates a reference to a directory.
    package init(path: String) {
        self.path = path
    }

    /// Reads all documents in the order of file names, except hidden files and those with other extensions.
    ///
    /// - Returns: The documents, and the problems with files that cannot be read or have an invalid name.
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
                    documents.append(
                        Document(name: name, file: file, bytes: bytes, directory: self.path, isWritten: false)
                    )
                } catch {
                    problems.append(PolicyProblem(file: file, detail: "the file \(error.reason)"))
                }
            }
        } catch {
            problems.append(PolicyProblem(file: path, detail: "the policy directory \(error.reason)"))
        }
        return (documents, problems)
    }

    /// Returns the name of the file of a set as the directory has it now, also if it was not loaded yet; nil if there is none.
    func file(of set: String) -> String? {
        Self.extensions.map { set + $0 }.first { (try? LocalFiles.kind(of: LocalFiles.path($0, from: path))) != nil }
    }

    private static func setName(of file: String) -> String? {
        extensions.first(where: file.hasSuffix).map { String(file.dropLast($0.count)) }
    }

    private static func problem(of name: String, in file: String, taken: [String: String]) -> PolicyProblem? {
        guard PolicyName.isSetName(name) else {
            let rule = "use 1 to 64 of a-z, 0-9, `.`, `_` and `-`, starting with a letter or a digit"
            return PolicyProblem(file: file, detail: "\(QuotedText.of(name)) is not a valid policy set name: \(rule)")
        }
        return taken[name].map { other in
            PolicyProblem(file: file, detail: "the name `\(name)` is already used by \(other): rename the file")
        }
    }
}
