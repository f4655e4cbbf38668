package import StructuredDocuments

/// One thing that is wrong in a file, which keeps policies from being loaded.
package struct PolicyProblem: Sendable, Equatable {
    /// The file, as people find it: its name in the policy directory, or a path.
    package let file: String
    /// The line, where it is known.
    package let line: Int?
    /// The place in the document (RFC 6901); empty for the whole of it.
    package let pointer: String
    /// What is wrong and what is expected.
    package let detail: String

    /// Takes the parts.
    package init(file: String, line: Int? = nil, pointer: String = "", detail: String) {
        self.file = file
        self.line = line
        self.pointer = pointer
        self.detail = detail
    }

    /// Takes an issue of a document and the document's file.
    package init(_ issue: DocumentIssue, file: String) {
        self.init(file: file, line: issue.line, pointer: issue.pointer, detail: issue.detail)
    }
}

extension PolicyProblem: CustomStringConvertible {
    /// One line, such as `payments.yaml:12: /policies/pinned/evaluator: …`.
    package var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return QuotedText.printable([place, pointer, detail].filter { !$0.isEmpty }.joined(separator: ": "))
    }
}

/// Everything that keeps policies from being loaded; never empty.
package struct PolicyLoadError: Error, Sendable, Equatable {
    /// The problems, file by file.
    package let problems: [PolicyProblem]

    /// Takes the problems.
    package init(_ problems: [PolicyProblem]) {
        self.problems = problems
    }
}

extension PolicyLoadError: CustomStringConvertible {
    /// The problems, one a line.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
